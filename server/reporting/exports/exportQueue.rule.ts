import { maxExports } from "#schemas/constants.ts"
import type { UserId } from "#schemas/ids.ts"

/** A person's request for a file; two of them differ by what is asked. */
export type Wish = { readonly userId: UserId; readonly asked: string }
type Waiting = Wish & { readonly seenAt: number }

/** The files being made, and who waits for theirs, longest first. */
export type ExportQueue = { readonly making: ReadonlyArray<Wish>; readonly waiting: ReadonlyArray<Waiting> }
export const noExports: ExportQueue = { making: [], waiting: [] }

/** Who has not asked again for so long waits no more, in milliseconds. Browsers wake a page out of sight once a minute. */
export const forgottenAfterMillis = 75_000
/** Who has not asked for so long keeps the place, but holds no one back meanwhile, in milliseconds. */
export const awayAfterMillis = 15_000

const isSame = (one: Wish) => (other: Wish) => one.userId === other.userId && one.asked === other.asked

/** Those who are here and may begin now: in their order, as far as places and each person's own limit reach. */
const mayBegin = ({ making, waiting }: ExportQueue, now: number): ReadonlyArray<Waiting> => {
  const begun: Array<Wish> = [...making]
  return waiting.filter((wish) => {
    if (now - wish.seenAt >= awayAfterMillis) return false
    const own = begun.filter(({ userId }) => userId === wish.userId).length
    if (begun.length >= maxExports.process || own >= maxExports.person) return false
    begun.push(wish)
    return true
  })
}

/**
 * Asks for a place, the first time or again. Gives the queue with the wish among those being made and place 0, or
 * with it waiting, and its place, 1 for the next one.
 * @param now milliseconds
 */
export const ask = (
  queue: ExportQueue,
  wish: Wish,
  now: number,
): { readonly queue: ExportQueue; readonly place: number } => {
  const present = queue.waiting.filter(({ seenAt }) => now - seenAt < forgottenAfterMillis)
  const seen = { ...wish, seenAt: now }
  const waiting = present.some(isSame(wish))
    ? present.map((one) => (isSame(wish)(one) ? seen : one))
    : [...present, seen]
  const asked = { ...queue, waiting }
  const place = waiting.indexOf(seen)
  return mayBegin(asked, now).includes(seen)
    ? { queue: { making: [...queue.making, wish], waiting: waiting.filter((one) => one !== seen) }, place: 0 }
    : { queue: asked, place: place + 1 }
}

/** A file is made, or broke off. */
export const leave = (queue: ExportQueue, wish: Wish): ExportQueue => {
  const at = queue.making.findIndex(isSame(wish))
  return { ...queue, making: queue.making.filter((_, index) => index !== at) }
}
