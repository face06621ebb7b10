import { OfferedTimes } from "./OfferedTimes.tsx"
import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { AppointmentsEvent, AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import {
  type Appointment,
  type Availability,
  type AvailableSlot,
  type LocationDays,
} from "#schemas/scheduling/appointment.ts"
import { isDay } from "#schemas/calendar.ts"
import {
  isSamePatient,
  timesToMove,
  type ChangeNotice,
  type Holder,
  type MoveTo,
} from "#schemas/scheduling/moveTimes.ts"
import { DateInput } from "#views/parts/DateField.tsx"
import { Modal } from "#views/parts/Modal.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useZoneName, wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { FullTimeQuestion, FullTimes } from "./FullTimes.tsx"
import { ChangeNoticeChoice } from "./PatientNoticeChoice.tsx"
import { SwapNoticeChoice } from "./SwapNotice.tsx"
import { patientName, useDayName, useWhen, useToday, useStart } from "./appointmentValues.ts"

type Props = {
  readonly page: Seen<AppointmentsSnapshot, AppointmentsEvent>
  readonly places: ReadonlyArray<LocationDays>
  readonly times: SeenReading<Availability>
  readonly holder: SeenReading<Holder>
  readonly notice: SeenReading<ChangeNotice>
}

type Offer = {
  readonly to: MoveTo
  readonly appointment: Appointment
  readonly found: Availability
}

/** What can be chosen, and the sentence over it where that is not simply what the day has free. */
const useOffer = () => {
  const words = useWords()
  const intl = useIntl()
  return ({ to, appointment, found }: Offer) => {
    const { near, slots, isNext } = timesToMove(found, to, appointment)
    const closed = found.closedDays.find(({ date }) => date === to.day)
    if (slots.length === 0) return { near, slots, said: words("appointment.move.noneAtAll") }
    const none = closed === undefined ? "" : `${words("appointment.move.closed", { reason: closed.reason })} `
    const isOutOfStage = found.slots.some(({ why }) => why === "stage")
    if (isNext)
      return {
        ...{ near, slots },
        said: none + words(isOutOfStage ? "appointment.move.stage" : "appointment.move.none"),
      }
    const missed = to.near !== null && near === undefined
    return {
      ...{ near, slots },
      said: missed ? words("appointment.move.notFree", { time: wallTimeIn(intl, to.near) }) : "",
    }
  }
}

/** A time as it is said of a day: another day is named with it. */
const useTimeOf = ({ to, found }: Pick<Offer, "to" | "found">) => {
  const dayName = useDayName()
  const startOf = useStart()
  return (slot: AvailableSlot): string => {
    const time = startOf({ ...slot, zone: found.location.timezone })
    return slot.date === to.day ? time : `${dayName(slot.date, "short")}, ${time}`
  }
}

const Times = (props: Offer & { readonly busy: boolean; readonly onChoose: (slot: AvailableSlot) => void }) => {
  const words = useWords()
  const { near, slots, said } = useOffer()(props)
  const timeOf = useTimeOf(props)
  return (
    <>
      {said !== "" && <p role="status">{said}</p>}
      {near !== undefined && (
        <Button
          intent="primary"
          data-first
          className="move-near"
          disabled={props.busy}
          text={words("appointment.move.to", { time: timeOf(near) })}
          onClick={() => props.onChoose(near)}
        />
      )}
      {slots.length > 0 && (
        <ul className="move-times" aria-label={words("appointment.move.times")}>
          {slots.map((slot) => (
            <li key={slot.slotId}>
              <button type="button" disabled={props.busy} onClick={() => props.onChoose(slot)}>
                <strong>{timeOf(slot)}</strong>{" "}
                <span>{words("appointment.move.seats", { seats: slot.seatsLeft })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Asked = NonNullable<AppointmentsSnapshot["context"]["asked"]> & { readonly to: MoveTo }

/** How who is moved is notified, and of a swap both. */
const MoveNotice = ({
  asked,
  holder,
  notice,
  send,
}: Pick<Props, "holder" | "notice"> & { readonly asked: Asked; readonly send: Props["page"]["send"] }) => {
  const found = asked.full === null ? null : holder.snapshot.context.data
  if (found === null || found.appointment === null || isSamePatient(found.appointment, asked.appointment))
    return <ChangeNoticeChoice asked={asked} notice={notice} send={send} />
  const { appointment: theirs, texts } = found
  return (
    <SwapNoticeChoice
      {...{ mine: asked.appointment, theirs, texts, wished: asked.notice }}
      onChoose={(chosen) => send({ type: "notice.chosen", notice: chosen })}
    />
  )
}

const MoveForm = ({
  page: { snapshot, send },
  places,
  times,
  holder,
  notice,
  asked,
}: Props & { readonly asked: Asked }) => {
  const words = useWords()
  const when = useWhen()
  const zoneName = useZoneName()
  const today = useToday() ?? undefined
  const { appointment, to } = asked
  const busy = snapshot.matches("acting")
  const { problem = null } = snapshot.context.last ?? {}
  const offered = problem?.offered?.filter(({ slotId }) => slotId !== appointment.slotId) ?? []
  const options = places.some(({ hashedId }) => hashedId === appointment.location.hashedId)
    ? places
    : [{ ...appointment.location, timezone: appointment.zone }, ...places]
  const change = (changed: Partial<MoveTo>): void =>
    send({ type: "target.changed", to: { ...to, near: null, ...changed } })
  return (
    <div className="move-form">
      <p>
        {words("appointment.move.text", {
          name: patientName(appointment),
          time: when(appointment),
          place: appointment.location.name,
        })}
      </p>
      {problem !== null && !busy && (
        <ProblemNotice
          title={words("appointment.notSaved")}
          problem={problem}
          action={
            offered.length > 0 ? (
              <OfferedTimes
                offered={offered}
                zone={places.find(({ hashedId }) => hashedId === to.place)?.timezone}
                onChoose={(slotId) => send({ type: "asked.confirmed", slotId })}
              />
            ) : undefined
          }
        />
      )}
      <div className="move-fields">
        <div className="field">
          <label htmlFor="move-place">{words("appointment.move.place")}</label>
          <select
            id="move-place"
            className="input"
            value={to.place}
            disabled={busy}
            onChange={(event) => change({ place: event.currentTarget.value })}
          >
            {options.map(({ hashedId, name }) => (
              <option key={hashedId} value={hashedId}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="move-day">{words("appointment.move.day")}</label>
          <DateInput
            id="move-day"
            value={to.day}
            min={today}
            disabled={busy}
            onChange={(day) => isDay(day) && change({ day })}
          />
        </div>
      </div>
      <MoveNotice {...{ asked, holder, notice, send }} />
      <Reading of={times}>
        {(found) => (
          <>
            <h3>
              {words(asked.full === null ? "appointment.move.times" : "appointment.move.full")}{" "}
              <span className="muted">{zoneName(found.location.timezone)}</span>
            </h3>
            {found.stageDays !== null && <p>{found.stageDays}</p>}
            {asked.full === null ? (
              <>
                <Times
                  {...{ to, appointment, found, busy }}
                  onChoose={({ slotId }) => send({ type: "asked.confirmed", slotId })}
                />
                <FullTimes {...{ slots: timesToMove(found, to, appointment).full, found, busy, send }} />
              </>
            ) : (
              <FullTimeQuestion {...{ slot: asked.full, appointment, holder, found, busy, send }} />
            )}
          </>
        )}
      </Reading>
      <div className="confirm-dialog-actions">
        <Button disabled={busy} onClick={() => send({ type: "asked.dismissed" })} text={words("appointment.keep")} />
      </div>
    </div>
  )
}

/** Asks to which free time an appointment moves. */
export const MoveDialog = (props: Props) => {
  const words = useWords()
  const { snapshot, send } = props.page
  const { asked } = snapshot.context
  const isOpen = asked !== null && asked.to !== null
  return (
    <Modal
      open={isOpen}
      title={words("appointment.move.title")}
      busy={snapshot.matches("acting")}
      className="move-dialog"
      onClose={() => send({ type: "asked.dismissed" })}
    >
      {isOpen && <MoveForm {...props} asked={asked as Asked} />}
    </Modal>
  )
}
