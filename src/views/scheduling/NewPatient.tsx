import { Button } from "@blueprintjs/core"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import { languages } from "#schemas/administration/companyDraft.ts"
import { DateField } from "#views/parts/DateField.tsx"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { useLanguageName } from "#views/people/patientValues.ts"
import { PatientFacts } from "./PatientFacts.tsx"
import { nameOf } from "./patientName.ts"

/** Who a new patient is; what cannot be taken stands at its field. */
export const NewPatientForm = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const languageName = useLanguageName()
  const field = { form, id: "newPatient" }
  const labels = {
    firstName: words("booking.new.firstName"),
    lastName: words("booking.new.lastName"),
    dob: words("booking.new.dob"),
    phone: words("booking.new.phone"),
    externalId: words("booking.new.externalId"),
    language: words("booking.new.language"),
    zip: words("booking.new.zip"),
  }
  return (
    <Form form={form} id="newPatient" submitLabel={words("booking.new.save")} labels={labels}>
      <TextField {...field} name="firstName" label={labels.firstName} maxLength={100} />
      <TextField {...field} name="lastName" label={labels.lastName} maxLength={100} />
      <DateField {...field} name="dob" label={labels.dob} optional nullable />
      <TextField {...field} name="phone" label={labels.phone} type="tel" maxLength={40} />
      <TextField
        {...field}
        name="externalId"
        label={labels.externalId}
        hint={words("booking.new.externalId.hint")}
        optional
        maxLength={64}
      />
      <SelectField
        {...field}
        name="language"
        label={labels.language}
        optional
        none={words("booking.new.language.none")}
        options={languages.map((code) => ({ value: code, label: languageName(code) }))}
      />
      <TextField {...field} name="zip" label={labels.zip} optional maxLength={12} />
    </Form>
  )
}

/** Someone who was to be added is on record: they can be chosen instead of made twice. */
export const KnownPatient = ({ page: { snapshot, send } }: { readonly page: Seen<BookingSnapshot, BookingEvent> }) => {
  const words = useWords()
  const { known } = snapshot.context
  if (known === null) return null
  const { patient } = known
  return (
    <div className="notice notice-warning" tabIndex={-1} ref={focusOnMount}>
      <p className="notice-title">{words("booking.known")}</p>
      <p>
        <strong>{nameOf(patient)}</strong> <PatientFacts {...patient} />
      </p>
      <p>{words("booking.known.text")}</p>
      <div className="notice-actions">
        <Button
          intent="primary"
          text={words("booking.known.choose")}
          onClick={() => send({ type: "patient.chosen", patient })}
        />
        <Button text={words("booking.known.back")} onClick={() => send({ type: "new.pressed" })} />
      </div>
    </div>
  )
}
