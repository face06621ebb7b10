import sms from "sms-segments-calculator"
import { describe, expect, it } from "vitest"
import { describeCharacter, replaceCharacters } from "#schemas/outreach/characters.ts"

describe("characters outside the GSM alphabet", () => {
  it.each([
    ["’", "’", "curly apostrophe", "'"],
    ["…", "…", "ellipsis", "..."],
    ["\u00a0", "U+00A0", "non-breaking space", " "],
    ["\u200b", "U+200B", "zero-width space", ""],
    ["Ő", "Ő", "accented O", "O"],
    ["🙂", "🙂", "emoji", ""],
    ["Ж", "Ж", "U+0416", null],
  ])("names %s", (character, shown, name, plain) => {
    expect(describeCharacter(character)).toEqual({ shown, name, plain })
  })

  it("replaces every occurrence, and leaves what has no plain form", () => {
    expect(replaceCharacters("It’s Sam’s… Ж", ["’", "…", "Ж"])).toBe("It's Sam's... Ж")
  })

  it("offers only replacements that the carrier counts as plain", () => {
    const offered = ["‘", "’", "“", "”", "–", "—", "…", "•", "\u00a0", "™", "®", "½", "ő"].map(
      (character) => describeCharacter(character).plain,
    )
    for (const plain of offered) expect(new sms.SegmentedMessage(plain ?? "ж").encodingName).toBe("GSM-7")
  })
})
