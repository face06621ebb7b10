import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import type { TextsEvent, TextsSnapshot } from "#machines/scheduling/appointmentTexts.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import {
  mostReminders,
  type AppointmentTexts,
  type ReminderStep,
  type TextsValues,
} from "#schemas/scheduling/appointmentText.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { TextKinds } from "./TextKinds.tsx"

type Props = {
  readonly page: Seen<TextsSnapshot, TextsEvent>
  readonly url: PageUrl
  readonly person: Rights
  readonly form: SeenForm | undefined
}
type Written = { readonly form: SeenForm; readonly opened: AppointmentTexts }

const formId = "texts"
const units = ["minutes", "hours", "days"] as const

const Compared = (props: Pick<Written, "opened"> & { readonly theirs: TextsValues; readonly mine: TextsValues }) => {
  const { opened, theirs, mine } = props
  const words = useWords()
  const row = (label: string, textOf: (values: TextsValues) => string) => ({
    label,
    mine: textOf(mine),
    theirs: textOf(theirs),
  })
  return (
    <Comparison
      rows={[
        row(
          words("texts.sender"),
          ({ senderId }) => opened.senders.find((one) => one.senderId === senderId)?.e164 ?? "",
        ),
        row(words("texts.kinds"), ({ kinds }) => kinds.map((kind) => words(`texts.kind.${kind}`)).join("\n")),
        row(words("texts.reminders"), ({ reminders }) =>
          reminders.map(({ amount, unit }) => words(`texts.before.${unit}`, { amount })).join("\n"),
        ),
      ]}
    />
  )
}

const Sender = ({ form, opened: { senders } }: Written) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={formId}
        name="senderId"
        numeric
        label={words("texts.sender")}
        hint={words("texts.sender.hint")}
        none={words("texts.sender.none")}
        options={senders.map(({ senderId, label, e164 }) => ({
          value: senderId,
          label: `${label}, ${phoneText(e164)}`,
        }))}
      />
      {senders.length === 0 && <Notice intent="warning">{words("texts.sender.missing")}</Notice>}
    </>
  )
}

const newReminder: ReminderStep = { amount: 1, unit: "days" }

const Reminders = ({ form }: Pick<Written, "form">) => {
  const words = useWords()
  return (
    <ListField
      form={form}
      id={formId}
      name="reminders"
      label={words("texts.reminders")}
      hint={words("texts.reminders.hint")}
      itemLabel={(number) => words("texts.reminder", { number })}
      addLabel={words("texts.reminder.add")}
      empty={newReminder}
      most={mostReminders}
    >
      {(prefix) => (
        <>
          <TextField
            form={form}
            id={formId}
            name={`${prefix}.amount`}
            type="number"
            label={words("texts.reminder.amount")}
          />
          <SelectField
            form={form}
            id={formId}
            name={`${prefix}.unit`}
            label={words("texts.reminder.unit")}
            options={units.map((value) => ({ value, label: words(`texts.unit.${value}`) }))}
          />
        </>
      )}
    </ListField>
  )
}

const Writing = ({ url, person, form: running, opened }: Props & Written) => {
  const words = useWords()
  const form = leavingFor(url.href({ view: null }), running)
  const compare: Compare = (theirs, mine) => (
    <Compared opened={opened} theirs={theirs as TextsValues} mine={mine as TextsValues} />
  )
  const labels = {
    senderId: words("texts.sender"),
    kinds: words("texts.kinds"),
    reminders: words("texts.reminders"),
    ...Object.fromEntries(
      Array.from({ length: mostReminders }, (_, at) => [
        `reminders.${at}.amount`,
        `${words("texts.reminder", { number: at + 1 })}: ${words("texts.reminder.amount")}`,
      ]),
    ),
  }
  return (
    <Form
      form={form}
      id={formId}
      labels={labels}
      submitLabel={words("texts.save")}
      disabledReason={missingRight(person, "Appointment.SaveAppointmentTexts")}
      compare={compare}
    >
      <Sender form={form} opened={opened} />
      <TextKinds form={form} id={formId} opened={opened} />
      <Reminders form={form} />
    </Form>
  )
}

const NotSetUp = ({ page, person }: Props) => {
  const words = useWords()
  const reason = missingRight(person, "Appointment.SaveAppointmentTexts")
  return (
    <EmptyState
      title={words("texts.none")}
      action={
        <>
          <Button
            intent="primary"
            text={words("texts.begin")}
            disabled={reason !== undefined}
            onClick={() => page.send({ type: "begin.pressed" })}
          />
          {reason !== undefined && <p className="reason">{reason}</p>}
        </>
      }
    >
      {words("texts.none.text")}
    </EmptyState>
  )
}

/** `/appointment?view=texts`: which texts about appointments go out, from which number and when (docs/policy.md#texts-about-appointments). */
export const TextsView = (props: Props) => {
  const { page, url, form } = props
  const { opened } = page.snapshot.context
  const words = useWords()
  return (
    <Page
      title={words("appointments.title")}
      actions={
        <Link href={url.href({ view: null })} className="bp6-button">
          {words("texts.back")}
        </Link>
      }
    >
      <Section title={words("texts.title")} caption={words("texts.about")}>
        <Opening page={page} lines={6} />
        {page.snapshot.matches("notSetUp") && <NotSetUp {...props} />}
        {form !== undefined && opened !== null && <Writing {...props} form={form} opened={opened} />}
      </Section>
    </Page>
  )
}
