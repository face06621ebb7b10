import { describeCarrierCode } from "#schemas/outreach/delivery.ts"
import { exclusionReasons, type Recipient } from "#schemas/outreach/recipient.ts"
import { isExclusion } from "#schemas/outreach/recipientFilter.ts"
import { Time } from "#views/parts/Time.tsx"
import { Word } from "#views/parts/Words.tsx"
import { RecipientStateTag } from "./RecipientStateTag.tsx"

/** Why a person is in this state, in words: an exclusion's reason or the carrier's code. */
const reasonOf = ({ reason }: Recipient): string | null =>
  reason === null ? null : isExclusion(reason) ? exclusionReasons[reason] : describeCarrierCode(reason).words

/** What became of a person's text, since or until when, and why. */
export const StateAndReason = ({ recipient }: { readonly recipient: Recipient }) => {
  const reason = reasonOf(recipient)
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
