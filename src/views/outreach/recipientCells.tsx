import type { Recipient } from "#schemas/outreach/recipient.ts"
import { Time } from "#views/parts/Time.tsx"
import { Word } from "#views/parts/Words.tsx"
import { RecipientStateTag } from "./RecipientStateTag.tsx"

/** What became of a person's text, until when, and why in words. */
export const StateAndReason = (props: {
  readonly recipient: Pick<Recipient, "state" | "heldUntil" | "zone" | "booked">
  readonly reason: string | null
}) => {
  const { recipient, reason } = props
  return (
    <>
      <RecipientStateTag state={recipient.state} />
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

/** What a person answered, each text with its time. */
export const Replies = ({ replies }: Pick<Recipient, "replies">) => (
  <>
    {replies.map(({ text, at }, index) => (
      <span key={index} className="cell-reply">
        {text}{" "}
        <span className="muted small">
          <Time at={at} />
        </span>
      </span>
    ))}
  </>
)
