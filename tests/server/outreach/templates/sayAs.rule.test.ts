import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readMessage, readSpoken, renderMessage } from "#server/outreach/templates/message.rule.ts"

const said = (filter: string, value: string): string =>
  renderMessage(Result.getOrThrow(readSpoken(`{{ value | ${filter} }}`)), { value }).text

describe("a value that is heard", () => {
  it.each([
    ["say_digits", "94110", "9 4 1 1 0"],
    ["say_digits", "MRN-10023", "M R N, 1 0 0 2 3"],
    ["say_phone", "+14155550188", "4 1 5, 5 5 5, 0 1 8 8"],
    ["say_phone", "(415) 555-0188", "4 1 5, 5 5 5, 0 1 8 8"],
    ["say_phone", "at the desk", "a t, t h e, d e s k"],
    ["say_date", "2026-12-03", "Thursday, December 3"],
    ["say_date", "Thursday, December 3", "Thursday, December 3"],
    ["say_date", "2026-13-45", "2026-13-45"],
    ["say_time", "14:30", "2:30 PM"],
    ["say_time", "half past nine", "half past nine"],
    ["say_time", "99:99", "99:99"],
  ])("is said by %s: %s as %s", (filter, value, expected) => {
    expect(said(filter, value)).toBe(expected)
  })

  it.each([
    ["es", "jueves, 3 de diciembre", "14:30"],
    ["de", "Donnerstag, 3. Dezember", "14:30"],
    ["ko", "12월 3일 목요일", "오후 2:30"],
  ])("is said in its own language: %s", (language, day, hour) => {
    const text = "{{ day | say_date }}; {{ hour | say_time }}; {{ zip | say_digits }}"
    const message = Result.getOrThrow(readSpoken(text, language))
    const values = { day: "2026-12-03", hour: "14:30", zip: "94110" }
    expect(renderMessage(message, values).text).toBe(`${day}; ${hour}; 9 4 1 1 0`)
  })

  it("keeps every letter and digit, whatever else is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (value) => {
        const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "")
        expect(letters(said("say_digits", value))).toBe(letters(value))
      }),
    )
  })

  it("is missing where there is none, as everywhere", () => {
    const message = Result.getOrThrow(readSpoken("Call {{ phone | say_phone }}."))
    expect(renderMessage(message, { phone: "" }).missing).toEqual(["phone"])
  })

  it("is said so in texts that are heard alone", () => {
    const text = "{{ zip | say_digits }}"
    expect(Result.isSuccess(readSpoken(text))).toBe(true)
    const refused = readMessage(text)
    expect(Result.isFailure(refused) && refused.failure).toContain("The filter say_digits cannot be used in a message.")
    const unknown = readSpoken("{{ zip | say_loudly }}")
    expect(Result.isFailure(unknown) && unknown.failure).toMatch(/truncatewords, say_digits, .*say_time\.$/)
  })
})
