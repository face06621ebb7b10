import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { SendOutcome } from "./Carrier.ts"

/** This many deferrals in a row that blame the sender make it rest. */
const maxTrouble = 5
const firstRest = 1_000
const longestRest = 60_000

/** How a sender gets on with its carrier. Times are milliseconds of one monotonic clock. */
export type SenderHealth = {
  /** Whether the carrier takes texts of this sender, so that a lasting deferral is about the person. */
  readonly isGood: () => boolean
  /** How long the sender should send nothing. */
  readonly restsFor: (now: number) => number
  readonly note: (ending: SendOutcome, now: number) => void
}

/** A sender nothing is known of. It rests longer each time in a row, and is well again with the first text taken. */
export const makeSenderHealth = ({ describe }: Pick<ChannelFacts, "describe">): SenderHealth => {
  /** Whether a code blames something that every message of the sender meets. */
  const isSendersTrouble = (code: string): boolean => {
    const { about } = describe(code)
    return about !== "recipient" && about !== "message"
  }
  let trouble = 0
  let rests = 0
  let restUntil = 0
  return {
    isGood: () => trouble < maxTrouble,
    restsFor: (now) => Math.max(0, restUntil - now),
    note: (ending, now) => {
      if (ending._tag === "HeldBack") return
      if (ending._tag !== "Deferred" || !isSendersTrouble(ending.code)) {
        trouble = 0
        rests = 0
        return
      }
      trouble += 1
      if (trouble < maxTrouble || restUntil > now) return
      restUntil = now + Math.max(ending.retryAfterMillis ?? 0, Math.min(longestRest, firstRest * 2 ** rests))
      rests += 1
    },
  }
}
