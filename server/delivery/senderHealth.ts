import type { ChannelFacts } from "#schemas/outreach/channel.ts"
import type { SendOutcome } from "./Carrier.ts"

/** This many deferrals in a row that blame the sender make it rest. */
const maxTrouble = 5
const firstRest = 1_000
const longestRest = 60_000

/** Why a sender cannot send: the carrier's last code, and since when, in milliseconds since 1970. */
export type Trouble = { readonly code: string; readonly since: number }

/** How a sender gets on with its carrier. Times are milliseconds of one monotonic clock. */
export type SenderHealth = {
  /** Whether the carrier takes texts of this sender, so that a lasting deferral is about the person. */
  readonly isGood: () => boolean
  /** Whether a code blames something that every message of the sender meets. */
  readonly isSendersTrouble: (code: string) => boolean
  /** How long the sender should send nothing. */
  readonly restsFor: (now: number) => number
  /**
   * What keeps the sender from sending, with the time of the first deferral by the product's clock; null once the carrier
   * has answered for a message, undefined before either is known.
   */
  readonly trouble: () => Trouble | null | undefined
  /** @param at milliseconds since 1970 by the product's clock */
  readonly note: (ending: SendOutcome, now: number, at: number) => void
}

/**
 * The health of a sender. It rests longer each time in a row, and is well again with the first text taken.
 * @param known the trouble that is stored of it, so that one text tries it first; null where none is
 */
export const makeSenderHealth = (
  { describe }: Pick<ChannelFacts, "describe">,
  known: Trouble | null = null,
): SenderHealth => {
  const isSendersTrouble = (code: string): boolean => {
    const { about } = describe(code)
    return about !== "recipient" && about !== "message"
  }
  let trouble = known === null ? 0 : maxTrouble
  let first = known?.since ?? 0
  let last = known?.code
  let hasAnswered = false
  let rests = 0
  let restUntil = 0
  return {
    isGood: () => trouble < maxTrouble,
    isSendersTrouble,
    restsFor: (now) => Math.max(0, restUntil - now),
    trouble: () => {
      if (last !== undefined && trouble >= maxTrouble) return { code: last, since: first }
      return hasAnswered ? null : undefined
    },
    note: (ending, now, at) => {
      // A lost answer says neither that the carrier takes messages nor that it does not, and so does a refusal of the number.
      if (ending._tag === "HeldBack" || ending._tag === "Unknown") return
      if (ending._tag === "Refused" && isSendersTrouble(ending.code)) return
      if (ending._tag !== "Deferred" || !isSendersTrouble(ending.code)) {
        trouble = 0
        rests = 0
        last = undefined
        hasAnswered = true
        return
      }
      if (trouble === 0) first = at
      trouble += 1
      last = ending.code
      if (trouble < maxTrouble || restUntil > now) return
      restUntil = now + Math.max(ending.retryAfterMillis ?? 0, Math.min(longestRest, firstRest * 2 ** rests))
      rests += 1
    },
  }
}
