import { Schema } from "effect"
import type { ChannelFacts } from "./channel.ts"
import { isExclusion } from "./recipientFilter.ts"

/** Why someone got nothing by a message: in words, with what staff can do about it. */
export const Reason = Schema.Struct({
  /** The carrier's code, by which it can be looked up; null where there is none. */
  code: Schema.NullOr(Schema.String),
  words: Schema.String,
  advice: Schema.String,
})
export type Reason = typeof Reason.Type

/** A code as carriers number them; those in words are our own. */
const carriersCode = /^(?:\d+|smpp-\w+)$/

/** What a stored reason says: that of an exclusion, or a carrier's code. */
export const reasonIn = ({ exclusions, advice, describe }: ChannelFacts, stored: string): Reason => {
  if (isExclusion(stored)) return { code: null, words: exclusions[stored], advice: advice[stored] }
  const known = describe(stored)
  return { code: carriersCode.test(stored) ? stored : null, words: known.words, advice: known.advice }
}
