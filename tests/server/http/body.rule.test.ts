import fc from "fast-check"
import { expect, it } from "vitest"
import { limits } from "#schemas/constants.ts"
import { formOf, isSoundEncoded, jsonFault, textOf } from "#server/http/body.rule.ts"

const objectOf = (names: number): string =>
  `{${Array.from({ length: names }, (_, index) => `"name${index}":1`).join(",")}}`
const nested = (depth: number): string => '{"a":['.repeat(depth / 2) + "]}".repeat(depth / 2)

const name = fc.string({ minLength: 1 }).filter((text) => !text.includes("\0"))
/** A name as JSON may write it too. */
const escaped = (text: string): string =>
  `"${[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`

it("whatever JSON can say is let in while it is small enough", () => {
  const value = fc.jsonValue({ maxDepth: 8 }).filter((one) => !JSON.stringify(one).includes("\\u0000"))
  fc.assert(
    fc.property(value, name, fc.nat(4), (one, text, spaces) => {
      expect(jsonFault(JSON.stringify({ [text]: one, [`${text}:`]: text }, null, spaces))).toBeUndefined()
    }),
  )
})

it("a name twice in one object is found, however it is written and wherever it stands", () => {
  fc.assert(
    fc.property(name, (one) => {
      const other = JSON.stringify({ [`${one}x`]: 1 })
      const text = `{"":[${other},{${JSON.stringify(one)}:1,"${"y".repeat(one.length + 1)}":{},${escaped(one)} : 2}]}`
      expect(jsonFault(text)?.message).toBe("The request names a field twice.")
    }),
  )
})

it("too many fields and too deep a nesting are refused from the first one over", () => {
  expect(jsonFault(objectOf(limits.bodyKeys))).toBeUndefined()
  expect(jsonFault(objectOf(limits.bodyKeys + 1))).toMatchObject({
    problem: "TooLarge",
    message: "The request has more than 5,000 fields.",
  })
  expect(jsonFault(nested(limits.bodyDepth))).toBeUndefined()
  expect(jsonFault(nested(limits.bodyDepth + 2))?.message).toBe("The request is nested too deeply.")
})

it("the largest hostile bodies are judged within milliseconds", () => {
  const size = limits.bodyBytes
  const hostile = {
    "80,000 fields": objectOf(80_000),
    "brackets only": "[".repeat(size),
    "one text without an end": `{"a":"${"\\\\".repeat(size / 2)}`,
    "empty texts": `[${'"",'.repeat(size / 3)}""]`,
    "spaces after each text": `[${`""${" ".repeat(1_000)},`.repeat(size / 1_003)}1]`,
    "names of one object, the last one twice": `{${Array.from({ length: 4_000 }, (_, index) => `"${"n".repeat(200)}${index}":0`).join(",")},"${"n".repeat(200)}3999":0}`,
  }
  for (const text of Object.values(hostile)) jsonFault(text)
  const took = Object.entries(hostile).map(([name, text]) => {
    const began = performance.now()
    jsonFault(text)
    return [name, performance.now() - began] as const
  })
  // Far above what it takes, for a busy machine; what is not linear takes minutes.
  expect(took.filter(([, millis]) => millis > 250)).toEqual([])
})

it("bytes that are no UTF-8, the character numbered 0 and half a character are no text", () => {
  expect(textOf(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toMatchObject({ problem: "Invalid" })
  for (const wrong of ['["\\u0000"]', '{"\\u0000":1}', '["\\ud800"]', '["\\udc00x"]', '["a\0b"]'])
    expect([wrong, jsonFault(wrong)?.message]).toEqual([wrong, "The request holds characters that are not text."])
})

it("a form says what browsers make of it, or is refused", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect([...(formOf(bytes("?a=1&b=100%&c=%EF%BF%BD+%C3%A9")) as URLSearchParams)]).toEqual([
    ["?a", "1"],
    ["b", "100%"],
    ["c", "\u{FFFD} é"],
  ])
  for (const wrong of ["a=%00", "%00=a", "a=%c3%28", "a=\0"])
    expect([wrong, formOf(bytes(wrong))]).toEqual([wrong, expect.objectContaining({ problem: "Invalid" })])
  expect(formOf(bytes("a&".repeat(limits.bodyKeys + 1)))).toMatchObject({ problem: "TooLarge" })
  expect(isSoundEncoded("search=%E0%A4%A")).toBe(false)
})
