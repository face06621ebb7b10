import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { ProfileEvent, ProfileSnapshot } from "#machines/administration/profile.machine.ts"
import type { Profile } from "#schemas/administration/profile.ts"
import type { Rights } from "#schemas/access.ts"
import { interfaceLanguages } from "#schemas/interfaceLanguages.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { ChoiceField, SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { ThingColumns } from "#views/parts/Thing.tsx"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { compareValues } from "#views/parts/compareValues.tsx"
import { NoticeFields, useNoticeLabels } from "./NoticeFields.tsx"
import { OwnAccess } from "./OwnAccess.tsx"

type Props = {
  readonly page: Seen<ProfileSnapshot, ProfileEvent>
  readonly form: SeenForm | undefined
  readonly rights: Rights
  /** Where password and second factor are changed, at the identity provider. */
  readonly accountUrl: string | undefined
  /** Where one is signed in: a part with a chart of its own. */
  readonly signIns: ReactNode
  /** The card of the company, for its Admin. */
  readonly card: ReactNode
}

const id = "profile"

const time = { hour: "numeric", minute: "2-digit" } as const
/** A moment that shows which number is which. */
const example = Date.UTC(2026, 10, 19, 14, 30)

/** Each in itself, for who reads no other. */
const languages = Object.entries(interfaceLanguages).map(([value, { name }]) => ({ value, label: name }))

const useExamples = () => {
  const intl = useIntl()
  const words = useWords()
  const written = (hourCycle: "h12" | "h23"): string =>
    new Intl.DateTimeFormat(intl.locale, { ...time, hourCycle, timeZone: "UTC" }).format(example)
  return {
    dates: [
      { value: "monthFirst", label: words("profile.dateFormat.monthFirst") },
      { value: "dayFirst", label: words("profile.dateFormat.dayFirst") },
    ],
    times: [
      { value: "12", label: written("h12") },
      { value: "24", label: written("h23") },
    ],
  }
}

const Details = ({
  form,
  opened,
  rights,
}: Pick<Props, "rights"> & {
  readonly form: SeenForm
  readonly opened: Profile
}) => {
  const words = useWords()
  const zoneName = useZoneName()
  const { dates, times } = useExamples()
  const props = { form, id }
  const labels = {
    displayName: words("profile.field.displayName"),
    signature: words("profile.field.signature"),
    language: words("profile.field.language"),
    timezone: words("profile.field.timezone"),
    dateFormat: words("profile.field.dateFormat"),
    timeFormat: words("profile.field.timeFormat"),
    density: words("profile.field.density"),
  }
  const compare = compareValues({ ...labels, ...useNoticeLabels() })
  return (
    <Form
      form={form}
      id={id}
      labels={labels}
      compare={compare}
      submitLabel={words("profile.save")}
      cancelLabel={words("profile.undo")}
    >
      <div className="form-columns">
        <div>
          <TextField
            {...props}
            name="displayName"
            label={labels.displayName}
            hint={words("profile.field.displayName.hint")}
            maxLength={120}
            autoComplete="name"
          />
          <TextField
            {...props}
            name="signature"
            label={labels.signature}
            hint={words("profile.field.signature.hint")}
            maxLength={80}
          />
          <SelectField
            {...props}
            name="language"
            label={labels.language}
            hint={words("profile.field.language.hint")}
            options={languages}
          />
          <ZoneField
            {...props}
            name="timezone"
            label={labels.timezone}
            hint={words("profile.field.timezone.hint")}
            none={words("profile.field.timezone.none", { zone: zoneName(opened.companyZone) })}
          />
          <div className="list-row-fields">
            <SelectField {...props} name="dateFormat" label={labels.dateFormat} options={dates} />
            <SelectField {...props} name="timeFormat" label={labels.timeFormat} options={times} />
          </div>
          <ChoiceField
            {...props}
            name="density"
            label={labels.density}
            hint={words("profile.field.density.hint")}
            options={(["compact", "comfortable"] as const).map((value) => ({
              value,
              label: words(`profile.density.${value}`),
            }))}
          />
        </div>
        <NoticeFields {...props} rights={rights} />
      </div>
    </Form>
  )
}

/** `/profile`: one's own name and preferences, and what one may do (docs/policy.md#profile). */
export const ProfileView = ({ page, form, rights, accountUrl, signIns, card }: Props) => {
  const words = useWords()
  const { opened } = page.snapshot.context
  const facts = opened && (
    <Word
      id="profile.facts"
      values={{
        email: opened.userName,
        type: <Said key="type">{userTypeNames[opened.userType]}</Said>,
        company: opened.companyName,
      }}
    />
  )
  return (
    <Page title={words("profile.title")} {...(facts === null ? {} : { lead: facts })}>
      {opened === null ? (
        <Opening page={page} lines={12} />
      ) : (
        <ThingColumns aside={<OwnAccess opened={opened} />}>
          <Section title={words("profile.details")} caption={words("profile.details.lead")}>
            {form === undefined ? (
              <Opening page={page} lines={8} />
            ) : (
              <Details form={form} opened={opened} rights={rights} />
            )}
          </Section>
          <Section title={words("profile.account")}>
            {accountUrl === undefined ? (
              <p className="muted">{words("profile.account.nowhere")}</p>
            ) : (
              <>
                <p className="muted">{words("profile.account.text")}</p>
                <p>
                  <a href={accountUrl} className="lone-link">
                    {words("profile.account.open")}
                  </a>
                </p>
              </>
            )}
          </Section>
          {card}
          {signIns}
        </ThingColumns>
      )}
    </Page>
  )
}
