import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { SwapTexts } from "#schemas/scheduling/moveTimes.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { patientName } from "./appointmentValues.ts"
import { Choice, Later, NoText, type NoticeProps } from "./PatientNoticeChoice.tsx"

/** The text that one of two patients would get, or why they get none. */
const ToldOne = ({ of, notice }: { readonly of: Appointment } & Pick<NoticeProps, "notice">) => {
  const words = useWords()
  return (
    <div className="notice-one">
      <p>
        <strong>{words("appointment.notice.to", { name: patientName(of) })}</strong>
      </p>
      {notice.text !== null && <PhoneText text={notice.text} />}
      <div className="field-hint">
        {notice.why === null ? <Later notice={notice} zone={of.zone} /> : <NoText why={notice.why} />}
      </div>
    </div>
  )
}

/** Whether both patients of a swap are told, each by a text with their own new time. */
export const SwapNoticeChoice = ({
  mine,
  theirs,
  texts,
  wished,
  onChoose,
}: Pick<NoticeProps, "wished" | "onChoose"> & {
  readonly mine: Appointment
  readonly theirs: Appointment
  readonly texts: SwapTexts
}) => {
  const isPossible = texts.mine.why === null || texts.theirs.why === null
  const chosen = isPossible ? wished : "none"
  return (
    <Choice
      called="appointment.notice.both"
      {...{ isPossible, wished: chosen, onChoose }}
      hint={texts.mine.why === "off" && <NoText why="off" />}
    >
      {chosen === "sms" && (
        <>
          <ToldOne of={mine} notice={texts.mine} />
          <ToldOne of={theirs} notice={texts.theirs} />
        </>
      )}
    </Choice>
  )
}
