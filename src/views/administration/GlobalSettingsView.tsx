import type { GlobalSettingsEvent, GlobalSettingsSnapshot } from "#machines/administration/globalSettings.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { languages } from "#schemas/administration/companyDraft.ts"
import { states, type GlobalSettingsReply } from "#schemas/administration/globalSettings.ts"
import { SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { TimeField } from "#views/parts/TimeField.tsx"
import { useLanguageNames, useWords, Word } from "#views/parts/Words.tsx"
import { compareValues } from "#views/parts/compareValues.tsx"
import { GlobalTabs } from "./GlobalTabs.tsx"

type Props = {
  readonly page: Seen<GlobalSettingsSnapshot, GlobalSettingsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
}

const id = "rules"
const emptyWord = { language: "en", word: "" }
const emptyHours = { state: "", from: "08:00", to: "20:00" }

type FormProps = { readonly form: SeenForm; readonly id: string; readonly disabled: boolean }

const OptOut = ({ opened, ...props }: FormProps & { readonly opened: GlobalSettingsReply }) => {
  const words = useWords()
  const languageNames = useLanguageNames()
  return (
    <Section title={words("globalSettings.optOut")}>
      {opened.lawWords.map((entry) => (
        <details key={entry.language}>
          <summary>
            {words("globalSettings.optOut.law", { language: languageNames(entry.language), count: entry.words.length })}
          </summary>
          <p className="muted">{entry.words.join(", ")}</p>
        </details>
      ))}
      <ListField
        {...props}
        name="optOutWords"
        label={words("globalSettings.optOutWords")}
        hint={words("globalSettings.optOut.hint")}
        itemLabel={(number) => words("globalSettings.optOut.word", { number })}
        addLabel={words("globalSettings.optOut.add")}
        empty={emptyWord}
      >
        {(prefix) => (
          <>
            <TextField {...props} name={`${prefix}.word`} label={words("globalSettings.word")} maxLength={60} />
            <SelectField
              {...props}
              name={`${prefix}.language`}
              label={words("globalSettings.language")}
              options={languages.map((tag) => ({ value: tag, label: languageNames(tag) }))}
            />
          </>
        )}
      </ListField>
    </Section>
  )
}

const Hours = (props: FormProps) => {
  const words = useWords()
  return (
    <Section title={words("globalSettings.hours")}>
      <ListField
        {...props}
        name="quietHours"
        label={words("globalSettings.quietHours")}
        hint={words("globalSettings.hours.hint")}
        itemLabel={(number) => words("globalSettings.hours.rule", { number })}
        addLabel={words("globalSettings.hours.add")}
        empty={emptyHours}
      >
        {(prefix) => (
          <>
            <SelectField
              {...props}
              name={`${prefix}.state`}
              label={words("globalSettings.state")}
              none="–"
              options={states.map((state) => ({ value: state, label: state }))}
            />
            <TimeField {...props} name={`${prefix}.from`} label={words("globalSettings.from")} />
            <TimeField {...props} name={`${prefix}.to`} label={words("globalSettings.to")} />
          </>
        )}
      </ListField>
    </Section>
  )
}

const Numbers = (props: FormProps) => {
  const words = useWords()
  return (
    <>
      <Section title={words("globalSettings.cap")}>
        <p className="muted">{words("globalSettings.cap.hint")}</p>
        <div className="list-row-fields">
          <TextField {...props} name="capTexts" type="number" optional label={words("globalSettings.capTexts")} />
          <TextField {...props} name="capDays" type="number" label={words("globalSettings.capDays")} />
        </div>
      </Section>
      <Section title={words("globalSettings.retention")}>
        <p className="muted">{words("globalSettings.retention.hint")}</p>
        <div className="list-row-fields">
          {(["reportDays", "mailDays", "fileDays"] as const).map((name) => (
            <TextField key={name} {...props} name={name} type="number" label={words(`globalSettings.${name}`)} />
          ))}
        </div>
      </Section>
    </>
  )
}

const rowFields = { optOutWords: ["word", "language"], quietHours: ["state", "from", "to"] } as const
const rowNames = { optOutWords: "globalSettings.optOut.word", quietHours: "globalSettings.hours.rule" } as const

/** The names of all fields as the error summary lists them, those of rows with their number. */
const useLabels = (form: SeenForm): Readonly<Record<string, string>> => {
  const words = useWords()
  const { values } = form.snapshot.context
  const rows = (["optOutWords", "quietHours"] as const).flatMap((list) =>
    ((values[list] ?? []) as ReadonlyArray<unknown>).flatMap((_, place) =>
      rowFields[list].map((field) => [
        `${list}.${place}.${field}`,
        `${words(rowNames[list], { number: place + 1 })}, ${words(`globalSettings.${field}`)}`,
      ]),
    ),
  )
  return {
    optOutWords: words("globalSettings.optOutWords"),
    quietHours: words("globalSettings.quietHours"),
    helpText: words("globalSettings.helpText"),
    capTexts: words("globalSettings.capTexts"),
    capDays: words("globalSettings.capDays"),
    reportDays: words("globalSettings.reportDays"),
    mailDays: words("globalSettings.mailDays"),
    fileDays: words("globalSettings.fileDays"),
    ...Object.fromEntries(rows),
  }
}

const Writing = ({
  form,
  opened,
  reason,
}: {
  readonly form: SeenForm
  readonly opened: GlobalSettingsReply
  readonly reason: string | undefined
}) => {
  const words = useWords()
  const props = { form, id, disabled: reason !== undefined }
  const labels = useLabels(form)
  return (
    <Form
      form={form}
      id={id}
      labels={labels}
      compare={compareValues(labels)}
      submitLabel={words("globalSettings.save")}
      cancelLabel={words("globalSettings.undo")}
      disabledReason={reason}
    >
      <p className="muted">
        {opened.updatedOn === null ? (
          <Word id="globalSettings.never" />
        ) : (
          <Word id="globalSettings.updated" values={{ time: <Time key="time" at={opened.updatedOn} inSentence /> }} />
        )}
      </p>
      <OptOut {...props} opened={opened} />
      <Section title={words("globalSettings.help")}>
        <TextAreaField
          {...props}
          name="helpText"
          optional
          rows={3}
          label={words("globalSettings.helpText")}
          hint={words("globalSettings.help.hint")}
        />
      </Section>
      <Hours {...props} />
      <Numbers {...props} />
    </Form>
  )
}

/** `/global?section=rules`: what holds for all companies (docs/policy.md#rules-for-all). */
export const GlobalSettingsView = ({ page, url, rights, form }: Props) => {
  const words = useWords()
  const { opened } = page.snapshot.context
  return (
    <Page title={words("global.title")} lead={words("global.lead")}>
      <GlobalTabs url={url} />
      <Opening page={page} lines={12} />
      {form !== undefined && opened !== null && (
        <Writing form={form} opened={opened} reason={missingRight(rights, "ControlPanel.SaveGlobalSettings")} />
      )}
    </Page>
  )
}
