import type { OfferedTime } from "#schemas/scheduling/patientBooking.ts"
import type { PatientProps, PatientSpeech } from "./PatientBookingView.tsx"
import { longDayOf, timeOf, zoneOf } from "./patientTimes.ts"

type Props = PatientProps & { readonly speech: PatientSpeech }

const noonOf = (date: string): string => `${date}T12:00:00Z`

/** The parts of a day by the time on the wall at which each ends. */
const parts = [
  ["morning", "12:00"],
  ["afternoon", "17:00"],
  ["evening", "24:00"],
] as const

const partOf = ({ start }: OfferedTime): (typeof parts)[number][0] =>
  parts.find(([, end]) => start < end)?.[0] ?? "evening"

const Place = ({ snapshot, send, speech }: Props) => {
  const { link, asked } = snapshot.context
  const place = link?.places.find(({ hashedId }) => hashedId === asked?.hashedId)
  return (
    <label className="patient-card patient-place">
      <span className="patient-label">{speech.say("place")}</span>
      <select
        value={asked?.hashedId ?? ""}
        onChange={({ target }) => send({ type: "place.chosen", hashedId: target.value })}
      >
        {link?.places.map(({ hashedId, name }) => (
          <option key={hashedId} value={hashedId}>
            {name}
          </option>
        ))}
      </select>
      <span className="patient-muted">{place?.address}</span>
    </label>
  )
}

const Time = ({ time, zone, ...props }: Props & { readonly time: OfferedTime; readonly zone: string }) => {
  const { snapshot, send, speech } = props
  const { link, deed } = snapshot.context
  const isActing = snapshot.matches("acting")
  const isChosen = isActing
    ? deed.slotId === time.slotId
    : snapshot.matches("held") && link?.visit?.slotId === time.slotId
  return (
    <li>
      <button
        type="button"
        className="patient-time"
        aria-pressed={isChosen}
        disabled={!snapshot.matches({ choosing: "picking" }) && !snapshot.matches("held")}
        onClick={() => send({ type: "time.pressed", slotId: time.slotId })}
      >
        {timeOf(time.startsAt, zone, speech.language)}
        {time.seatsLeft === null ? null : <small>{speech.say("left", { seats: time.seatsLeft })}</small>}
      </button>
    </li>
  )
}

/** Days and times to choose from: a place, seven days, and the free times of each by part of the day. */
export const PatientTimes = (props: Props) => {
  const { snapshot, send, speech } = props
  const { say, language } = speech
  const { times } = snapshot.context
  if (snapshot.matches({ choosing: "stuck" }))
    return (
      <>
        <Place {...props} />
        <p role="alert">{say("unreachableText")}</p>
        <button type="button" className="patient-primary" onClick={() => send({ type: "retry.pressed" })}>
          {say("retry")}
        </button>
      </>
    )
  if (times === null)
    return snapshot.matches("held") ? null : (
      <>
        <Place {...props} />
        <p role="status">{say("loading")}</p>
      </>
    )
  const free = times.days.filter((day) => day.times.length > 0)
  const { timezone } = times.place
  const go = (startDate: string | null) => () =>
    startDate === null ? undefined : send({ type: "days.chosen", startDate })
  const isHeld = !snapshot.matches({ choosing: "picking" })
  return (
    <>
      {snapshot.matches("held") ? null : <Place {...props} />}
      <nav className="patient-weeks" aria-label={say("days")}>
        <button
          type="button"
          className="patient-quiet"
          disabled={isHeld || times.earlierFrom === null}
          onClick={go(times.earlierFrom)}
        >
          ‹ {say("earlier")}
        </button>
        <button
          type="button"
          className="patient-quiet"
          disabled={isHeld || times.laterFrom === null}
          onClick={go(times.laterFrom)}
        >
          {say("later")} ›
        </button>
      </nav>
      {free.length === 0 ? <p role="status">{say("noneAtAll")}</p> : null}
      {free.map((day) => (
        <section key={day.date} className="patient-day" aria-label={longDayOf(noonOf(day.date), "UTC", language)}>
          <h2>
            {longDayOf(noonOf(day.date), "UTC", language)}
            {day === free[0] ? <small>{zoneOf(day.times[0]?.startsAt ?? "", timezone, language)}</small> : null}
          </h2>
          {parts.map(([part]) => {
            const own = day.times.filter((time) => partOf(time) === part)
            return own.length === 0 ? null : (
              <div key={part}>
                <h3>{say(part)}</h3>
                <ul className="patient-grid">
                  {own.map((time) => (
                    <Time key={time.slotId} {...props} time={time} zone={timezone} />
                  ))}
                </ul>
              </div>
            )
          })}
        </section>
      ))}
    </>
  )
}
