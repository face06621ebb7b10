import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { optOutSentences } from "#server/outreach/optOuts/optOutSentences.rule.ts"
import { matchesOf } from "#server/outreach/translations/memory.rule.ts"

const languages = { from: "en", language: "es" }
const approved = (name: string, text: string, translated: string, state: "approved" | "reviewed" = "approved") => ({
  ...{ name, text },
  translations: [{ language: "es", text: translated, state }],
})
const survey = approved(
  "Survey",
  "{{ companyName }} asks how your visit was. Reply STOP to opt out.",
  "{{ companyName }} pregunta cómo fue su visita. Responda ALTO para salir.",
)

/** What is found without the program's phrases. */
const approvedOf = (...asked: Parameters<typeof matchesOf>) => matchesOf(...asked).filter(({ name }) => name !== null)

describe("what was approved before", () => {
  it("is found for a sentence that is the same or nearly the same, the most alike first", () => {
    const recall = approved("Recall", "See us! Reply STOP to opt out now.", "¡Visítenos! Responda ALTO ahora.")
    expect(approvedOf("Come in. Reply STOP to opt out.", languages, [recall, survey])).toEqual([
      {
        ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out.", percent: 100 },
        ...{ target: "Responda ALTO para salir.", name: "Survey" },
      },
      {
        ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out now.", percent: 84 },
        ...{ target: "Responda ALTO ahora.", name: "Recall" },
      },
    ])
  })

  it("is found for a text as a whole", () => {
    const [first] = approvedOf(survey.text.replace("visit", "last visit"), languages, [survey])
    expect(first).toMatchObject({ target: survey.translations[0]?.text, source: survey.text })
    expect(first?.percent).toBeGreaterThan(85)
  })

  it("has no sentences of a text that has another number of them than its translation", () => {
    const joined = approved("Joined", "Hello there. Reply STOP to opt out.", "Hola, responda ALTO para salir")
    expect(approvedOf("Reply STOP to opt out.", languages, [joined])).toEqual([])
  })

  it("is nothing that is not approved, or of another language", () => {
    expect(
      approvedOf(survey.text, languages, [{ ...survey, ...approved("Read", survey.text, "Hola", "reviewed") }]),
    ).toEqual([])
    expect(approvedOf(survey.text, { from: "en", language: "fr" }, [survey])).toEqual([])
  })

  it("is said once where several templates say the same", () => {
    expect(
      approvedOf(survey.text, languages, [survey, { ...survey, name: "Copy" }]).map(({ target }) => target),
    ).toEqual([
      survey.translations[0]?.text,
      "{{ companyName }} pregunta cómo fue su visita.",
      "Responda ALTO para salir.",
    ])
  })

  it("is at least 75 % alike, and 100 % only where it is the same but for blanks", () => {
    const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim()
    const edit = fc.constantFrom("", " ", "x", ", please", " and call us back as soon as you can")
    fc.assert(
      fc.property(edit, fc.nat({ max: 21 }), (added, at) => {
        const one = "Reply STOP to opt out"
        const source = `${one.slice(0, at)}${added}${one.slice(at)}`
        const found = approvedOf(one, languages, [approved("A", source, "Hola")])
        expect(found.every(({ percent }) => percent >= 75)).toBe(true)
        expect(found.some(({ percent }) => percent === 100)).toBe(plain(source) === one)
        expect(found.length).toBe(added.length > 1 ? 0 : 1)
      }),
    )
  })
})

describe("the program's phrases", () => {
  it("are offered for a sentence that is like one, behind what the company approved for the same", () => {
    const phrase = {
      ...{ sentence: "Reply STOP to opt out.", source: "Reply STOP to opt out.", percent: 100 },
      ...{ target: optOutSentences.es, name: null },
    }
    expect(matchesOf("Come in. Reply STOP to opt out.", languages, [])).toEqual([phrase])
    const both = matchesOf("Come in. Reply STOP to opt out.", languages, [survey])
    expect(both.map(({ name }) => name)).toEqual(["Survey", null])
    const [alike] = matchesOf("Your appointment was confirmed.", languages, [])
    expect(alike).toMatchObject({ target: "Su cita está confirmada.", percent: 93, name: null })
  })

  it("are said once where the company approved the same words", () => {
    const same = approved("Same", "Please call us.", "Por favor, llámenos.")
    expect(matchesOf("Please call us.", languages, [same]).map(({ name }) => name)).toEqual(["Same"])
  })

  it("are none for a language that they are not in, or a company that does not write in English", () => {
    expect(matchesOf("Please call us.", { from: "en", language: "ko" }, [])).toEqual([])
    expect(matchesOf("Please call us.", { from: "es", language: "fr" }, [])).toEqual([])
  })
})
