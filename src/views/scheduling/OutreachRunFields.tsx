import { Link } from "wouter"
import { sendersOf, templatesOf, type CampaignParts } from "#schemas/outreach/campaignForm.ts"
import { purposes } from "#schemas/outreach/template.ts"
import type { OutreachRunValues } from "#schemas/scheduling/outreachRunForm.ts"
import { last } from "#schemas/scheduling/recurrence.ts"
import { useListOptions, useNotOffered } from "#views/outreach/useNotOffered.ts"
import { DateField } from "#views/parts/DateField.tsx"
import { Field, SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { TimeField } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { WeekdayChoice } from "./WeekdayChoice.tsx"
import { useWeekdays } from "./weekdays.ts"

type FieldsProps = {
  readonly form: SeenForm
  /** Prefix of the controls' ids. */
  readonly id: string
}

/** What the form of a run holds. */
export const runValues = ({ snapshot }: SeenForm): OutreachRunValues =>
  snapshot.context.values as unknown as OutreachRunValues

const monthDays = Array.from({ length: 31 }, (_, index) => index + 1)
const weeks = [1, 2, 3, 4, last] as const

/** What a run sends: the template, to whom, and from which number; where nothing can be chosen, the way to get it. */
export const WhatFields = ({ choices, ...props }: FieldsProps & { readonly choices: CampaignParts }) => {
  const words = useWords()
  const notOffered = useNotOffered()
  const { lists } = choices
  const [templates, senders] = [templatesOf(choices, "SMS"), sendersOf(choices, "SMS")]
  return (
    <Section title={words("runs.field.what")}>
      <div className="form-fields">
        <TextField
          {...props}
          name="name"
          label={words("runs.name")}
          hint={words("runs.field.name.hint")}
          maxLength={60}
        />
        <SelectField
          {...props}
          name="templateId"
          numeric
          label={words("runs.template")}
          hint={notOffered.templates("SMS", choices.notOffered.SMS)}
          none={words("runs.field.template.none")}
          options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        />
        {templates.length === 0 && (
          <Notice intent="warning">
            <Link href="/sms">{words("runs.field.template.missing")}</Link>
          </Notice>
        )}
        <SelectField
          {...props}
          name="listId"
          numeric
          label={words("runs.sentTo")}
          hint={[words("runs.field.list.hint"), notOffered.lists(lists)].join(" ").trim()}
          none={words("runs.field.list.none")}
          options={useListOptions()(lists)}
        />
        {lists.length === 0 && (
          <Notice intent="warning">
            <Link href="/database">{words("runs.field.list.missing")}</Link>
          </Notice>
        )}
        <SelectField
          {...props}
          name="senderId"
          numeric
          label={words("runs.sender")}
          hint={notOffered.senders("SMS", choices.senders.length - senders.length)}
          none={words("runs.field.sender.none")}
          options={senders.map(({ senderId, label, e164 }) => ({
            value: senderId,
            label: `${label}, ${phoneText(e164)}`,
          }))}
        />
        <SelectField
          {...props}
          name="purpose"
          label={words("runs.purpose")}
          options={purposes.map((purpose) => ({ value: purpose, label: words(`purpose.${purpose}`) }))}
        />
      </div>
    </Section>
  )
}

const Weekdays = (props: FieldsProps) => {
  const words = useWords()
  return (
    <Field {...props} name="weekdays" label={words("runs.field.weekdays")}>
      {({ id }) => (
        <WeekdayChoice
          id={id}
          label={words("runs.field.weekdays")}
          days={runValues(props.form).weekdays}
          onChange={(days) => changeField(props.form, "weekdays", days)}
        />
      )}
    </Field>
  )
}

const Monthly = (props: FieldsProps) => {
  const words = useWords()
  const weekdays = useWeekdays()
  const { monthlyBy } = runValues(props.form)
  return (
    <>
      <SelectField
        {...props}
        name="monthlyBy"
        label={words("runs.field.monthlyBy")}
        options={(["day", "weekday"] as const).map((by) => ({ value: by, label: words(`runs.field.monthlyBy.${by}`) }))}
      />
      {monthlyBy === "day" ? (
        <SelectField
          {...props}
          name="monthDay"
          numeric
          label={words("runs.field.monthDay")}
          hint={words("runs.field.monthDay.hint")}
          options={[
            ...monthDays.map((day) => ({ value: day, label: String(day) })),
            { value: last, label: words("runs.field.monthDay.last") },
          ]}
        />
      ) : (
        <div className="run-pair">
          <SelectField
            {...props}
            name="monthWeek"
            numeric
            label={words("runs.field.monthWeek")}
            options={weeks.map((week) => ({ value: week, label: words("runs.field.monthWeek.option", { week }) }))}
          />
          <SelectField
            {...props}
            name="monthWeekday"
            numeric
            label={words("runs.field.monthWeekday")}
            options={weekdays.map((name, day) => ({ value: day, label: name }))}
          />
        </div>
      )}
    </>
  )
}

const End = (props: FieldsProps) => {
  const words = useWords()
  const { ends, firstDate } = runValues(props.form)
  return (
    <div className="run-pair">
      <SelectField
        {...props}
        name="ends"
        label={words("runs.field.ends")}
        options={(["never", "on", "after"] as const).map((end) => ({
          value: end,
          label: words(`runs.field.ends.${end}`),
        }))}
      />
      {ends === "on" && (
        <DateField {...props} name="untilDate" nullable label={words("runs.field.untilDate")} min={firstDate} />
      )}
      {ends === "after" && (
        <TextField
          {...props}
          name="count"
          type="number"
          label={words("runs.field.count")}
          hint={words("runs.field.count.hint")}
        />
      )}
    </div>
  )
}

/** When a run sends: how often, from when on and until when, at which time of which zone. */
export const WhenFields = (props: FieldsProps) => {
  const words = useWords()
  const { frequency } = runValues(props.form)
  return (
    <Section title={words("runs.field.when")}>
      <div className="form-fields">
        <SelectField
          {...props}
          name="frequency"
          label={words("runs.field.frequency")}
          options={(["once", "daily", "weekly", "monthly"] as const).map((one) => ({
            value: one,
            label: words(`runs.field.frequency.${one}`),
          }))}
        />
        {frequency !== "once" && (
          <TextField {...props} name="interval" type="number" label={words(`runs.field.interval.${frequency}`)} />
        )}
        {frequency === "weekly" && <Weekdays {...props} />}
        {frequency === "monthly" && <Monthly {...props} />}
        <DateField
          {...props}
          name="firstDate"
          label={words(frequency === "once" ? "runs.field.onDate" : "runs.firstDate")}
        />
        <div className="run-pair">
          <TimeField {...props} name="time" label={words("runs.field.time")} />
          <ZoneField {...props} name="timezone" label={words("runs.zone")} />
        </div>
        {frequency !== "once" && <End {...props} />}
      </div>
    </Section>
  )
}
