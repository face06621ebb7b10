import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { textSegments } from "#schemas/outreach/textSegments.ts"
import { segmentsOf } from "#server/outreach/templates/segments.rule.ts"

const letter = fc.constantFrom(..."aZ 9\n€[~é’ñПالس字", "😀", "👩‍👩‍👧", "e\u0301", "à")
const runs = fc.tuple(letter, fc.integer({ min: 1, max: 170 })).map(([one, times]) => one.repeat(times))

describe("the count of a text while it is written", () => {
  it("is the carrier's own, for any letters", () => {
    fc.assert(
      fc.property(fc.array(runs, { maxLength: 4 }), (some) => {
        const text = some.join("")
        const { encoding, segments, left } = segmentsOf(text)
        expect(textSegments(text)).toEqual({ encoding, segments, left })
      }),
      { numRuns: 400 },
    )
  })
})
