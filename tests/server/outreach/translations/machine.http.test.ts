import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { BackTranslation, MachineTranslated } from "#schemas/language/machine.ts"
import type { Languages, Translation } from "#schemas/language/translation.ts"
import { Translator } from "#server/translation/Translator.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import type { StandIn } from "#tests/support/serviceStandIn.ts"
import { configOf, translationStandIn } from "#tests/support/translationServices.ts"

let service: StandIn
const translator = Layer.unwrap(
  Effect.map(
    translationStandIn("deepl", (text) => text.replaceAll("Hi", "Hola")),
    (standIn) => {
      service = standIn
      return Translator.layerOf(configOf("deepl", standIn))
    },
  ),
)
const contract = contractOfThisFile({ translator })
let admin: string
let plain: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  plain = await contract().token(subjectOf(demoIds.northwind, 3), [1])
})

type Answer<A> = { readonly status: number; readonly data: A; readonly problem?: string; readonly message: string }
const ask = async <A>(call: Call, asked: Asked, token = admin): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const text = "Hi {{ firstName }}, {{ companyName }} asks how your visit was. Reply STOP to opt out."
const spanish = text.replace("Hi", "Hola")
let names = 0
const newText = async (written = text) => {
  const { id } = (await ask<{ id: number }>("Campaign.GenerateId", { query: { type: "Template" } })).data
  const name = `Machine ${(names += 1)}`
  const body = { companyId: demoIds.northwind, templateId: id, channel: "SMS", name, purpose: "Survey", text: written }
  const { data } = await ask<{ hashedId: string }>("Template.CreateTemplateByCompanyId", { body })
  return { templateId: id, hashedId: data.hashedId, name }
}
const read = async (temphashedId: string, language = "es") =>
  (await ask<Translation>("Translate.GetTranslation", { query: { temphashedId, language } })).data
const translate = (templateId: number, headers: Readonly<Record<string, string>> = {}) =>
  ask("Translate.TranslateText", { body: { templateId, language: "es" }, headers })
const change = (templateId: number, action: string) =>
  ask("Translate.ChangeTranslation", { body: { templateId, language: "es", action } })
const down = { status: 500, body: "" }

describe("a text that a service translates", () => {
  it("is a draft that says what made it, until a person has read it over and approved it", async () => {
    const { templateId, hashedId } = await newText()
    expect((await ask<Languages>("Translate.GetLanguages", {})).data.service).toBe("DeepL")
    expect(await translate(templateId)).toMatchObject({ status: 200 })
    expect((await read(hashedId)).translation).toMatchObject({ state: "machine", origin: "DeepL", text: spanish })
    expect(await change(templateId, "approve")).toMatchObject({ status: 409 })
    await change(templateId, "review")
    await change(templateId, "approve")
    const { translation, steps } = await read(hashedId)
    expect(translation).toMatchObject({ state: "approved", origin: "DeepL" })
    expect(steps.map(({ type, origin }) => [type, origin])).toEqual([
      ["TranslationDrafted", "DeepL"],
      ["TranslationReviewed", null],
      ["TranslationApproved", null],
    ])
  })

  it("takes the place of no translation that was written since the page was read", async () => {
    const { templateId, hashedId } = await newText()
    const { streamVersion } = await read(hashedId)
    await ask("Translate.SaveTranslation", { body: { templateId, language: "es", text: `${spanish} Gracias.` } })
    const answer = await translate(templateId, { "if-match": `"${streamVersion}"` })
    expect(answer).toMatchObject({ status: 409, problem: "StaleVersion" })
    expect((await read(hashedId)).translation).toMatchObject({ state: "reviewed", origin: "person" })
  })

  it("keeps the names of the glossary", async () => {
    const term = { termId: null, kind: "neverTranslate", language: null, saidAs: "", note: "" }
    await ask("Translate.SaveTerm", { body: { ...term, words: "Hi-Care" } })
    const { templateId, hashedId } = await newText(`${text} Hi-Care`)
    await translate(templateId)
    expect((await read(hashedId)).translation?.text).toBe(`${spanish} Hi-Care`)
  })

  it("is refused with the reason where the service is down or lost a value, and nothing is stored", async () => {
    const { templateId, hashedId } = await newText()
    service.next.push(down)
    expect(await translate(templateId)).toMatchObject({
      status: 503,
      message: "DeepL is not working. Try again in a minute.",
    })
    service.next.push({ body: { translations: [{ text: "Hola" }] } })
    expect(await translate(templateId)).toMatchObject({
      status: 422,
      message: "DeepL changed a part of the text that must stay: {{ firstName }}, {{ companyName }}, STOP.",
    })
    expect((await read(hashedId)).translation).toBeNull()
  })

  it("is refused where the template is retired, and to a person who may not translate", async () => {
    const { templateId } = await newText()
    await ask("Template.PublishTemplate", { query: { templateId: String(templateId) } })
    await ask("Template.RetireTemplate", { body: { templateId } })
    const before = service.heard.length
    expect(await translate(templateId)).toMatchObject({ status: 409, problem: "NotAllowedNow" })
    expect(await ask("Translate.TranslateBack", { body: { language: "es", text: "Hola" } }, plain)).toMatchObject({
      status: 403,
    })
    expect(service.heard).toHaveLength(before)
  })
})

