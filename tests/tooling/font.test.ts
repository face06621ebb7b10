import { readFileSync, statSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { words } from "#schemas/words.ts"
import { screens } from "#schemas/session/words.ts"
import { cutFont, fontCharacters, fontFile } from "../../scripts/font.ts"

/** What the font may weigh on a phone's first load, in bytes. */
const maxBytes = 40_000

describe("the bundled font", () => {
  it("is what `npm run font` cuts, and light", async () => {
    expect(Buffer.from(await cutFont()).equals(readFileSync(fontFile))).toBe(true)
    expect(statSync(fontFile).size).toBeLessThanOrEqual(maxBytes)
  })

  // The arrow of the tools for designers stands in code's own font.
  it("draws every letter of the interface", () => {
    const drawn = new Set(fontCharacters())
    const said = `${Object.values(words).join("")}${JSON.stringify(screens)}`
    expect([...new Set(said)].filter((character) => !drawn.has(character) && !["\n", "→"].includes(character))).toEqual(
      [],
    )
  })
})
