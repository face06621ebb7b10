import { Effect, Metric } from "effect"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { heldBack } from "#server/outreach/recipients/recipient.rule.ts"
import type { SendOutcome } from "./Carrier.ts"
import type { Claimed } from "./claim.ts"
import type { SenderHealth } from "./senderHealth.ts"

const sends = Metric.counter("sends_total", {
  description: "Texts that left this process for the carrier, by what it answered.",
  incremental: true,
})

/** Counts how texts ended, for the operator. */
export const countSends = (endings: ReadonlyArray<SendOutcome>) =>
  Effect.forEach(endings, ({ _tag: result }) => Metric.update(Metric.withAttributes(sends, { result }), 1), {
    discard: true,
  })

/** The first pause before a recipient's next try, doubled with each, in milliseconds. */
const firstPause = 1_000
const longestPause = 60_000
/** Tries after which a code about the person or the text counts as a refusal; and any other, which trouble of the sender may have used up. */
const maxAttempts = { own: 12, other: 120 }

const pauseAfter = (attempt: number): number => Math.min(longestPause, firstPause * 2 ** Math.min(attempt - 1, 10))

/**
 * The fact that an ending is.
 * @param now milliseconds since 1970
 * @param health how the sender gets on: while it is in trouble no text is refused for being put off
 */
export const factOf = (
  ending: SendOutcome,
  claimed: Claimed,
  now: number,
  health: Pick<SenderHealth, "isGood" | "isSendersTrouble">,
): RecipientFact => {
  switch (ending._tag) {
    case "Accepted":
      return { _tag: "SendAccepted", sid: ending.sid }
    case "Refused":
      return { _tag: "SendRefused", code: ending.code }
    case "Unknown":
      return { _tag: "SendLost" }
    case "HeldBack":
      // The pause keeps a number that the gate holds longer than the database from being claimed in a circle.
      return { _tag: "SendDeferred", code: heldBack, until: new Date(now + firstPause).toISOString() }
    case "Deferred": {
      const attempt = Number(claimed.key.split(".")[3])
      // The text pauses in trouble too, or a sender that tries one at a time would try the same one for ever.
      const pause = health.isGood() ? (ending.retryAfterMillis ?? 0) : 0
      const until = new Date(now + Math.max(pause, pauseAfter(attempt))).toISOString()
      const most = health.isSendersTrouble(ending.code) ? maxAttempts.other : maxAttempts.own
      return health.isGood() && attempt >= most
        ? { _tag: "SendRefused", code: ending.code }
        : { _tag: "SendDeferred", code: ending.code, until }
    }
  }
}
