import type { SavedViewEditorEvent, SavedViewEditorSnapshot } from "#machines/reporting/savedViewEditor.machine.ts"
import { mailFrequencies, savedDays, savedViewLimits } from "#schemas/reporting/savedView.ts"
import type { SavedViewValues } from "#schemas/reporting/savedViewForm.ts"
import { last } from "#schemas/scheduling/recurrence.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { DateField } from "#views/parts/DateField.tsx"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { SeveralField } from "#views/parts/ListField.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useZoneName } from "#views/parts/Time.tsx"
import { TimeField } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { useWeekdays } from "#views/scheduling/weekdays.ts"

type Props = {
  readonly page: Seen<SavedViewEditorSnapshot, SavedViewEditorEvent>
  readonly form: SeenForm | undefined
  /** The zone of the company, by IANA name. */
  readonly zone: string
}

const formId = "saved-view"
/** The list: none of the filters of the report belongs to it. */
const savedViewsPath = "/report?tab=saved"
const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)

const valuesOf = ({ snapshot }: SeenForm): SavedViewValues => snapshot.context.values as unknown as SavedViewValues

const useLabels = () => {
  const words = useWords()
  return {
    name: words("savedViews.name"),
    days: words("savedViews.days"),
    from: words("savedViews.field.from"),
    to: words("savedViews.field.to"),
    frequency: words("savedViews.field.frequency"),
    weekdays: words("savedViews.field.weekdays"),
    monthDay: words("savedViews.field.monthDay"),
    time: words("savedViews.field.time"),
    recipients: words("savedViews.recipients"),
  }
}

const WhatFields = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const labels = useLabels()
  const { days, search } = valuesOf(form)
  const props = { form, id: formId }
  const offered = savedDays.filter((one) => one !== "whole" || search["campaign"] !== undefined)
  return (
    <>
      <TextField {...props} name="name" label={labels.name} maxLength={60} />
      <SelectField
        {...props}
        name="days"
        label={labels.days}
        hint={words("savedViews.field.days.hint")}
        options={offered.map((one) => ({ value: one, label: words(`savedViews.days.${one}`) }))}
      />
      {days === "chosen" && <DateField {...props} name="from" nullable label={labels.from} />}
      {days === "chosen" && <DateField {...props} name="to" nullable label={labels.to} />}
    </>
  )
}

const MailFields = ({ form, zone }: { readonly form: SeenForm; readonly zone: string }) => {
  const words = useWords()
  const labels = useLabels()
  const zoneName = useZoneName()
  const weekdays = useWeekdays()
  const { frequency, readers } = valuesOf(form)
  const props = { form, id: formId }
  return (
    <>
      <SelectField
        {...props}
        name="frequency"
        label={labels.frequency}
        hint={words("savedViews.field.frequency.hint", { days: savedViewLimits.linkDays })}
        options={mailFrequencies.map((one) => ({ value: one, label: words(`savedViews.field.frequency.${one}`) }))}
      />
      {frequency === "weekly" && (
        <SeveralField
          {...props}
          name="weekdays"
          label={labels.weekdays}
          options={weekdays.map((label, value) => ({ value, label }))}
        />
      )}
      {frequency === "monthly" && (
        <SelectField
          {...props}
          name="monthDay"
          numeric
          label={labels.monthDay}
          hint={words("savedViews.field.monthDay.hint")}
          options={[
            ...monthDays.map((day) => ({ value: day, label: String(day) })),
            { value: last, label: words("savedViews.field.monthDay.last") },
          ]}
        />
      )}
      {frequency !== "never" && (
        <TimeField
          {...props}
          name="time"
          label={labels.time}
          hint={words("savedViews.field.time.hint", { zone: zoneName(zone) })}
        />
      )}
      {frequency !== "never" && (
        <SeveralField
          {...props}
          name="recipients"
          label={labels.recipients}
          hint={words("savedViews.field.recipients.hint", { most: savedViewLimits.recipients })}
          options={readers.map(({ userId, name }) => ({ value: userId, label: name }))}
        />
      )}
    </>
  )
}

/** A view as someone else saved it, next to what the form holds. */
const ViewComparison = ({ theirs, mine }: { readonly theirs: SavedViewValues; readonly mine: SavedViewValues }) => {
  const words = useWords()
  const labels = useLabels()
  const weekdays = useWeekdays()
  const row = (label: string, textOf: (values: SavedViewValues) => string) => ({
    label,
    mine: textOf(mine),
    theirs: textOf(theirs),
  })
  return (
    <Comparison
      rows={[
        row(labels.name, ({ name }) => name),
        row(labels.days, ({ days }) => words(`savedViews.days.${days}`)),
        row(labels.from, ({ from }) => from ?? ""),
        row(labels.to, ({ to }) => to ?? ""),
        row(labels.frequency, ({ frequency }) => words(`savedViews.field.frequency.${frequency}`)),
        row(labels.weekdays, (values) => values.weekdays.map((day) => weekdays[day] ?? "").join(", ")),
        row(labels.monthDay, ({ monthDay }) =>
          monthDay === last ? words("savedViews.field.monthDay.last") : String(monthDay ?? ""),
        ),
        row(labels.time, ({ time }) => time),
        row(labels.recipients, ({ recipients, readers }) =>
          readers.flatMap(({ userId, name }) => (recipients.includes(userId) ? [name] : [])).join(", "),
        ),
      ]}
    />
  )
}

const Writing = ({
  form: running,
  back,
  zone,
}: Pick<Props, "zone"> & { readonly form: SeenForm; readonly back: string }) => {
  const words = useWords()
  const form = leavingFor(back, running)
  return (
    <Form
      form={form}
      id={formId}
      labels={useLabels()}
      submitLabel={words("savedViews.save")}
      compare={(theirs, mine) => (
        <ViewComparison theirs={theirs as unknown as SavedViewValues} mine={mine as unknown as SavedViewValues} />
      )}
    >
      <div className="form-fields">
        <WhatFields form={form} />
        <MailFields form={form} zone={zone} />
      </div>
    </Form>
  )
}

/** `/report?tab=saved&new` and `&edit=…`: saves a report under a name, and says when it is mailed and who receives it (docs/policy.md#saved-views). */
export const SavedViewEditorView = ({ page, form, zone }: Props) => {
  const words = useWords()
  const back = savedViewsPath
  return (
    <EditorPage
      id="saved-view-editor"
      title={words("savedViews.editor.title")}
      lead={words("savedViews.editor.lead")}
      list={{ label: words("savedViews.title"), href: back }}
      page={page}
    >
      {form !== undefined && <Writing form={form} back={back} zone={zone} />}
    </EditorPage>
  )
}