describe("the texts that are missing in a language", () => {
  const missing = (after: number | null, language = "es") =>
    ask<MachineTranslated>("Translate.TranslateMissing", { body: { language, after } })

  it("are translated some at a time, each for itself, and those that people wrote stay", async () => {
    const written = await newText()
    await ask("Translate.SaveTranslation", {
      body: { templateId: written.templateId, language: "es", text: `${spanish} Gracias.` },
    })
    const made = await Promise.all(Array.from({ length: 12 }, () => newText()))
    const rows: Array<MachineTranslated["rows"][number]> = []
    let page = (await missing(null)).data
    expect(page.rows).toHaveLength(10)
    expect(page.left).toBeGreaterThan(1)
    rows.push(...page.rows)
    while (page.left > 0) {
      page = (await missing(page.after)).data
      rows.push(...page.rows)
    }
    const done = rows.filter(({ outcome }) => outcome === "done").map(({ name }) => name)
    expect(done).toEqual(expect.arrayContaining(made.map(({ name }) => name)))
    expect(done).not.toContain(written.name)
    expect((await read(written.hashedId)).translation).toMatchObject({ origin: "person" })
    for (const { hashedId } of made)
      expect((await read(hashedId)).translation).toMatchObject({ state: "machine", origin: "DeepL" })
    expect((await missing(null)).data).toMatchObject({ rows: [], left: 0 })
  })

  it("say which of them the service did not translate, and stop where it translates none", async () => {
    const [first, second] = [await newText(), await newText()]
    // The second text's own: three values and words of the first stay as well.
    const marked = `Hola <x id="3"/>, <x id="4"/>: <x id="5"/>.`
    service.next.push({ body: { translations: [{ text: "Hola" }, { text: marked }] } })
    expect((await missing(null)).data.rows).toMatchObject([
      { name: first.name, outcome: "refused", reason: expect.stringContaining("{{ firstName }}") as string },
      { name: second.name, outcome: "done", reason: "" },
    ])
    service.next.push(down)
    expect(await missing(null)).toMatchObject({ status: 503, problem: "Unavailable" })
    expect((await missing(null)).data.rows).toMatchObject([{ name: first.name, outcome: "done" }])
  })

  it("are asked for again from the first that the service refused altogether", async () => {
    // A request takes 50 lines: the last lines of the second text go into a third one.
    const long = `${text}${"\nThank you.".repeat(60)}`
    const [first, second] = [await newText(long), await newText(long)]
    const thanks = (lines: number) => Array.from({ length: lines }, () => ({ text: "Gracias." }))
    const begins = (first: number) => ({
      text: `Hola <x id="${first}"/>, <x id="${first + 1}"/>: <x id="${first + 2}"/>.`,
    })
    service.next.push(
      { body: { translations: [begins(0), ...thanks(49)] } },
      { body: { translations: [...thanks(11), begins(3), ...thanks(38)] } },
      down,
    )
    const page = (await missing(null)).data
    expect(service.next).toEqual([])
    expect(page.rows.map(({ name, outcome }) => [name, outcome])).toEqual([[first.name, "done"]])
    expect(page.left).toBe(1)
    const rest = (await missing(page.after)).data
    expect(rest).toMatchObject({ rows: [{ name: second.name, outcome: "done" }], left: 0 })
  })

  it("are stored without half an emoji, which no database takes", async () => {
    const { name, hashedId } = await newText()
    const answer = `{"translations":[{"text":"Hola <x id=\\"0\\"/>, <x id=\\"1\\"/>: <x id=\\"2\\"/>.\\ud83d Fin"}]}`
    service.next.push({ body: answer })
    expect((await missing(null)).data.rows).toMatchObject([{ name, outcome: "done" }])
    expect((await read(hashedId)).translation?.text).toContain("STOP.\ufffd Fin")
  })

  it("are those of the company’s languages", async () => {
    expect(await missing(null, "ko")).toMatchObject({
      status: 422,
      message: "Korean is not a language of this company.",
    })
  })
})

describe("a translation that is translated back", () => {
  it("is said in the company’s language, and not kept", async () => {
    const { hashedId } = await newText()
    const body = { language: "es", text: "Hi {{ firstName }}" }
    expect((await ask<BackTranslation>("Translate.TranslateBack", { body })).data.text).toBe("Hola {{ firstName }}")
    const { source_lang, target_lang } = JSON.parse(service.heard.at(-1)?.body ?? "") as Record<string, string>
    expect([source_lang, target_lang]).toEqual(["ES", "EN-US"])
    expect((await read(hashedId)).translation).toBeNull()
  })
})
