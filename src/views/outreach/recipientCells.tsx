import { Link } from "wouter"
import { mayCall, type Rights } from "#schemas/access.ts"
import { callOutcome } from "#schemas/outreach/callOutcome.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { PersonCall, Recipient } from "#schemas/outreach/recipient.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { AnswerFacts, AnswerLink } from "#views/people/answers.tsx"
import { ReasonText } from "./ReasonText.tsx"
import { RecipientStateTag } from "./RecipientStateTag.tsx"

/** What became of a person's message, until when, and why in words, with what would change it. */
export const StateAndReason = (props: {
  readonly recipient: Pick<Recipient, "state" | "why" | "heldUntil" | "zone" | "booked">
  readonly channel: ChannelName
  /** Whether what would change it stands in a column of its own. */
  readonly isAdvised?: boolean
}) => {
  const { recipient, channel, isAdvised = false } = props
  const { why } = recipient
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
      {why !== null && <ReasonText reason={isAdvised ? { ...why, advice: "" } : why} />}
    </>
  )
}

/** Where a page lets a recording be heard, in what its address says besides; undefined for who may not. */
export const hearingAt = (url: PageUrl, rights: Rights): ((recordingId: string) => string) | undefined =>
  mayCall(rights, "Outreach.HearRecording")
    ? (recordingId) => url.href({ recording: recordingId, message: null })
    : undefined

type Hearing = { readonly hearHref: ((recordingId: string) => string) | undefined }

/** What a person recorded in a call, each with a link for those who may hear it. */
const Recordings = ({ recordings, hearHref }: Pick<PersonCall, "recordings"> & Hearing) => {
  const words = useWords()
  if (recordings.length === 0) return null
  if (hearHref === undefined)
    return <span className="cell-second">{words("recipients.call.recordings", { count: recordings.length })}</span>
  return recordings.map(({ recordingId, seconds }) => (
    <span key={recordingId} className="cell-second">
      <Link href={hearHref(recordingId)} className="answer-link lone-link small" data-recording={recordingId}>
        {words("recipients.call.hear", { seconds })}
      </Link>
    </span>
  ))
}

/** Each attempt to call a person: what became of it, how long it was, the keys that were pressed and what was recorded. */
export const Calls = ({ calls, hearHref }: Pick<Recipient, "calls"> & Hearing) => {
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
          <Recordings recordings={call.recordings} hearHref={hearHref} />
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
