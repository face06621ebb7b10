import sms from "sms-segments-calculator"
import type { Segments } from "./template.ts"

/** A text as the carrier's own library takes it apart. */
export const encode = (text: string) => new sms.SegmentedMessage(text)

/** How many units a segment holds: alone, and as a part of a longer text. */
export const unitsPerSegment = {
  "GSM-7": { single: 160, part: 153 },
  "UCS-2": { single: 70, part: 67 },
} as const

/** How the carrier encodes and bills a text, counted by the carrier's own library (docs/policy.md#messages). About 1 ms a text. */
export const segmentsOf = (text: string): Segments => {
  const counted = encode(text)
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
