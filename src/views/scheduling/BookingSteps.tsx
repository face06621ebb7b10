import { useContext } from "react"
import { useIntl } from "react-intl"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { BookableLocation } from "#schemas/scheduling/appointment.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { FoldedStep } from "#views/parts/FoldedStep.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { dayIn, Now, Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CompanyStep, lacksCompany } from "./CompanyStep.tsx"
import { NothingToBook } from "./NothingToBook.tsx"
import { PatientFacts } from "./PatientFacts.tsx"
import { nameOf } from "./patientName.ts"
import { isBeforePatient, PatientStep } from "./PatientStep.tsx"

type Props = {
  readonly person: SignedInPerson
  readonly page: Seen<BookingSnapshot, BookingEvent>
  readonly patients: SeenReading<ReadonlyArray<Patient>>
  readonly form: SeenForm | undefined
  readonly stages: SeenReading<StageList>
  readonly locations: SeenReading<ReadonlyArray<BookableLocation>>
}

/** The stage that is booked for: the one that was chosen, or else the one that comes next. */
const stageOf = ({ page: { snapshot }, stages }: Pick<Props, "page" | "stages">) => {
  const { stages: all = [], nextStageId = null } = stages.snapshot.context.data ?? {}
  const { stageId = nextStageId } = snapshot.context
  return { offered: all.filter((stage) => stage.isActive || stage.stageId === stageId), stageId }
}

/** For which stage the patient comes; a company without stages has none of this. */
const StageChoice = (props: Props) => {
  const words = useWords()
  const { offered, stageId } = stageOf(props)
  if (offered.length === 0) return null
  return (
    <label className="field">
      <span className="field-label">{words("booking.stage")}</span>
      <select
        className="input"
        value={stageId ?? ""}
        onChange={({ currentTarget: { value } }) => {
          const chosen = offered.find((stage) => String(stage.stageId) === value)
          props.page.send({ type: "stage.chosen", stageId: chosen?.stageId ?? null })
        }}
      >
        <option value="">{words("booking.stage.none")}</option>
        {offered.map(({ stageId: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

const LocationChoice = (props: { readonly location: BookableLocation; readonly onPress: () => void }) => {
  const words = useWords()
  const { name, city, miles, seatsLeft, firstStartsAt, timezone } = props.location
  return (
    <button type="button" className="choice-row" onClick={props.onPress}>
      <strong>{name}</strong>
      <span className="muted">
        {city}
        {miles !== null && `, ${words("booking.location.miles", { miles })}`},{" "}
        {words("booking.location.free", { seats: seatsLeft })}
      </span>
      {firstStartsAt !== null && (
        <span className="muted">
          <Time at={firstStartsAt} zone={timezone} />
        </span>
      )}
    </button>
  )
}

const LocationStep = (props: Props) => {
  const { page, locations, person } = props
  const { send } = page
  const { stageId } = stageOf(props)
  const words = useWords()
  const intl = useIntl()
  const now = useContext(Now)
  const choose = (location: BookableLocation) =>
    send({ type: "location.chosen", location, startDate: dayIn(intl, now, location.timezone) ?? "2026-01-01", stageId })
  return (
    <Reading of={locations}>
      {(found) =>
        found.length === 0 ? (
          <NothingToBook lacks="locations" rights={person} />
        ) : (
          <>
            {found.every(({ firstStartsAt }) => firstStartsAt === null) && (
              <NothingToBook lacks="times" rights={person} />
            )}
            <ul className="choices" aria-label={words("booking.locations")}>
              {found.map((location) => (
                <li key={location.hashedId}>
                  <LocationChoice location={location} onPress={() => choose(location)} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Reading>
  )
}

/** The steps of a booking: who, where, when. Those that are done are one line. */
export const BookingSteps = (props: Props) => {
  const words = useWords()
  const { snapshot, send } = props.page
  const { patient, location } = snapshot.context
  const { offered, stageId } = stageOf(props)
  const stage = offered.find((one) => one.stageId === stageId)
  const isChoosing = snapshot.matches("location") || snapshot.matches("times")
  const focus = { on: "heading", times: 0 } as const
  return (
    <ol className="folded-steps" aria-label={words("booking.steps")}>
      <CompanyStep person={props.person} />
      <FoldedStep
        number={2}
        title={words("booking.step.patient")}
        isOpen={isBeforePatient(snapshot) && !lacksCompany(props.person)}
        isDone={patient !== null}
        said={
          patient !== null && (
            <>
              {nameOf(patient)}{" "}
              <span className="muted">
                <PatientFacts {...patient} />
              </span>
            </>
          )
        }
        onChange={isChoosing ? () => send({ type: "patient.changed" }) : undefined}
        focus={focus}
      >
        <PatientStep {...props} />
      </FoldedStep>
      <FoldedStep
        number={3}
        title={words("booking.step.location")}
        isOpen={snapshot.matches("location")}
        isDone={location !== null && !isBeforePatient(snapshot) && !snapshot.matches("location")}
        said={location !== null && [`${location.name}, ${location.city}`, stage?.name].filter(Boolean).join(": ")}
        onChange={snapshot.matches("times") ? () => send({ type: "location.changed" }) : undefined}
        focus={focus}
      >
        <StageChoice {...props} />
        <LocationStep {...props} />
      </FoldedStep>
      <FoldedStep
        number={4}
        title={words("booking.step.time")}
        isOpen={snapshot.matches("times") || snapshot.matches("holding")}
        isDone={snapshot.matches("held") || snapshot.matches("booked")}
        focus={focus}
      />
    </ol>
  )
}
