import { describe, expect, it } from "vitest"
import { sentencesIn } from "../../src/wiring/sentences.ts"

const say = sentencesIn({
  "See {count} people": "Ver {count} personas",
  "{count} texts failed in {name}": "{count} mensajes fallaron en {name}",
  "You need the right to {right}.": "Necesita el permiso para {right}.",
  "run campaigns": "llevar campañas",
})

describe("sentences that come in English", () => {
  it.each([
    ["See 1,234 people", "Ver 1,234 personas"],
    ["5 texts failed in Survey (May)", "5 mensajes fallaron en Survey (May)"],
    // A name that someone gave may be a word of the table.
    ["5 texts failed in run campaigns", "5 mensajes fallaron en run campaigns"],
    ["You need the right to run campaigns.", "Necesita el permiso para llevar campañas."],
  ])("are said whole, with what stands in their places: %s", (english, spanish) => {
    expect(say(english)).toBe(spanish)
  })

  it.each(["See all people", "run campaigns of several kinds", ""])("stay where no one translated them: %s", (text) => {
    expect(say(text)).toBe(text)
  })
})
