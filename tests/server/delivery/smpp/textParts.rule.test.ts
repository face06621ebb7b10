import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { encode } from "#schemas/outreach/segments.ts"
import { textParts } from "#server/delivery/smpp/textParts.rule.ts"
import { segmentCount } from "#server/outreach/templates/segments.rule.ts"

/** The units of each segment, as the calculator has them. */
const calculated = (text: string) => {
  const { encodingName, segments } = encode(text)
  const parts = segments.map((segment) =>
    [...segment].flatMap(({ codeUnits }: { readonly codeUnits?: ReadonlyArray<number> }) => codeUnits ?? []),
  )
  return { dataCoding: encodingName === "GSM-7" ? 0 : 8, parts: parts.length === 0 ? [[]] : parts }
}

const unitsOf = ({ dataCoding, parts }: ReturnType<typeof textParts>) => ({
  dataCoding,
  parts: parts.map((bytes) =>
    dataCoding === 0
      ? [...bytes]
      : Array.from({ length: bytes.length / 2 }, (_, at) => (bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0)),
  ),
})

const letters = fc.constantFrom("a", "@", "€", "[", "\n", "\r", "ñ", "Δ", "á", "中", "😀", "👩‍⚕️", "e\u0301", "`", "–")
const plainLetters = fc.constantFrom("a", "Z", "@", "€", "{", "\n", "ñ", "ü", "5")
const texts = fc.oneof(
  fc.array(letters, { maxLength: 400 }),
  fc.array(plainLetters, { minLength: 140, maxLength: 500 }),
)

describe("a text as it is sent", () => {
  it("has the coding, the bytes and the cuts of the calculator that bills it", () => {
    fc.assert(
      fc.property(texts, (some) => {
        const text = some.join("")
        expect(unitsOf(textParts(text))).toEqual(calculated(text))
        expect(textParts(text).parts).toHaveLength(segmentCount(text))
      }),
      { numRuns: 300 },
    )
  })

  it("fits into what a message may hold, its header included", () => {
    fc.assert(
      fc.property(texts, (some) => {
        const { dataCoding, parts } = textParts(some.join(""))
        const most = parts.length === 1 ? (dataCoding === 0 ? 160 : 140) : dataCoding === 0 ? 153 : 134
        expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(most)
      }),
    )
  })
})
