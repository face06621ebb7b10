import { callOutcome } from "#schemas/outreach/callOutcome.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { Recipient } from "#schemas/outreach/recipient.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { AnswerFacts, AnswerLink } from "#views/people/answers.tsx"
import { RecipientStateTag } from "./RecipientStateTag.tsx"

/** What became of a person's message, until when, and why in words. */
export const StateAndReason = (props: {
  readonly recipient: Pick<Recipient, "state" | "heldUntil" | "zone" | "booked">
  readonly channel: ChannelName
  readonly reason: string | null
}) => {
  const { recipient, channel, reason } = props
  return (
    <>
      <RecipientStateTag state={recipient.state} channel={channel} />
      {recipient.heldUntil !== null && (
        <span className="cell-second">
          <Word
            id="recipients.heldUntil"
            values={{ time: <Time at={recipient.heldUntil} zone={recipient.zone} inSentence /> }}
          />
        </span>
      )}
      {recipient.booked !== null && (
        <span className="cell-second">
          <Word
            id="recipients.bookedAt"
            values={{ time: <Time at={recipient.booked.startsAt} zone={recipient.booked.zone} inSentence /> }}
          />
        </span>
      )}
      {reason !== null && <span className="cell-second">{reason}</span>}
    </>
  )
}

/** Each attempt to call a person: what became of it, how long it was, and the keys that were pressed. */
export const Calls = ({ calls }: Pick<Recipient, "calls">) => {
  const words = useWords()
  return (
    <>
      {calls.map((call) => (
        <span key={call.attempt} className="cell-reply">
          {words(callOutcome(call))}
          {call.seconds !== null && call.seconds > 0 && (
            <span className="muted small"> {words("recipients.call.seconds", { seconds: call.seconds })}</span>
          )}
          {call.pressed.length > 0 && (
            <span className="cell-second">
              {words("recipients.call.pressed", {
                keys: call.pressed.map(({ step, key }) => words("recipients.call.key", { step, key })).join(", "),
              })}
            </span>
          )}
          {call.recordings > 0 && (
            <span className="cell-second">{words("recipients.call.recordings", { count: call.recordings })}</span>
          )}
        </span>
      ))}
    </>
  )
}

/** What a person wrote back, each text with its time and what was answered to it, and the way to answer the last. */
export const Replies = (props: {
  readonly recipient: Pick<Recipient, "replies" | "patient" | "phone">
  /** Undefined for who may not answer. */
  readonly answerHref: ((messageId: number) => string) | undefined
}) => {
  const { recipient, answerHref } = props
  const last = recipient.replies.at(-1)
  return (
    <>
      {recipient.replies.map(({ messageId, text, at, answers }) => (
        <span key={messageId} className="cell-reply">
          {text}{" "}
          <span className="muted small">
            <Time at={at} />
          </span>
          {answers.map((answer, index) => (
            <span key={index} className="cell-answer">
              {answer.text}{" "}
              <span className="muted small">
                <AnswerFacts answer={answer} />
              </span>
            </span>
          ))}
        </span>
      ))}
      {last !== undefined && answerHref !== undefined && (
        <AnswerLink
          messageId={last.messageId}
          person={recipient.patient === "" ? recipient.phone : recipient.patient}
          href={answerHref(last.messageId)}
        />
      )}
    </>
  )
}
