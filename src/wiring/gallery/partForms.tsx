import type { FieldError } from "#schemas/problem.ts"
import { AddressFields } from "#views/parts/AddressFields.tsx"
import { Calendar } from "#views/parts/Calendar.tsx"
import { Combo } from "#views/parts/Combo.tsx"
import { DateField } from "#views/parts/DateField.tsx"
import { CheckField, ChoiceField, SelectField, TextAreaField, TextField } from "#views/parts/Field.tsx"
import { FileButton } from "#views/parts/FileButton.tsx"
import { FoldedStep } from "#views/parts/FoldedStep.tsx"
import { Form } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Steps } from "#views/parts/Steps.tsx"
import { TimeField } from "#views/parts/TimeField.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { seenForm } from "./partStates.ts"

const nothing = (): void => undefined

const values = {
  ...{ name: "", text: "It is time for your flu shot.", list: 4, purpose: "Reminder", now: true },
  ...{ day: "2026-11-23", time: "09:30", zone: "America/New_York" },
  ...{ closed: [{ day: "2026-12-25" }] },
  ...{ line1: "60 Long Wharf", line2: "", city: "Boston", state: "MA", zip: "02110", country: "US" },
}

const labels = { name: "Name", text: "Text", list: "List", purpose: "Purpose", day: "Day", time: "Time", zone: "Zone" }
const purposes = ["Survey", "Reminder"].map((label) => ({ value: label, label }))

/** Every kind of field in one form; with errors, after it was refused for them. */
export const FormSample = ({ errors }: { readonly errors: ReadonlyArray<FieldError> }) => {
  const form = seenForm(values, errors)
  const of = { form, id: "parts" }
  return (
    <Page title="New campaign">
      <Form form={form} id="parts" labels={labels}>
        <TextField {...of} name="name" label={labels.name} hint="Staff see it, patients do not." />
        <TextAreaField {...of} name="text" label={labels.text} optional />
        <SelectField {...of} name="list" label={labels.list} numeric options={[{ value: 4, label: "Recalls" }]} />
        <ChoiceField {...of} name="purpose" label={labels.purpose} options={purposes} />
        <CheckField {...of} name="now" label="Start at once" />
        <DateField {...of} name="day" label={labels.day} />
        <TimeField {...of} name="time" label={labels.time} />
        <ZoneField {...of} name="zone" label={labels.zone} />
        <ListField
          {...of}
          name="closed"
          label="Closed days"
          itemLabel={(place) => `Closed day ${place}`}
          addLabel="Add a day"
          empty={{ day: "" }}
        >
          {(prefix) => <DateField {...of} name={`${prefix}.day`} label={labels.day} />}
        </ListField>
        <AddressFields {...of} prefix="" />
      </Form>
    </Page>
  )
}

/** Why the form of the gallery was refused. */
export const refusals: ReadonlyArray<FieldError> = [
  { field: "name", message: "Enter a name of 3 to 80 characters." },
  { field: "day", message: "Choose a day from today on." },
]

const focus = { on: "heading", times: 0 } as const

/** Work in several steps, as a line of them and as steps that fold, and the fields that stand outside forms. */
export const StepsSample = () => (
  <Page title="Import">
    <Steps
      label="Steps"
      current="columns"
      steps={["File", "Columns", "Check", "Import"].map((label) => ({ id: label.toLowerCase(), label }))}
      note="9,961 rows"
    />
    <ol className="folded-steps">
      <FoldedStep
        number={1}
        title="Message"
        isOpen={false}
        isDone
        said="Flu shot reminder"
        onChange={nothing}
        focus={focus}
      />
      <FoldedStep number={2} title="People" isOpen isDone={false} focus={focus}>
        <FileButton
          label="Choose a file"
          accept=".csv"
          busy={false}
          hint="CSV or Excel, up to 20 MB"
          onChoose={nothing}
        />
      </FoldedStep>
      <FoldedStep number={3} title="When" isOpen={false} isDone={false} focus={focus} />
    </ol>
    <Section title="A list that is searched, and a month">
      <Combo
        id="parts-combo"
        aria-label="Sender"
        value="1"
        shown="Northwind Clinics"
        optionsFor={() => [{ value: "1", label: "Northwind Clinics" }]}
        onChoose={nothing}
      />
      <Calendar
        sheet="parts-month"
        at="2026-11-23"
        value="2026-11-24"
        min="2026-11-10"
        onPoint={nothing}
        onChoose={nothing}
      />
    </Section>
  </Page>
)
