import { Button } from "@blueprintjs/core"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { KnownPatient, NewPatientForm } from "./NewPatient.tsx"
import { PatientFacts } from "./PatientFacts.tsx"
import { nameOf } from "./patientName.ts"

type Props = {
  readonly page: Seen<BookingSnapshot, BookingEvent>
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  /** The form of a new patient while one is written. */
  readonly form: SeenForm | undefined
}

/** Whether the patient is being chosen or added. */
export const isBeforePatient = (snapshot: BookingSnapshot): boolean =>
  snapshot.matches("patient") || snapshot.matches("writing") || snapshot.matches("known")

const Found = ({ page: { send }, found }: Pick<Props, "page"> & { readonly found: ReadonlyArray<Patient> }) => {
  const words = useWords()
  return (
    <ul className="choices" aria-label={words("booking.patients")}>
      {found.slice(0, 20).map((patient) => (
        <li key={patient.hashedId}>
          <button type="button" className="choice-row" onClick={() => send({ type: "patient.chosen", patient })}>
            <strong>{nameOf(patient)}</strong>
            <span className="muted">
              <PatientFacts {...patient} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Looks for the patient by a part of their name, phone or id, or adds one who is not on record yet. */
export const PatientStep = ({ page, patients, form }: Props) => {
  const words = useWords()
  if (form !== undefined) return <NewPatientForm form={form} />
  if (page.snapshot.matches("known")) return <KnownPatient page={page} />
  return (
    <>
      <search>
        <SearchBox
          label={words("booking.search")}
          value={page.snapshot.context.searched}
          onChange={(searched) => page.send({ type: "search.changed", searched })}
        />
      </search>
      <Reading of={patients} idle={<p className="hint">{words("booking.search.hint")}</p>}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title={words("booking.search.none")}>{words("booking.search.none.text")}</EmptyState>
          ) : (
            <Found page={page} found={found} />
          )
        }
      </Reading>
      <Button text={words("booking.new")} onClick={() => page.send({ type: "new.pressed" })} />
    </>
  )
}
