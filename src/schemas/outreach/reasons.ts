import { Schema } from "effect"
import type { ChannelFacts } from "./channel.ts"
import { isExclusion } from "./recipientFilter.ts"

/** Why someone got nothing by a message: in words, with what staff can do about it. */
export const Reason = Schema.Struct({
  /** The carrier's code; null where the message was not given to a carrier. */
  code: Schema.NullOr(Schema.String),
  words: Schema.String,
  advice: Schema.String,
})
export type Reason = typeof Reason.Type

/** What a stored reason says: that of an exclusion, or a carrier's code. */
export const reasonIn = ({ exclusions, advice, describe }: ChannelFacts, stored: string): Reason => {
  if (isExclusion(stored)) return { code: null, words: exclusions[stored], advice: advice[stored] }
  const code = describe(stored)
  return { code: stored, words: code.words, advice: code.advice }
}
