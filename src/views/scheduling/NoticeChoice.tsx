import { useId, type ReactNode } from "react"
import { Link } from "wouter"
import type { AppointmentsEvent, AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { exclusionReasons } from "#schemas/outreach/recipient.ts"
import { BookingNotice } from "#schemas/scheduling/appointment.ts"
import { noticeFor, type BookingText } from "#schemas/scheduling/appointmentText.ts"
import type { ChangeNotice } from "#schemas/scheduling/moveTimes.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly notice: BookingText
  /** The zone of the location, in which it is said when the text leaves. */
  readonly zone: string
  readonly wished: BookingNotice
  readonly onChoose: (notice: BookingNotice) => void
  /** For which time the text reads so, where that is still open. */
  readonly example?: ReactNode
}

/** Why there is nothing to choose. */
const NoText = ({ why }: { readonly why: NonNullable<BookingText["why"]> }) => {
  const words = useWords()
  return why === "off" ? (
    <>
      <p>{words("appointment.notice.off")}</p>
      <Link href="/appointment?view=texts">{words("appointment.notice.setUp")}</Link>
    </>
  ) : (
    words("appointment.notice.why", { reason: exclusionReasons[why] })
  )
}

/** Whether the patient is told by text: how it reads, or why it cannot be sent. */
export const NoticeChoice = ({ notice, zone, wished, onChoose, example }: Props) => {
  const words = useWords()
  const id = useId()
  const chosen = noticeFor(notice, wished)
  return (
    <fieldset className="field notice-choice">
      <legend>{words("appointment.notice.title")}</legend>
      {BookingNotice.literals.map((one) => (
        <div key={one} className="field-check">
          <input
            type="radio"
            id={`${id}${one}`}
            name={id}
            checked={chosen === one}
            disabled={notice.why !== null && one === "sms"}
            aria-describedby={`${id}hint`}
            onChange={() => onChoose(one)}
          />
          <label htmlFor={`${id}${one}`}>{words(`appointment.notice.${one}`)}</label>
        </div>
      ))}
      <div id={`${id}hint`} className="field-hint">
        {notice.why !== null && <NoText why={notice.why} />}
        {chosen === "sms" && notice.leavesAt !== null && (
          <Word id="appointment.notice.later" values={{ time: <Time at={notice.leavesAt} zone={zone} /> }} />
        )}
      </div>
      {chosen === "sms" && notice.text !== null && (
        <>
          <PhoneText text={notice.text} />
          {example !== undefined && <p className="field-hint">{example}</p>}
        </>
      )}
    </fieldset>
  )
}

/** The same for the change of an appointment that is asked about; nothing where it can move to no time. */
export const ChangeNoticeChoice = (props: {
  readonly asked: NonNullable<AppointmentsSnapshot["context"]["asked"]>
  readonly notice: SeenReading<ChangeNotice>
  readonly send: (event: AppointmentsEvent) => void
}) => (
  <Reading of={props.notice}>
    {({ example, notice }) =>
      notice !== null && (
        <NoticeChoice
          notice={notice}
          zone={example?.zone ?? props.asked.appointment.zone}
          wished={props.asked.notice}
          onChoose={(chosen) => props.send({ type: "notice.chosen", notice: chosen })}
          {...(example === null
            ? {}
            : {
                example: (
                  <Word
                    id="appointment.notice.example"
                    values={{ time: <Time at={example.startsAt} zone={example.zone} /> }}
                  />
                ),
              })}
        />
      )
    }
  </Reading>
)
