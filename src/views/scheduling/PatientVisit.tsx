import type { PatientOffer, PatientVisit } from "#schemas/scheduling/patientBooking.ts"
import type { PatientProps, PatientSpeech } from "./PatientBookingView.tsx"
import { dayOf, minutesOfVisit, timeOf, zoneOf } from "./patientTimes.ts"

/** The way to call a place; nothing where it has no number. */
export const Call = ({ phone, say }: { readonly phone: string | undefined } & PatientSpeech) =>
  phone === undefined || phone === "" ? null : (
    <a className="patient-call" href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>
      {say("call", { phone })}
    </a>
  )

/** When and where a visit is, or one that is offered. */
export const VisitFacts = ({
  visit,
  speech,
}: {
  readonly visit: PatientVisit | PatientOffer
  readonly speech: PatientSpeech
}) => (
  <section className="patient-card patient-visit">
    <p className="patient-when">
      {dayOf(visit.startsAt, visit.zone, speech.language)}, {timeOf(visit.startsAt, visit.zone, speech.language)}
    </p>
    <p className="patient-muted">
      {zoneOf(visit.startsAt, visit.zone, speech.language)} ·{" "}
      {speech.say("minutes", { minutes: minutesOfVisit(visit) })}
    </p>
    <p className="patient-name">{visit.place.name}</p>
    <p className="patient-muted">{visit.place.address}</p>
  </section>
)

/** A visit with what can be done about it. */
export const Booked = ({ snapshot, send, speech }: PatientProps & { readonly speech: PatientSpeech }) => {
  const visit = snapshot.context.link?.visit
  if (visit === null || visit === undefined) return null
  const { say } = speech
  const isConfirmed = visit.status === "confirmed"
  return (
    <>
      <h1>{say(isConfirmed ? "confirmed" : "booked")}</h1>
      <VisitFacts visit={visit} speech={speech} />
      {snapshot.matches("asking") ? (
        <section className="patient-card" role="alertdialog" aria-labelledby="ask" aria-describedby="ask-text">
          <h2 id="ask">{say("cancelAsk")}</h2>
          <p id="ask-text">{say("cancelText")}</p>
          <p className="patient-deeds">
            <button type="button" className="patient-danger" onClick={() => send({ type: "cancel.confirmed" })}>
              {say("cancelYes")}
            </button>
            <button type="button" className="patient-quiet" onClick={() => send({ type: "keep.pressed" })}>
              {say("keep")}
            </button>
          </p>
        </section>
      ) : (
        <p className="patient-deeds">
          {isConfirmed ? null : (
            <button type="button" className="patient-primary" onClick={() => send({ type: "confirm.pressed" })}>
              {say("confirm")}
            </button>
          )}
          <button type="button" className="patient-quiet" onClick={() => send({ type: "move.pressed" })}>
            {say("move")}
          </button>
          <button type="button" className="patient-quiet" onClick={() => send({ type: "cancel.pressed" })}>
            {say("cancel")}
          </button>
        </p>
      )}
      {visit.calendar === null ? null : (
        <a
          className="patient-call"
          download="visit.ics"
          href={`data:text/calendar;charset=utf-8,${encodeURIComponent(visit.calendar)}`}
        >
          {say("calendar")}
        </a>
      )}
      <Call phone={visit.place.phone} {...speech} />
    </>
  )
}
