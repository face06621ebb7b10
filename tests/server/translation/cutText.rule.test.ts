import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { plainText } from "#server/outreach/translations/translationUnit.rule.ts"
import { cutText, markedLine, type Line } from "#server/translation/cutText.rule.ts"
import { readMarked } from "#server/translation/readMarked.ts"

const mark = (id: number, kept: string) => `<x id="${id}">${kept}</x>`
const markedOf = (text: string, names: ReadonlyArray<string> = []) => {
  const { lines, kept } = cutText(text, names)
  return lines.map((line) => markedLine(line, kept, mark).marked)
}
/** A text whose lines come back as they went out. */
const thereAndBack = (text: string, names: ReadonlyArray<string> = []) => {
  const cut = cutText(text, names)
  return cut.join(
    cut.lines.map((line): Line => {
      const { marked, before, after } = markedLine(line, cut.kept, mark)
      return [before, ...(readMarked(marked) ?? ["?"]), after]
    }),
  )
}

describe("a text that goes to a service", () => {
  it("keeps values, choices, links with their values, STOP and names, each apart", () => {
    const text =
      "Hi {{ firstName }}, Dr. O’Neil & Co. {% if zip %}see{% endif %} https://c.test/b/{{ bookingLink }}?a=1&b=2. Reply STOP, not stop."
    expect(markedOf(text, ["O’Neil", "Dr. O’Neil & Co.", "Hi there"])).toEqual([
      'Hi <x id="0">{{ firstName }}</x>, <x id="1">Dr. O’Neil &amp; Co.</x> <x id="2">{% if zip %}</x>see<x id="3">{% endif %}</x> <x id="4">https://c.test/b/{{ bookingLink }}?a=1&amp;b=2</x>. Reply <x id="5">STOP</x>, not stop.',
    ])
  })

  it("keeps a name only where it is a whole word", () => {
    expect(markedOf("Northwind, Northwinds", ["Northwind"])).toEqual(['<x id="0">Northwind</x>, Northwinds'])
  })

  it("keeps STOP, names and the end of a link where no blank stands next to them", () => {
    expect(markedOf("回复STOP退订，在Acme诊所 https://c.test/a。谢谢", ["Acme"])).toEqual([
      '回复<x id="0">STOP</x>退订，在<x id="1">Acme</x>诊所 <x id="2">https://c.test/a</x>。谢谢',
    ])
  })

  it("leaves the words for a missing value as they are within a link, and where they hold a name", () => {
    const text =
      'See https://c.test/{{ locationName | default: "main clinic" }} at {{ zip | default: "the Acme clinic" }}'
    const cut = cutText(text, ["Acme"])
    expect(cut.lines).toEqual([["See ", 0, " at ", 1]])
    expect(cut.join([["Vea ", 0, " en ", 1]])).toBe(text.replace("See", "Vea").replace(" at ", " en "))
  })

  it("goes line by line, and the words for a missing value by themselves", () => {
    const text = 'Hi {{ firstName | default: "friend" }},\n\n  {{ zip }}  \nsee you.'
    expect(markedOf(text)).toEqual([
      'Hi <x id="0">{{ firstName | default: &quot;friend&quot; }}</x>,',
      "see you.",
      "friend",
    ])
    const cut = cutText(text, [])
    expect(cut.join([["Hola ", 0, ","], ["nos vemos."], ["amigo"]])).toBe(
      'Hola {{ firstName | default: "amigo" }},\n\n  {{ zip }}  \nnos vemos.',
    )
    // Words that would end the value are left as they were.
    expect(cut.join([["Hola ", 0, ","], ["nos vemos."], ['"amigo"']])).toContain('default: "friend"')
  })

  it("comes back as it went out, whatever its signs are", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("{{ a }}", "{% if a %}", '{{ b | default: "c & d" }}', "\n", " ", "&lt;", "<b>", "]]>", "Acme"),
    )
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.string({ minLength: 1 })), (parts, names) => {
        const text = plainText(parts.join(""))
        expect(thereAndBack(text, ["Acme", "Hi-Care", ...names])).toBe(text)
      }),
    )
  })
})

describe("an answer", () => {
  it.each([
    ["a mark that was not sent", "Hola <b>ahora</b>"],
    ["a mark within another", '<x id="0"><b>a</b></x>'],
    ["a mark that does not end", 'Hola <x id="0">a'],
    ["a sign that is not escaped", "a & b"],
    ["text that is hidden in a section", "a<![CDATA[b c]]>d"],
  ])("with %s is none", (_, answer) => {
    expect(readMarked(answer)).toBeUndefined()
  })

  it("gives what stays by its number, whatever a service made of it, and signs as they are", () => {
    expect(readMarked('&quot;Hola&quot;&nbsp;&#39;<x id="3">algo</x>&#x1F600;')).toEqual(['"Hola"\u00A0\'', 3, "😀"])
  })
})
