import { Link } from "wouter"
import type { BookingEvent } from "#machines/scheduling/booking.machine.ts"
import { exclusionReasons } from "#schemas/outreach/recipient.ts"
import { BookingNotice as Notice } from "#schemas/scheduling/appointment.ts"
import { noticeFor, type HeldSeat } from "#schemas/scheduling/appointmentText.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly appointment: HeldSeat
  readonly wished: Notice
  readonly send: (event: BookingEvent) => void
}

/** Why there is nothing to choose. */
const NoText = ({ why }: { readonly why: NonNullable<HeldSeat["notice"]["why"]> }) => {
  const words = useWords()
  return why === "off" ? (
    <>
      <p>{words("booking.notice.off")}</p>
      <Link href="/appointment?view=texts">{words("booking.notice.setUp")}</Link>
    </>
  ) : (
    words("booking.notice.why", { reason: exclusionReasons[why] })
  )
}

/** Whether the patient is told of the booking by text: how it reads, or why it cannot be sent. */
export const BookingNotice = ({ appointment, wished, send }: Props) => {
  const words = useWords()
  const { notice, zone } = appointment
  const chosen = noticeFor(appointment, wished)
  return (
    <fieldset className="field">
      <legend>{words("booking.notice")}</legend>
      {Notice.literals.map((one) => (
        <div key={one} className="field-check">
          <input
            type="radio"
            id={`booking-notice-${one}`}
            name="booking-notice"
            checked={chosen === one}
            disabled={notice.why !== null && one === "sms"}
            aria-describedby="booking-notice-hint"
            onChange={() => send({ type: "notice.chosen", notice: one })}
          />
          <label htmlFor={`booking-notice-${one}`}>{words(`booking.notice.${one}`)}</label>
        </div>
      ))}
      <div id="booking-notice-hint" className="field-hint">
        {notice.why !== null && <NoText why={notice.why} />}
        {chosen === "sms" && notice.leavesAt !== null && (
          <Word id="booking.notice.later" values={{ time: <Time at={notice.leavesAt} zone={zone} /> }} />
        )}
      </div>
      {chosen === "sms" && notice.text !== null && <PhoneText text={notice.text} />}
    </fieldset>
  )
}
