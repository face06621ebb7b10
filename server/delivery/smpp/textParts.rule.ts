import { encode, unitsPerSegment } from "#schemas/outreach/segments.ts"

/** `data_coding`: the SMSC's default alphabet, which is GSM-7 with one byte a unit, and UCS-2. */
const codings = { "GSM-7": 0, "UCS-2": 8 } as const

/** A text as bytes, a part for each segment that is billed. */
export type TextParts = { readonly dataCoding: 0 | 8; readonly parts: ReadonlyArray<Uint8Array> }

const plain = new Map<string, ReadonlyArray<number> | undefined>()

/** The GSM-7 units of a character that stands alone; undefined for any other. */
const unitsOf = (character: string): ReadonlyArray<number> | undefined => {
  if (plain.has(character)) return plain.get(character)
  const code = character.charCodeAt(0)
  const [encoded] = code < 0x300 || code === 0x20ac ? encode(character).encodedChars : []
  const units = encoded?.isGSM7 === true ? encoded.codeUnits : undefined
  plain.set(character, units)
  return units
}

/** A text of GSM-7 characters alone; undefined for any other. */
const plainParts = (text: string): TextParts | undefined => {
  const characters: Array<ReadonlyArray<number>> = []
  for (let index = 0; index < text.length; index++) {
    const units = unitsOf(text.charAt(index))
    if (units === undefined) return undefined
    characters.push(units)
  }
  const { single, part } = unitsPerSegment["GSM-7"]
  if (characters.reduce((sum, { length }) => sum + length, 0) <= single)
    return { dataCoding: 0, parts: [Uint8Array.from(characters.flat())] }
  const parts: Array<Array<number>> = [[]]
  for (const units of characters) {
    // A character of two units is not cut in two.
    if ((parts.at(-1)?.length ?? 0) + units.length > part) parts.push([])
    parts.at(-1)?.push(...units)
  }
  return { dataCoding: 0, parts: parts.map((units) => Uint8Array.from(units)) }
}

const bytesOf = (units: ReadonlyArray<number>, coding: 0 | 8): Uint8Array =>
  Uint8Array.from(coding === 0 ? units : units.flatMap((unit) => [unit >> 8, unit & 0xff]))

/**
 * A text as SMPP carries it: the coding and the cuts are those of the calculator that counts segments, so what is sent
 * is what was billed. A property test holds the quick way for GSM-7 equal to the calculator's.
 */
export const textParts = (text: string): TextParts => {
  const quick = plainParts(text)
  if (quick !== undefined) return quick
  const { encodingName, segments } = encode(text)
  const dataCoding = codings[encodingName]
  const parts = segments.map((segment) =>
    // A segment of a longer text begins with places for its header.
    bytesOf(
      [...segment].flatMap((one: { readonly codeUnits?: ReadonlyArray<number> }) => one.codeUnits ?? []),
      dataCoding,
    ),
  )
  return { dataCoding, parts }
}
