import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pronounced } from "#server/outreach/sounds/pronunciation.rule.ts"

const said = [
  { word: "Nguyen", saidAs: "Win" },
  { word: "Dr. Nguyen", saidAs: "Doctor Win" },
  { word: "Win", saidAs: "Victory" },
  { word: "C++ (clinic)", saidAs: "C plus plus" },
  { word: "Muñoz", saidAs: "Moon yose" },
  { word: "İpek", saidAs: "Ee peck" },
]

describe("the pronunciation of a company", () => {
  it.each([
    ["a word, in any case", "NGUYEN calls nguyen.", "Win calls Win."],
    ["not a part of another word", "Nguyenville, Nguyens and 1Nguyen", "Nguyenville, Nguyens and 1Nguyen"],
    ["before an apostrophe or a dash", "Nguyen’s and Nguyen-Smith", "Win’s and Win-Smith"],
    ["the longest that fits", "Dr. Nguyen and Nguyen", "Doctor Win and Win"],
    ["signs as they are written", "Call C++ (clinic) now", "Call C plus plus now"],
    ["letters of any language", "Muñoz, muñoz, Muñozes", "Moon yose, Moon yose, Muñozes"],
    ["capital letters whose small ones are two signs", "İpek calls.", "Ee peck calls."],
    ["nothing where no word stands", "Good morning.", "Good morning."],
  ])("replaces %s", (_, text, heard) => {
    expect(pronounced(text, said)).toBe(heard)
  })

  it("does not replace again what it put in", () => {
    expect(pronounced("Nguyen", said)).toBe("Win")
  })

  it("leaves any text alone without words, and takes any word as it is written", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, word) => {
        expect(pronounced(text, [])).toBe(text)
        expect(pronounced(word, [{ word, saidAs: "$& said" }])).toBe("$& said")
      }),
    )
  })
})
