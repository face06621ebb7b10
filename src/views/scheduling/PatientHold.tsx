import { useSyncExternalStore } from "react"
import { heldMillis } from "#schemas/scheduling/patientDeeds.ts"
import type { PatientVisit } from "#schemas/scheduling/patientBooking.ts"
import type { PatientProps, PatientSpeech } from "./PatientBookingView.tsx"
import { dayOf, timeOf } from "./patientTimes.ts"

type Props = PatientProps & { readonly speech: PatientSpeech }

/** How long the seat is still held; said once when less than a minute is left, and seen all the time. */
const Countdown = ({ visit, secondsLeft, speech }: Props & { readonly visit: PatientVisit }) => {
  const left = useSyncExternalStore(secondsLeft.subscribe, () => secondsLeft.read(visit))
  return (
    <>
      <span className={left < 60 ? "patient-left patient-left-short" : "patient-left"} aria-hidden="true">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
        <small>{speech.say("held")}</small>
      </span>
      <progress max={Math.max(1, heldMillis(visit) / 1_000)} value={left} aria-hidden="true" />
      <span className="visually-hidden" role="status">
        {left < 60 ? speech.say("soon") : speech.say("heldTitle")}
      </span>
    </>
  )
}

/** What is held stays at the bottom with what is decided about it. */
export const HoldBar = (props: Props) => {
  const { snapshot, send, speech } = props
  const { link, deed } = snapshot.context
  const visit = link?.visit
  const isDeciding = snapshot.matches("acting") && ["book", "extend", "release", "hold"].includes(deed.verb)
  if (visit?.status !== "pending" || !(snapshot.matches("held") || isDeciding)) return null
  const waits = snapshot.matches("acting")
  const { say, language } = speech
  return (
    <footer className="patient-hold">
      <p className="patient-held">
        <span>
          <strong>
            {dayOf(visit.startsAt, visit.zone, language)}, {timeOf(visit.startsAt, visit.zone, language)}
          </strong>
          <small>{visit.place.name}</small>
        </span>
        <Countdown {...props} visit={visit} />
      </p>
      <button type="button" className="patient-primary" disabled={waits} onClick={() => send({ type: "book.pressed" })}>
        {say("book")}
      </button>
      <p className="patient-deeds">
        {visit.isExtended ? null : (
          <button
            type="button"
            className="patient-quiet"
            disabled={waits}
            onClick={() => send({ type: "extend.pressed" })}
          >
            {say("extend")}
          </button>
        )}
        <button
          type="button"
          className="patient-quiet"
          disabled={waits}
          onClick={() => send({ type: "release.pressed" })}
        >
          {say("release")}
        </button>
      </p>
      <p className="patient-muted patient-small">{say("change")}</p>
    </footer>
  )
}
