/** A repeatable source of chance: the same seed gives the same demo on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from `least` to `most`, both included. */
  readonly int: (least: number, most: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  /** Picks by weight: `[item, weight]`. */
  readonly weighted: <A>(items: ReadonlyArray<readonly [A, number]>) => A
  /** A mixed copy. */
  readonly shuffle: <A>(items: ReadonlyArray<A>) => Array<A>
  /** So many characters of a URL-safe alphabet, for public ids. */
  readonly text: (length: number) => string
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

/** Spreads a text over 32 bits (FNV-1a), so that neighbouring seeds give unlike sequences. */
const hash = (seed: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < seed.length; index += 1) value = Math.imul(value ^ seed.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** Makes a source from a seed text. Not for secrets: anyone who knows the seed knows the sequence. */
export const seededRandom = (seed: string): Random => {
  let state = hash(seed)
  // A Weyl sequence through a finalizer of two multiplications: 2^32 values, even enough for names and dice.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <A>(items: ReadonlyArray<A>): A => items[int(0, items.length - 1)] as A
  const weighted = <A>(items: ReadonlyArray<readonly [A, number]>): A => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    return (items.find(([, weight]) => (left -= weight) < 0) ?? (items[items.length - 1] as readonly [A, number]))[0]
  }
  const shuffle = <A>(items: ReadonlyArray<A>): Array<A> => {
    const mixed = [...items]
    for (let index = mixed.length - 1; index > 0; index -= 1) {
      const other = int(0, index)
      ;[mixed[index], mixed[other]] = [mixed[other] as A, mixed[index] as A]
    }
    return mixed
  }
  const text = (length: number) => Array.from({ length }, () => alphabet[int(0, 63)]).join("")
  return { next, int, chance: (share) => next() < share, pick, weighted, shuffle, text }
}
