import type { Clock } from "effect"

/**
 * A limit of texts a second for each sender, as a bucket that holds one
 * second's worth and fills evenly. Answers whether a text may be taken now.
 * @param perSecond null for no limit
 */
export const makeSenderRate = (perSecond: number | null, clock: Clock.Clock): ((sender: string) => boolean) => {
  if (perSecond === null) return () => true
  const buckets = new Map<string, { left: number; at: number }>()
  return (sender) => {
    const now = Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    const bucket = buckets.get(sender) ?? { left: perSecond, at: now }
    bucket.left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    buckets.set(sender, bucket)
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }
}
