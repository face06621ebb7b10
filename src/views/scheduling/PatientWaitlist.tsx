import type { PatientOffer } from "#schemas/scheduling/patientBooking.ts"
import type { PatientWordId } from "#schemas/scheduling/patientWords.ts"
import type { PatientProps, PatientSpeech } from "./PatientBookingView.tsx"
import { Call, VisitFacts } from "./PatientVisit.tsx"
import { timeOf } from "./patientTimes.ts"

/** The time that the waitlist offers, to take or not. */
export const Offer = ({ snapshot, send, speech }: PatientProps & { readonly speech: PatientSpeech }) => {
  const offer = snapshot.context.link?.offer
  if (offer === null || offer === undefined) return null
  const { say, language } = speech
  const waits = snapshot.matches("acting")
  return (
    <>
      <h1>{say("offer")}</h1>
      <VisitFacts visit={offer} speech={speech} />
      <p>{say("offerUntil", { time: timeOf(offer.answerBy, offer.zone, language) })}</p>
      <p className="patient-deeds">
        <button
          type="button"
          className="patient-primary"
          disabled={waits}
          onClick={() => send({ type: "accept.pressed" })}
        >
          {say("accept")}
        </button>
        <button
          type="button"
          className="patient-quiet"
          disabled={waits}
          onClick={() => send({ type: "decline.pressed" })}
        >
          {say("decline")}
        </button>
      </p>
      <Call phone={offer.place.phone} {...speech} />
    </>
  )
}

/** Why an offer is over; what was accepted and booked says so itself. */
export const unofferedTitle = ({ state }: PatientOffer): PatientWordId =>
  state === "offered" || state === "accepted" ? "unoffered.withdrawn" : `unoffered.${state}`

/** Where times are shown and none suits: the waitlist of the place. */
export const Waitlist = ({ snapshot, send, speech }: PatientProps & { readonly speech: PatientSpeech }) => {
  const { link, asked } = snapshot.context
  const place = link?.places.find(({ hashedId }) => hashedId === asked?.hashedId)
  if (place === undefined || !(snapshot.matches({ choosing: "picking" }) || snapshot.matches("acting"))) return null
  return (
    <section className="patient-card">
      {place.isWaiting ? (
        <p>{speech.say("waiting")}</p>
      ) : (
        <>
          <h2>{speech.say("waitTitle")}</h2>
          <button
            type="button"
            className="patient-quiet"
            disabled={snapshot.matches("acting")}
            onClick={() => send({ type: "wait.pressed" })}
          >
            {speech.say("wait")}
          </button>
        </>
      )}
    </section>
  )
}
