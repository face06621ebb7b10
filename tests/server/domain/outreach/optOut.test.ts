import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readRequest, requestWords } from "#server/domain/outreach/optOut.ts"

describe("readRequest", () => {
  it.each([
    ["STOP", "STOP", "en"],
    ["stop", "STOP", "en"],
    [" Stop. ", "STOP", "en"],
    ["“stop”!!", "STOP", "en"],
    ["🛑 stop 🛑", "STOP", "en"],
    ["StopAll", "STOPALL", "en"],
    ["opt-out", "OPT OUT", "en"],
    ["Opt  out", "OPT OUT", "en"],
    ["OPTOUT", "OPTOUT", "en"],
    ["revoke", "REVOKE", "en"],
    ["unsubscribe", "UNSUBSCRIBE", "en"],
    ["Cancel", "CANCEL", "en"],
    ["end", "END", "en"],
    ["QUIT", "QUIT", "en"],
    ["Stop please", "STOP PLEASE", "en"],
    ["Don’t text me!", "DONT TEXT ME", "en"],
    ["Alto", "ALTO", "es"],
    ["¡Parar!", "PARAR", "es"],
    ["no más", "NO MAS", "es"],
    ["ｓｔｏｐ", "STOP", "en"],
  ])("takes %j as the request %s to opt out", (text, word, language) => {
    expect(readRequest(text)).toEqual({ kind: "optOut", word, language })
  })

  it.each([
    ["START", "optIn"],
    ["yes", "optIn"],
    ["Unstop.", "optIn"],
    ["inicio", "optIn"],
    ["HELP", "help"],
    ["info?", "help"],
    ["ayuda", "help"],
  ])("takes %j as %s", (text, kind) => {
    expect(readRequest(text)).toMatchObject({ kind })
  })

  it.each([
    "",
    "👍",
    "Please cancel my appointment on Friday",
    "Can you stop by my house?",
    "the end is near",
    "non-stop",
    "stopped",
    "yes please",
    "No",
    "1",
  ])("leaves %j to people", (text) => {
    expect(readRequest(text)).toEqual({ kind: "other" })
  })

  it("finds every listed word in any case and between any punctuation", () => {
    const listed = requestWords.flatMap(({ kind, words }) => words.map((word) => ({ kind, word })))
    const noise = fc.stringMatching(/^[ .,!?"'()\n-]{0,4}$/)
    fc.assert(
      fc.property(fc.constantFrom(...listed), fc.boolean(), noise, noise, ({ kind, word }, lower, before, after) => {
        const text = before + (lower ? word.toLowerCase() : word) + after
        expect(readRequest(text)).toMatchObject({ kind, word })
      }),
    )
  })

  it("names no word twice", () => {
    const words = requestWords.flatMap((entry) => entry.words)
    expect(new Set(words).size).toBe(words.length)
  })
})
