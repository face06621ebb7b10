import type { Segments } from "./template.ts"

/** The GSM alphabet: what takes one place of a segment, and what takes two (3GPP TS 23.038). */
const single = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
)
const double = new Set("\f^{}\\[~]|€")

/** How many places a segment has: alone, and as a part of a longer text. */
const places = { "GSM-7": { alone: 160, part: 153 }, "UCS-2": { alone: 70, part: 67 } } as const

const letters = new Intl.Segmenter()

/** How many segments letters take, none of them across two. */
const laid = (sizes: ReadonlyArray<number>, room: number): number => {
  let [segments, left] = [1, room]
  for (const size of sizes) {
    if (size > left) [segments, left] = [segments + 1, room]
    left -= size
  }
  return segments
}

/**
 * What a text costs while it is written: the carrier's count, which the server takes from the carrier's own library
 * (docs/policy.md#messages). A test holds both equal.
 */
export const textSegments = (text: string): Pick<Segments, "encoding" | "segments" | "left"> => {
  const written = Array.from(letters.segment(text), ({ segment }) => segment)
  const isGsm = written.every((letter) => single.has(letter) || double.has(letter))
  const encoding = isGsm ? "GSM-7" : "UCS-2"
  const sizes = written.map((letter) => (isGsm ? (double.has(letter) ? 2 : 1) : letter.length))
  const used = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, part } = places[encoding]
  if (used <= alone) return { encoding, segments: 1, left: alone - used }
  const segments = laid(sizes, part)
  return { encoding, segments, left: Math.max(0, segments * part - used) }
}
