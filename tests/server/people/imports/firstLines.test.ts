import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { firstLines } from "#server/people/imports/firstLines.ts"

describe("the first lines of people", () => {
  it("are found as a map would find them, however many there are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("e:a1", "e:a2", "p:+14155552671:lee:ann", "p:+14155552671:lee:bo")),
        (all) => {
          const lines = firstLines()
          const known = new Map<string, number>()
          for (const [index, identity] of all.entries()) {
            expect(lines.lineBefore(identity, index + 2)).toBe(known.get(identity))
            if (!known.has(identity)) known.set(identity, index + 2)
          }
        },
      ),
    )
    const many = firstLines()
    const repeated = Array.from({ length: 50_000 }, (_, row) => many.lineBefore(`e:${row}`, row + 2))
    expect(repeated.every((line) => line === undefined)).toBe(true)
    expect([0, 49_999].map((row) => many.lineBefore(`e:${row}`, 60_000))).toEqual([2, 50_001])
  })
})
