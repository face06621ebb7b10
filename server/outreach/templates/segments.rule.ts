import sms from "sms-segments-calculator"
import type { Segments } from "#schemas/outreach/template.ts"

const count = (text: string) => new sms.SegmentedMessage(text)

const unitsPerSegment = {
  "GSM-7": { single: 160, part: 153 },
  "UCS-2": { single: 70, part: 67 },
} as const

/** How the carrier encodes and bills a text, counted by the carrier's own library (docs/policy.md#messages). About 1 ms a text. */
export const segmentsOf = (text: string): Segments => {
  const counted = count(text)
  const encoding = counted.encodingName
  const { single, part } = unitsPerSegment[encoding]
  const used = counted.encodedChars.reduce((sum, { codeUnits }) => sum + (codeUnits?.length ?? 1), 0)
  const segments = Math.max(1, counted.segmentsCount)
  return {
    encoding,
    characters: counted.numberOfCharacters,
    segments,
    left: Math.max(0, segments === 1 ? single - used : segments * part - used),
    nonGsm: [...new Set(counted.getNonGsmCharacters())],
  }
}

type Kind = "gsm" | "wide" | "other"
const kinds = new Map<string, Kind>()

/** How one character counts, as the library says; "other" where it takes more than one unit or joins its neighbours. */
const kindOf = (character: string): Kind => {
  const known = kinds.get(character)
  if (known !== undefined) return known
  const code = character.charCodeAt(0)
  const standsAlone = code < 0x300 || (code >= 0x2010 && code <= 0x2027)
  const [encoded] = count(character).encodedChars
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
    if (kind === "other") return Math.max(1, count(text).segmentsCount)
    if (kind === "wide") wide = true
  }
  const { single, part } = unitsPerSegment[wide ? "UCS-2" : "GSM-7"]
  return text.length <= single ? 1 : Math.ceil(text.length / part)
}
