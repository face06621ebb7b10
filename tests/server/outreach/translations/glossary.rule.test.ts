import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Term } from "#schemas/language/glossary.ts"
import { breachesOf, callPairs } from "#server/outreach/translations/glossary.rule.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"

type Asked = Omit<Term, "termId" | "note">
const name = (words: string): Asked => ({ kind: "neverTranslate", words, language: null, saidAs: "" })
const preferred = (words: string, saidAs: string): Asked => ({ kind: "preferred", words, language: "es", saidAs })
const forbidden = (words: string): Asked => ({ kind: "forbidden", words, language: "es", saidAs: "" })
const said = (source: string, text: string, ...terms: ReadonlyArray<Asked>) =>
  breachesOf([{ source, text }], "es", terms).map(({ message }) => message)

describe("a translation against the glossary", () => {
  it.each([
    ["keeps a name", "Call Northwind now", "Llame a Northwind.", []],
    ["changes a name", "Call Northwind now", "Llame a Viento Norte", ["“Northwind” stays as it is."]],
    ["writes a name in other letters", "Call Northwind", "Llame a northwind", ["“Northwind” stays as it is."]],
    ["makes another word of a name", "Call Northwind", "Llame a Northwindia", ["“Northwind” stays as it is."]],
    ["has a source without the name", "Call northwind", "Llame", []],
    ["has the name within another word", "Northwinds blow", "Sopla el viento", []],
    ["keeps a name among other signs", "“Northwind’s” clinic", "la clínica (Northwind)", []],
    ["keeps a name that touches another script", "Call Northwind", "请致电Northwind诊所", []],
    ["writes “and” onto a name in Arabic", "Call Northwind", "اتصل بـNorthwind وNorthwind", []],
    ["keeps a name with a particle of Korean", "Call Northwind", "Northwind에 전화하세요", []],
  ])("which %s", (_, source, text, breaches) => {
    expect(said(source, text, name("Northwind"))).toEqual(breaches)
  })

  it.each([
    ["says a word as it is preferred", "Your shot", "Su Vacuna", []],
    ["says it otherwise", "Your SHOT", "Su inyección", ["“shot” is said “vacuna”."]],
    ["has a source without the word", "Your shots", "Su inyección", []],
  ])("which %s", (_, source, text, breaches) => {
    expect(said(source, text, preferred("shot", "vacuna"))).toEqual(breaches)
  })

  it("uses no forbidden words, whatever the source says and in any case", () => {
    expect(said("Your shot", "Su INYECCIÓN", forbidden("inyección"))).toEqual(["“inyección” is not used."])
    expect(said("Your shot", "Sus inyecciones", forbidden("inyección"))).toEqual([])
    expect(said("a", "puesta a\u00A0punto", forbidden("a punto"))).toEqual(["“a punto” is not used."])
    expect(said("a", "Su inyeccio\u0301n", forbidden("inyección"))).toEqual(["“inyección” is not used."])
    expect(said("a", "Cuesta 5.0?", forbidden("5.0?"), forbidden("5x0"))).toEqual(["“5.0?” is not used."])
  })

  it("is not held to terms of another language", () => {
    expect(breachesOf([{ source: "shot", text: "inyección" }], "fr", [forbidden("inyección")])).toEqual([])
  })

  it("is compared by what is said: the words of a default are, the name of a value is not", () => {
    expect(said("Hi", "Hola {{ amigo }}", forbidden("amigo"))).toEqual([])
    expect(said("Hi", "Hola {{ x | default: 'amigo' }}", forbidden("amigo"))).toEqual(["“amigo” is not used."])
  })

  it("knows apostrophes and hyphens in any of their forms", () => {
    expect(said("Call O'Brien", "Llame a O’Brien", name("O'Brien"))).toEqual([])
    expect(said("Call O’Brien", "Llame", name("O'Brien"))).toEqual(["“O'Brien” stays as it is."])
    expect(said("a", "l’injection", forbidden("l'injection"))).toEqual(["“l'injection” is not used."])
    expect(said("Co-Care", "Co\u2011Care", name("Co-Care"))).toEqual([])
  })

  it("is not held to what a condition compares, which no one gets to read", () => {
    expect(said("a", "{% if kind == 'inyección' %}a{% endif %}", forbidden("inyección"))).toEqual([])
    expect(said("Northwind", "{% if clinic == 'Northwind' %}a{% endif %}", name("Northwind"))).toEqual([
      "“Northwind” stays as it is.",
    ])
  })

  it("says each thing once, and what keeps it from being approved first", () => {
    const pairs = [
      { source: "Northwind shot", text: "x" },
      { source: "Northwind", text: "y" },
    ]
    expect(breachesOf(pairs, "es", [preferred("shot", "vacuna"), name("Northwind")])).toEqual([
      { kind: "neverTranslate", message: "“Northwind” stays as it is." },
      { kind: "preferred", message: "“shot” is said “vacuna”." },
    ])
  })

  it("names the step of a call flow, and asks nothing of a step without words yet", () => {
    const [first, ...others] = spanishCall.prompts
    const words = { ...spanishCall, prompts: [{ ...first!, text: "Una inyección" }, ...others] }
    const found = breachesOf(callPairs(publishableCall, words), "es", [forbidden("inyección")])
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/^“.+”: “inyección” is not used\.$/)])
    const empty = { ...words, prompts: [{ ...first!, text: " " }, ...others] }
    expect(breachesOf(callPairs(publishableCall, empty), "es", [forbidden("inyección")])).toEqual([])
  })
})

const scripts = [
  "Ana-Klinik 2",
  "клиника",
  "عيادة",
  "诊所",
  "クリニック",
  "คลินิก",
  "병원",
  "क्लिनिक",
  "phòng khám",
  "İzmir",
  "ß+(x)",
]
const letters = ["a", "я", "ع", "所", "ク", "ก", "병", "क", "9", "_", "\u0301", " ", "\n", ".", "“", "{{ a }}", "🙂"]

describe("a text that has the words of a term, whole, in any script", () => {
  const around = fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((all) => all.join(""))
  const written = fc.oneof(
    fc.constantFrom(...scripts),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
      .filter((text) => /^[\p{L}\p{N}].*[\p{L}\p{N}]$/su.test(text) && !/[{}\p{Cc}\p{M}]/u.test(text)),
  )
  it("never breaks a term that asks for them, and always one that forbids them", () => {
    fc.assert(
      fc.property(written, around, around, fc.constantFrom(" ", ", ", "\n", "(", "¡"), (words, before, after, gap) => {
        const text = `${before}${gap}${words} ${after}`
        expect(said(words, text, name(words), preferred(words, words))).toEqual([])
        expect(said("", text, forbidden(words))).toEqual([`“${words}” is not used.`])
      }),
      { numRuns: 2_000 },
    )
  })
})
