import type { ChannelFacts } from "./channel.ts"
import type { Reason } from "./recipient.ts"
import { isExclusion } from "./recipientFilter.ts"

/** A code as carriers number them; those in words are our own. */
const carriersCode = /^(?:\d+|smpp-\w+)$/

/**
 * What a stored reason says: that of an exclusion, or a carrier's code.
 * @param missing the values that the message lacks, where that is the reason and they are known
 */
export const reasonIn = (
  { exclusions, advice, describe }: ChannelFacts,
  stored: string,
  missing: ReadonlyArray<string> = [],
): Reason => {
  if (isExclusion(stored)) {
    const words = [exclusions[stored], ...(missing.length === 0 ? [] : [missing.join(", ")])].join(": ")
    return { code: null, words, advice: advice[stored] }
  }
  const known = describe(stored)
  return { code: carriersCode.test(stored) ? stored : null, words: known.words, advice: known.advice }
}
