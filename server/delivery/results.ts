import { Effect, Metric } from "effect"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { heldBack } from "#server/outreach/recipients/recipient.rule.ts"
import type { SendOutcome } from "./Carrier.ts"
import type { Claimed } from "./claim.ts"

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
/** Tries after which a code about the person counts as a refusal. */
const maxAttempts = 12

const pauseAfter = (attempt: number): number => Math.min(longestPause, firstPause * 2 ** Math.min(attempt - 1, 10))

/**
 * The fact that an ending is.
 * @param now milliseconds since 1970
 * @param healthy whether the carrier has taken other texts of this sender lately, so that a lasting deferral is about the person
 */
export const factOf = (ending: SendOutcome, claimed: Claimed, now: number, healthy: boolean): RecipientFact => {
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
      // It is the sender that rests, not the text: another number may stand in for it.
      if (!healthy) return { _tag: "SendDeferred", code: ending.code, until: null }
      if (attempt >= maxAttempts) return { _tag: "SendRefused", code: ending.code }
      const pause = Math.max(ending.retryAfterMillis ?? 0, pauseAfter(attempt))
      return { _tag: "SendDeferred", code: ending.code, until: new Date(now + pause).toISOString() }
    }
  }
}
