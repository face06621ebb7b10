import { Button } from "@blueprintjs/core"
import { useContext, useSyncExternalStore } from "react"
import type { BookingEvent, BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import { holdMillis, type Appointment } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import { noticeFor } from "#schemas/scheduling/appointmentText.ts"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Seconds } from "#views/parts/NextTryIn.tsx"
import { Facts, Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { PatientNoticeChoice } from "./PatientNoticeChoice.tsx"
import { OverbookedTag } from "./OverbookedTag.tsx"

type Props = {
  readonly page: Seen<BookingSnapshot, BookingEvent>
  readonly command: SeenCommand | undefined
}

const nameOf = ({ patient: { firstName, lastName } }: Appointment): string => `${firstName} ${lastName}`

const still = { read: () => 0, subscribe: () => () => undefined }

/** How long the seat is still held. Where no time passes, as in a picture, it is all of it. */
const Countdown = ({ deadline, appointment }: { deadline: number | null; appointment: Appointment }) => {
  const words = useWords()
  const clock = useContext(Seconds) ?? still
  const total = Math.round(holdMillis(appointment) / 1_000)
  const left = useSyncExternalStore(clock.subscribe, () =>
    deadline === null ? total : Math.max(0, Math.ceil((deadline - clock.read()) / 1_000)),
  )
  const minutes = Math.floor(left / 60)
  const seconds = left % 60
  return (
    <p className={left < 60 ? "booking-left booking-left-short" : "booking-left"}>
      <span aria-hidden="true">
        {words("booking.hold.left", { minutes, seconds: String(seconds).padStart(2, "0") })}
      </span>
      <span className="visually-hidden">{words("booking.hold.left.label", { minutes, seconds })}</span>
      <progress max={total} value={left} aria-hidden="true" />
    </p>
  )
}

/** The seat that is held: how long, for whom and where, and what is decided about it. */
export const BookingHold = ({ page: { snapshot, send }, command }: Props) => {
  const words = useWords()
  const { appointment, note, notice, deadline } = snapshot.context
  if (appointment === null || !snapshot.matches("held")) return null
  const waits = command !== undefined && isSending(command)
  return (
    <Section title={words("booking.hold", { name: nameOf(appointment) })} arrives>
      <Countdown deadline={deadline} appointment={appointment} />
      <p className="muted">{words("booking.hold.text")}</p>
      <OverbookedTag of={appointment} />
      <p className="booking-decide">
        <Button
          size="small"
          text={words("booking.extend")}
          disabled={waits || appointment.isExtended}
          onClick={() => send({ type: "extend.pressed" })}
        />
        <Button
          size="small"
          text={words("booking.release")}
          disabled={waits}
          onClick={() => send({ type: "release.pressed" })}
        />
      </p>
      <Facts
        rows={[
          [words("booking.hold.where"), appointment.location.name],
          [words("booking.hold.when"), <Time key="when" at={appointment.startsAt} zone={appointment.zone} />],
        ]}
      />
      <div className="field">
        <label htmlFor="booking-note">{words("booking.hold.note")}</label>
        <textarea
          id="booking-note"
          className="input"
          rows={3}
          maxLength={500}
          aria-describedby="booking-note-hint"
          value={note}
          onChange={(event) => send({ type: "note.changed", note: event.currentTarget.value })}
        />
        <p id="booking-note-hint" className="hint">
          {words("booking.hold.note.hint")}
        </p>
      </div>
      <PatientNoticeChoice
        notice={appointment.notice}
        zone={appointment.zone}
        wished={notice}
        onChoose={(chosen) => send({ type: "notice.chosen", notice: chosen })}
      />
      <HeldButton
        intent="primary"
        text={words("booking.book")}
        loading={isSending(command, "book")}
        waits={waits}
        onClick={() => send({ type: "book.pressed" })}
      />
    </Section>
  )
}

/** What others did meanwhile with the appointment that was booked just now. */
const changeOf = (booked: Appointment, now: Appointment): "cancelled" | "moved" | undefined =>
  now.status === "cancelled" ? "cancelled" : now.startsAt === booked.startsAt ? undefined : "moved"

type DoneProps = Pick<Props, "page"> & { readonly booked: SeenReading<AppointmentDetail> }

/** The appointment that was booked just now, as it is by now. */
export const BookingDone = ({ page: { snapshot, send }, booked }: DoneProps) => {
  const words = useWords()
  const { appointment, notice } = snapshot.context
  if (appointment === null || !snapshot.matches("booked")) return null
  const now = booked.snapshot.context.data?.appointment ?? appointment
  const change = changeOf(appointment, now)
  return (
    <Section title={words(change === undefined ? "booking.booked" : `booking.booked.${change}`)} arrives>
      <p>
        {change === "cancelled" ? (
          <Word id="booking.booked.cancelled.text" values={{ name: nameOf(now), location: now.location.name }} />
        ) : (
          <Word id="booking.booked.text" values={{ name: nameOf(now), location: now.location.name }} />
        )}{" "}
        <Time at={now.startsAt} zone={now.zone} />
      </p>
      <OverbookedTag of={now} />
      {change === undefined && (
        <p className="muted">{words(`booking.booked.${noticeFor(appointment.notice, notice)}`)}</p>
      )}
      <Button intent="primary" text={words("booking.another")} onClick={() => send({ type: "another.pressed" })} />
    </Section>
  )
}
