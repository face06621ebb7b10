import type { WaitlistEvent, WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { LocationDays } from "#schemas/scheduling/appointment.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import { PartOfDay } from "#schemas/scheduling/waitlist.ts"
import { Button } from "@blueprintjs/core"
import { DateField } from "#views/parts/DateField.tsx"
import { CheckField, SelectField, TextField } from "#views/parts/Field.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import { Form, fieldValue, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { useWeekdays } from "./weekdays.ts"

type PageOf = Seen<WaitlistSnapshot, WaitlistEvent>

/** Whom the waitlist is for: looked for by name, phone or id. */
export const ChoosePatient = (props: {
  readonly page: PageOf
  readonly patients: SeenReading<ReadonlyArray<Patient>>
}) => {
  const words = useWords()
  const { snapshot, send } = props.page
  return (
    <Section title={words("waitlist.choose.title")} level={3} arrives>
      <search>
        <SearchBox
          label={words("waitlist.choose.search")}
          value={snapshot.context.searched}
          onChange={(searched) => send({ type: "search.changed", searched })}
        />
      </search>
      <Reading of={props.patients} idle={<p className="hint">{words("waitlist.choose.hint")}</p>}>
        {(found) =>
          found.length === 0 ? (
            <p className="hint">{words("waitlist.choose.none")}</p>
          ) : (
            <ul className="waitlist-found" aria-label={words("waitlist.choose.found")}>
              {found.slice(0, 10).map((patient) => (
                <li key={patient.hashedId}>
                  <Button
                    variant="minimal"
                    alignText="start"
                    fill
                    text={[`${patient.firstName} ${patient.lastName}`, patient.externalId, patient.phone]
                      .filter((fact) => fact !== null && fact !== "")
                      .join(", ")}
                    onClick={() => send({ type: "patient.chosen", patient })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
      <Button size="small" text={words("part.cancel")} onClick={() => send({ type: "choosing.dismissed" })} />
    </Section>
  )
}

const id = "waitlist"

/** What a person waits for: where, on which days, and when in the day. */
export const WaitlistForm = (props: {
  readonly form: SeenForm
  readonly places: ReadonlyArray<LocationDays>
  readonly groups: SeenReading<ReadonlyArray<LocationGroupCount>>
}) => {
  const { form, places, groups } = props
  const words = useWords()
  const weekdays = useWeekdays()
  const known = groups.snapshot.context.data ?? []
  const field = { form, id }
  const labels = {
    "entry.patientHashedId": words("appointments.patient"),
    place: words("waitlist.form.place"),
    part: words("waitlist.form.part"),
    from: words("waitlist.form.from"),
    until: words("waitlist.form.until"),
    note: words("waitlist.form.note"),
  }
  return (
    <Section title={words("waitlist.form.title", { name: String(fieldValue(form, "name")) })} level={3} arrives>
      <Form form={form} id={id} submitLabel={words("waitlist.form.save")} labels={labels}>
        <SelectField
          {...field}
          name="place"
          label={labels.place}
          none={words("waitlist.anywhere")}
          options={[
            ...known.map(({ name }) => ({
              value: `in:${name}`,
              label: words("waitlist.form.place.group", { group: name }),
            })),
            ...places.map(({ hashedId, name }) => ({ value: `at:${hashedId}`, label: name })),
          ]}
        />
        <SelectField
          {...field}
          name="part"
          label={labels.part}
          options={PartOfDay.literals.map((part) => ({ value: part, label: words(`waitlist.form.part.${part}`) }))}
        />
        <fieldset className="waitlist-days">
          <legend>{words("waitlist.form.weekdays")}</legend>
          <p className="field-hint">{words("waitlist.form.weekdays.hint")}</p>
          {weekdays.map((name, day) => (
            <CheckField key={name} {...field} name={`weekdays.${day}`} label={name} />
          ))}
        </fieldset>
        <DateField {...field} name="from" label={labels.from} optional />
        <DateField {...field} name="until" label={labels.until} optional />
        <TextField {...field} name="note" label={labels.note} optional maxLength={500} />
      </Form>
    </Section>
  )
}
