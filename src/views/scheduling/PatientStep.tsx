import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { PatientFacts } from "./PatientFacts.tsx"

type Props = {
  readonly page: Seen<BookingSnapshot, BookingEvent>
  readonly patients: SeenReading<ReadonlyArray<Patient>>
}

/** A patient as lists name them. */
export const nameOf = ({ firstName, lastName }: Pick<Patient, "firstName" | "lastName">): string =>
  `${lastName}, ${firstName}`

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

/** Looks for the patient by a part of their name, phone or id. */
export const PatientStep = ({ page, patients }: Props) => {
  const words = useWords()
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
    </>
  )
}
