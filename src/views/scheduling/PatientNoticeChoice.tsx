import { useId, type ReactNode } from "react"
import { Link } from "wouter"
import type { AppointmentsEvent, AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { textExclusions } from "#schemas/outreach/textExclusions.ts"
import { BookingNotice } from "#schemas/scheduling/appointment.ts"
import { noticeFor, type BookingText } from "#schemas/scheduling/appointmentText.ts"
import type { ChangeNotice } from "#schemas/scheduling/moveTimes.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

export type NoticeProps = {
  readonly notice: BookingText
  /** The zone of the location, in which it is said when the text leaves. */
  readonly zone: string
  readonly wished: BookingNotice
  readonly onChoose: (notice: BookingNotice) => void
  /** For which time the text reads so, where that is still open. */
  readonly example?: ReactNode
}

/** Why there is nothing to choose. */
export const NoText = ({ why }: { readonly why: NonNullable<BookingText["why"]> }) => {
  const words = useWords()
  return why === "off" ? (
    <>
      <p>{words("appointment.notice.off")}</p>
      <Link href="/appointment?view=texts">{words("appointment.notice.setUp")}</Link>
    </>
  ) : (
    words("appointment.notice.why", { reason: textExclusions[why] })
  )
}

type ChoiceProps = Pick<NoticeProps, "wished" | "onChoose"> & {
  /** What the choice of a text is called. */
  readonly called: "appointment.notice.sms" | "appointment.notice.both"
  readonly isPossible: boolean
  readonly hint: ReactNode
  readonly children: ReactNode
}

/** A text, or no notice; what is said of the text stands below. */
export const Choice = ({ called, isPossible, wished, onChoose, hint, children }: ChoiceProps) => {
  const words = useWords()
  const id = useId()
  return (
    <fieldset className="field notice-choice">
      <legend>{words("appointment.notice.title")}</legend>
      {BookingNotice.literals.map((one) => (
        <div key={one} className="field-check">
          <input
            type="radio"
            id={`${id}${one}`}
            name={id}
            checked={wished === one}
            disabled={!isPossible && one === "sms"}
            aria-describedby={`${id}hint`}
            onChange={() => onChoose(one)}
          />
          <label htmlFor={`${id}${one}`}>{words(one === "sms" ? called : "appointment.notice.none")}</label>
        </div>
      ))}
      <div id={`${id}hint`} className="field-hint">
        {hint}
      </div>
      {children}
    </fieldset>
  )
}

/** When a text leaves that waits for the hours in which texts may go. */
export const Later = ({ notice: { leavesAt }, zone }: Pick<NoticeProps, "notice" | "zone">) =>
  leavesAt === null ? null : (
    <Word id="appointment.notice.later" values={{ time: <Time at={leavesAt} zone={zone} inSentence /> }} />
  )

/** Whether the patient is told by text: how it reads, or why it cannot be sent. */
export const PatientNoticeChoice = ({ notice, zone, wished, onChoose, example }: NoticeProps) => {
  const chosen = noticeFor(notice, wished)
  return (
    <Choice
      called="appointment.notice.sms"
      isPossible={notice.why === null}
      wished={chosen}
      onChoose={onChoose}
      hint={
        <>
          {notice.why !== null && <NoText why={notice.why} />}
          {chosen === "sms" && <Later notice={notice} zone={zone} />}
        </>
      }
    >
      {chosen === "sms" && notice.text !== null && (
        <>
          <PhoneText text={notice.text} />
          {example !== undefined && <p className="field-hint">{example}</p>}
        </>
      )}
    </Choice>
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
        <PatientNoticeChoice
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
