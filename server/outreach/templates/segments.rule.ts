import { encode, unitsPerSegment } from "#schemas/outreach/segments.ts"

type Kind = "gsm" | "wide" | "other"
const kinds = new Map<string, Kind>()

/** How one character counts, as the library says; "other" where it takes more than one unit or joins its neighbours. */
const kindOf = (character: string): Kind => {
  const known = kinds.get(character)
  if (known !== undefined) return known
  const code = character.charCodeAt(0)
  const standsAlone = code < 0x300 || (code >= 0x2010 && code <= 0x2027)
  const [encoded] = encode(character).encodedChars
  const kind: Kind =
    !standsAlone || character === "\r" || encoded?.codeUnits?.length !== 1 ? "other" : encoded.isGSM7 ? "gsm" : "wide"
  kinds.set(character, kind)
  return kind
}

/**
 * The number of segments alone, quickly: a campaign counts every recipient's
 * text. Texts of plain characters are counted by division, all others by the
 * library; a property test holds both equal.
 */
export const segmentCount = (text: string): number => {
  let wide = false
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charAt(index))
    if (kind === "other") return Math.max(1, encode(text).segmentsCount)
    if (kind === "wide") wide = true
  }
  const { single, part } = unitsPerSegment[wide ? "UCS-2" : "GSM-7"]
  return text.length <= single ? 1 : Math.ceil(text.length / part)
}
