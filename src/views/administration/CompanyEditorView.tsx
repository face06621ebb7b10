import type {
  CompanyEditorEvent,
  CompanyEditorSnapshot,
  CompanyValues,
} from "#machines/administration/companyEditor.machine.ts"
import { describeAccess } from "#schemas/access.ts"
import { type Role } from "#schemas/administration/company.ts"
import { languages } from "#schemas/administration/companyDraft.ts"
import { sendingWindow } from "#schemas/constants.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { AddressFields } from "#views/parts/AddressFields.tsx"
import { DateField } from "#views/parts/DateField.tsx"
import { CheckField, SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import { fieldValue, Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { ListField, SeveralField } from "#views/parts/ListField.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { TimeField } from "#views/parts/TimeField.tsx"
import { useCountries, useLanguageNames, useWords } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { compareValues } from "#views/parts/compareValues.tsx"
import { CompanySenderFields, emptySender } from "./CompanySenderFields.tsx"
import { useCompanyLabels } from "./companyLabels.ts"
import { PronunciationFields } from "./PronunciationFields.tsx"
import { useTextCountries } from "./textCountries.ts"

type Props = {
  readonly page: Seen<CompanyEditorSnapshot, CompanyEditorEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
  /** The rights a company can have bought. */
  readonly roles: SeenReading<ReadonlyArray<Role>>
}

const formId = "company"
const emptyAddress = { hashedId: null, label: "", line1: "", line2: "", city: "", state: "", zip: "", country: "US" }
const emptyHoliday = { date: "", name: "" }

type FormProps = { readonly form: SeenForm; readonly id: string }

const Identity = (props: FormProps) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const countries = useCountries()
  return (
    <Section title={words("company.part.company")}>
      <div className="form-fields">
        <TextField {...props} name="name" label={words("company.field.name")} maxLength={160} />
        <TextField
          {...props}
          name="code"
          label={words("company.field.code")}
          hint={words("company.field.code.hint")}
          maxLength={30}
        />
        <SelectField
          {...props}
          name="country"
          label={words("company.field.country")}
          hint={words("company.field.country.hint")}
          options={countries}
        />
        <ZoneField {...props} name="timezone" label={words("company.field.timezone")} />
        <SeveralField
          {...props}
          name="languages"
          label={words("company.field.languages")}
          options={languages.map((tag) => ({ value: tag, label: languageNames(tag) }))}
        />
        <ListField
          {...props}
          name="addresses"
          label={words("company.field.addresses")}
          itemLabel={(number) => words("company.field.address", { number })}
          addLabel={words("company.field.addresses.add")}
          empty={emptyAddress}
        >
          {(prefix) => (
            <>
              <TextField {...props} name={`${prefix}.label`} label={words("company.field.label")} maxLength={160} />
              <AddressFields {...props} prefix={`${prefix}.`} />
            </>
          )}
        </ListField>
      </div>
    </Section>
  )
}

/** Who loses which right by the features that are no longer chosen. */
const LostRights = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const { holders, selectedRolesList } = form.snapshot.context.values as unknown as CompanyValues
  const lost = holders.filter(({ accessId }) => !selectedRolesList.includes(accessId))
  return (
    // It speaks up while features are chosen.
    <div role="status">
      {lost.length > 0 && (
        <Notice intent="warning" title={words("company.features.lost")}>
          <ul>
            {lost.map(({ accessId, people, first }) => (
              <li key={accessId}>
                {words("company.features.lost.by", {
                  right: describeAccess(accessId)?.name ?? "",
                  first: first.join(", "),
                  others: people - first.length,
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const Contract = ({ roles, ...props }: FormProps & Pick<Props, "roles">) => {
  const words = useWords()
  return (
    <Section title={words("company.part.contract")}>
      <div className="form-fields">
        <p className="muted">{words("company.field.contract.hint")}</p>
        <DateField {...props} name="contractStart" nullable optional label={words("company.field.contractStart")} />
        <DateField {...props} name="contractEnd" nullable optional label={words("company.field.contractEnd")} />
        <Reading of={roles}>
          {(known) => (
            <SeveralField
              {...props}
              name="selectedRolesList"
              label={words("company.field.features")}
              hint={words("company.field.features.hint")}
              options={known.map(({ id, name, purpose }) => ({ value: id, label: name, hint: purpose }))}
            />
          )}
        </Reading>
        <LostRights form={props.form} />
      </div>
    </Section>
  )
}

const Sending = (props: FormProps) => {
  const words = useWords()
  const countries = useCountries()
  const textCountries = useTextCountries()
  return (
    <Section title={words("company.part.sending")}>
      <div className="form-fields">
        <ListField
          {...props}
          name="senders"
          label={words("company.field.senders")}
          itemLabel={(number) => words("company.field.sender", { number })}
          addLabel={words("company.field.senders.add")}
          empty={emptySender}
        >
          {(prefix) => <CompanySenderFields {...props} prefix={prefix} />}
        </ListField>
        <ListField
          {...props}
          name="textCountries"
          label={words("company.textCountries")}
          hint={words("company.field.textCountries.hint")}
          itemLabel={(number) => words("company.field.textCountry", { number })}
          addLabel={words("company.field.textCountries.add")}
          none={textCountries({ country: String(fieldValue(props.form, "country")), textCountries: [] })}
          empty="US"
        >
          {(prefix) => (
            <SelectField {...props} name={prefix} label={words("company.field.country")} options={countries} />
          )}
        </ListField>
        <p className="muted">{words("company.field.sending.hint", sendingWindow)}</p>
        <TimeField {...props} name="sendingFrom" label={words("company.field.sendingFrom")} />
        <TimeField {...props} name="sendingTo" label={words("company.field.sendingTo")} />
        <TimeField {...props} name="callingFrom" label={words("company.field.callingFrom")} />
        <TimeField {...props} name="callingTo" label={words("company.field.callingTo")} />
        {(["recordingDays", "confirmAbove"] as const).map((name) => (
          <TextField
            key={name}
            {...props}
            name={name}
            type="number"
            optional={name === "confirmAbove"}
            label={words(`company.field.${name}`)}
            hint={words(`company.field.${name}.hint`)}
          />
        ))}
        <CheckField {...props} name="approvedOnly" label={words("company.field.approvedOnly")} />
        <ListField
          {...props}
          name="holidays"
          label={words("company.field.holidays")}
          hint={words("company.field.holidays.hint")}
          itemLabel={(number) => words("company.field.holiday", { number })}
          addLabel={words("company.field.holidays.add")}
          empty={emptyHoliday}
        >
          {(prefix) => (
            <>
              <DateField {...props} name={`${prefix}.date`} label={words("company.field.date")} />
              <TextField {...props} name={`${prefix}.name`} label={words("company.field.name")} maxLength={80} />
            </>
          )}
        </ListField>
        <PronunciationFields {...props} />
        <TextAreaField
          {...props}
          name="helpText"
          optional
          rows={3}
          label={words("company.field.helpText")}
          hint={words("company.field.helpText.hint")}
        />
      </div>
    </Section>
  )
}

const Writing = ({ url, roles, form: running }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ new: null, edit: null }), running)
  const props = { form, id: formId }
  const labels = useCompanyLabels(form)
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("company.save")} compare={compareValues(labels)}>
      <div className="form-columns">
        <div>
          <Identity {...props} />
          <Sending {...props} />
        </div>
        <div>
          <Contract {...props} roles={roles} />
        </div>
      </div>
    </Form>
  )
}

/** `/global?new` and `/global?edit=…`: sets up a company (docs/policy.md#companies). */
export const CompanyEditorView = (props: Props) => {
  const { page, url, form } = props
  const { opened } = page.snapshot.context
  const edited = url.search["edit"]
  const words = useWords()
  return (
    <EditorPage
      id="company-editor"
      title={words("company.editor.title")}
      list={{ label: words("global.title"), href: url.href({ new: null, edit: null, id: null }) }}
      {...(edited === undefined || opened === null
        ? {}
        : { thing: { label: opened.name, href: url.href({ edit: null, id: edited }) } })}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
