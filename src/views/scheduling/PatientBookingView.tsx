import type {
  PatientBookingEvent,
  PatientBookingSnapshot,
  PatientNotice,
} from "#machines/scheduling/patientBooking.machine.ts"
import { languageNames, patientWord, type PatientWordId } from "#schemas/scheduling/patientWords.ts"
import type { PatientLanguage, PatientVisit } from "#schemas/scheduling/patientBooking.ts"
import { patientLanguages } from "#schemas/scheduling/patientDeeds.ts"
import { HoldBar } from "./PatientHold.tsx"
import { dayOf, minutesOfVisit, timeOf } from "./patientTimes.ts"
import { PatientTimes } from "./PatientTimes.tsx"
import { Booked, Call } from "./PatientVisit.tsx"
import { Offer, unofferedTitle, Waitlist } from "./PatientWaitlist.tsx"

/** How long a visit's seat is still held, in whole seconds, as a store that ticks. */
export type SecondsLeft = {
  readonly subscribe: (changed: () => void) => () => void
  readonly read: (visit: PatientVisit) => number
}

export type PatientProps = {
  readonly snapshot: PatientBookingSnapshot
  readonly send: (event: PatientBookingEvent) => void
  readonly secondsLeft: SecondsLeft
}

/** The words of the page in the person's language, and the language. */
export type PatientSpeech = {
  readonly language: PatientLanguage
  readonly say: (id: PatientWordId, values?: Readonly<Record<string, string | number>>) => string
}

/** What the page speaks: what was chosen, or else what the link knows, or else English. */
export const patientLanguageOf = ({ context: { language, link } }: PatientBookingSnapshot): PatientLanguage =>
  language ?? link?.language ?? "en"

export const patientSpeech = (language: PatientLanguage): PatientSpeech => ({
  language,
  say: (id, values) => patientWord(language, id, values),
})

const isBad = (notice: PatientNotice): boolean => ["taken", "lapsed", "failed", "notWaiting"].includes(notice)

const Notice = ({ snapshot, send, speech }: PatientProps & { readonly speech: PatientSpeech }) => {
  const { notice, offered, times } = snapshot.context
  if (notice === null) return null
  return (
    <div className={isBad(notice) ? "patient-notice patient-notice-bad" : "patient-notice"} role="alert">
      <p>{speech.say(`notice.${notice}`)}</p>
      {notice === "taken" && times !== null ? (
        <ul className="patient-offered">
          {offered.map(({ slotId, startsAt }, place) => (
            <li key={slotId}>
              <button
                type="button"
                className="patient-time"
                autoFocus={place === 0}
                disabled={!snapshot.matches({ choosing: "picking" }) && !snapshot.matches("held")}
                onClick={() => send({ type: "time.pressed", slotId: slotId as never })}
              >
                {dayOf(startsAt, times.place.timezone, speech.language)},{" "}
                {timeOf(startsAt, times.place.timezone, speech.language)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** What is said where nothing can be done by the link. */
const Said = ({
  title,
  text,
  phone,
  speech,
}: {
  title: string
  text?: string
  phone?: string
  speech: PatientSpeech
}) => (
  <>
    <h1>{title}</h1>
    {text === undefined ? null : <p>{text}</p>}
    <Call phone={phone} {...speech} />
  </>
)

const Body = (props: PatientProps & { readonly speech: PatientSpeech }) => {
  const { snapshot, send, speech } = props
  const { say } = speech
  const { link, times, deed } = snapshot.context
  const phone = link?.visit?.place.phone ?? link?.places[0]?.phone ?? ""
  if (snapshot.matches("opening") && link === null) return <p role="status">{say("opening")}</p>
  if (snapshot.matches("dead")) return <Said title={say("dead")} speech={speech} />
  if (snapshot.matches("unreachable"))
    return (
      <>
        <Said title={say("unreachable")} text={say("unreachableText")} speech={speech} />
        <button type="button" className="patient-primary" onClick={() => send({ type: "retry.pressed" })}>
          {say("retry")}
        </button>
      </>
    )
  const offer = link?.offer
  if (
    snapshot.matches("offered") ||
    (snapshot.matches("acting") && (deed.verb === "accept" || deed.verb === "decline"))
  )
    return <Offer {...props} />
  if (snapshot.matches("unoffered") && offer !== null && offer !== undefined)
    return (
      <Said title={say(unofferedTitle(offer))} text={say("unofferedText")} phone={offer.place.phone} speech={speech} />
    )
  if (snapshot.matches("over")) return <Said title={say("over")} text={say("overText")} phone={phone} speech={speech} />
  if (snapshot.matches("closed"))
    return <Said title={say("closed")} text={say("overText")} phone={phone} speech={speech} />
  const isBooked = link?.visit?.status === "booked" || link?.visit?.status === "confirmed"
  const isChoosing =
    snapshot.matches("choosing") || (snapshot.matches("acting") && ["hold", "move", "wait"].includes(deed.verb))
  if (isBooked && !isChoosing) return <Booked {...props} />
  const keep = isBooked ? (
    <button type="button" className="patient-quiet" onClick={() => send({ type: "keep.pressed" })}>
      {say("keep")}
    </button>
  ) : null
  if (snapshot.matches({ choosing: "placeless" }))
    return (
      <>
        <Said title={say("noPlaces")} phone={phone} speech={speech} />
        {keep}
      </>
    )
  return (
    <>
      <h1>{say(isBooked ? "moving" : "title")}</h1>
      {times?.days.flatMap((day) => day.times)[0] === undefined ? null : (
        <p className="patient-muted">
          {say("minutes", { minutes: minutesOfVisit(times.days.flatMap((day) => day.times)[0]!) })}
        </p>
      )}
      <PatientTimes {...props} />
      {isBooked ? null : <Waitlist {...props} />}
      {keep ?? <Call phone={times?.place.phone ?? phone} {...speech} />}
    </>
  )
}

/** The patient's own page: the company's name, a place, a time, and what can be done; nothing about the person. */
export const PatientBookingView = (props: PatientProps) => {
  const { snapshot, send } = props
  const language = patientLanguageOf(snapshot)
  const speech = patientSpeech(language)
  const company = snapshot.context.link?.company.name ?? ""
  return (
    <div className="patient-page" lang={language}>
      <header className="patient-head">
        {company === "" ? null : (
          <span className="patient-logo" aria-hidden="true">
            {company.slice(0, 1).toUpperCase()}
          </span>
        )}
        <span className="patient-company">{company}</span>
        <label className="patient-language">
          <span className="visually-hidden">{speech.say("language")}</span>
          <select
            value={language}
            onChange={({ target }) => send({ type: "language.chosen", language: target.value as PatientLanguage })}
          >
            {patientLanguages.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main aria-busy={snapshot.matches("acting") || snapshot.matches("opening")}>
        <Notice {...props} speech={speech} />
        <Body {...props} speech={speech} />
      </main>
      <HoldBar {...props} speech={speech} />
    </div>
  )
}
