import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import {
  translationFileLimits,
  type TranslationFileCheck,
  type TranslationFileQuery,
} from "#schemas/language/translationFile.ts"
import type { Translation } from "#schemas/language/translation.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let admin: string
let plain: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  plain = await contract().token(subjectOf(demoIds.northwind, 3), [16])
})

type Answer<A> = { readonly status: number; readonly data: A; readonly problem?: string; readonly message: string }
const ask = async <A>(call: Call, asked: Asked, token = admin): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const form = (content: string | Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  body.append("file", new Blob([content]), "es.xlf")
  return { body }
}
const rowsOf = async (call: Call, content: string) => (await ask<TranslationFileCheck>(call, form(content))).data.rows
const said = async (call: Call, content: string) =>
  (await rowsOf(call, content)).map(({ outcome, reason }) => [outcome, reason])

const text = "Hi {{ firstName }}, {{ companyName }} asks how your visit was. Reply STOP to opt out."
const spanish = "Hola {{ firstName }}, {{ companyName }} pregunta cómo fue su visita. Responda ALTO."
let names = 0
const newText = async (written = text, templateId?: number) => {
  const id = templateId ?? (await ask<{ id: number }>("Campaign.GenerateId", { query: { type: "Template" } })).data.id
  const name = `Exchanged ${(names += 1)}`
  const body = { companyId: demoIds.northwind, templateId: id, channel: "SMS", name, purpose: "Survey", text: written }
  const { data } = await ask<{ hashedId: string }>("Template.CreateTemplateByCompanyId", { body })
  return { templateId: id, hashedId: data.hashedId, name }
}
const translation = async (temphashedId: string) =>
  (await ask<Translation>("Translate.GetTranslation", { query: { temphashedId, language: "es" } })).data.translation
const download = async (query: Partial<TranslationFileQuery>, token = admin) => {
  const asked = { query: { language: "es", texts: "open", fileType: "csv", ...query } }
  const answer = await contract().send("Translate.DownloadTranslations", token, asked)
  return { status: answer.status, name: answer.headers.get("content-disposition") ?? "", content: await answer.text() }
}
const sheet = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [["Id", "Template", "Language", "Text", "Translation"], ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n")

describe("texts for translators", () => {
  it("go out as XLIFF or CSV where no one gets them in the language yet, and are written into the log", async () => {
    const { hashedId, templateId } = await newText()
    const xliff = await download({ fileType: "xliff" })
    expect(xliff.name).toMatch(/translations-es-\d{8}-\d{4}\.xlf/)
    expect(xliff.content).toContain('version="2.0" srcLang="en" trgLang="es"')
    expect(xliff.content).toContain(`<unit id="${hashedId}"`)
    expect(xliff.content).toContain(`<source>${text}</source>`)
    expect((await download({})).content).toContain(hashedId)
    await ask("Translate.SaveTranslation", { body: { templateId, language: "es", text: spanish } })
    expect((await download({})).content).not.toContain(hashedId)
    expect((await download({ texts: "all" })).content).toContain(spanish)
    const events = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ data: object }>`select data from events where type = 'TranslationsExported' order by pos`),
    )
    expect(events.at(-1)?.data).toMatchObject({ language: "es", complete: true, rows: expect.any(Number) as number })
  })

  it("go out to those who may take files with them", async () => {
    expect((await download({}, plain)).status).toBe(403)
  })
})

describe("a file of translations", () => {
  it("is checked first and changes nothing; what is right is stored then, and a person has to read it over", async () => {
    const { hashedId, name } = await newText()
    const { content } = await download({ fileType: "xliff" })
    const place = content.indexOf(`<unit id="${hashedId}"`)
    const file =
      content.slice(0, place) + content.slice(place).replace("<target></target>", `<target>${spanish}</target>`)
    const ours = (rows: TranslationFileCheck["rows"]) => rows.filter(({ name: of }) => of === name)
    expect(ours(await rowsOf("Translate.CheckTranslations", file))).toMatchObject([
      { outcome: "change", language: "es" },
    ])
    expect(await translation(hashedId)).toBeNull()
    expect(ours(await rowsOf("Translate.ImportTranslations", file))).toMatchObject([{ outcome: "done" }])
    expect(await translation(hashedId)).toMatchObject({ state: "machine", origin: "file", text: spanish })
    expect(ours(await rowsOf("Translate.ImportTranslations", file))).toMatchObject([{ outcome: "same" }])
  })

  it("says where it takes the place of a translation that people get", async () => {
    const { templateId, hashedId } = await newText()
    await ask("Translate.SaveTranslation", { body: { templateId, language: "es", text: spanish } })
    const file = sheet([hashedId, "", "es", text, spanish.replace("cómo fue", "por")])
    const reason = "It takes the place of a translation that people get now, and has to be read over again."
    expect(await said("Translate.CheckTranslations", file)).toEqual([["change", reason]])
  })

  it("says what a translation does against the glossary, and stores it", async () => {
    const { hashedId } = await newText()
    const term = { termId: null, kind: "forbidden", language: "es", saidAs: "", note: "" }
    await ask("Translate.SaveTerm", { body: { ...term, words: "consulta médica" } })
    const file = sheet([hashedId, "", "es", text, spanish.replace("su visita", "su consulta médica")])
    const reason = "Against the glossary: “consulta médica” is not used. It cannot be approved so."
    expect(await said("Translate.CheckTranslations", file)).toEqual([["change", reason]])
    expect(await said("Translate.ImportTranslations", file)).toEqual([["done", reason]])
  })

  it("says of each text why it is refused, and the rest goes on", async () => {
    const [good, bare, changed, retired] = [await newText(), await newText(), await newText(), await newText()]
    await ask("Template.PublishTemplate", { query: { templateId: String(retired.templateId) } })
    await ask("Template.RetireTemplate", { body: { templateId: retired.templateId } })
    const file = sheet(
      [bare.hashedId, "", "es", text, "Hola, {{ companyName }}. Responda ALTO."],
      [changed.hashedId, "", "es", `${text} Thanks.`, spanish],
      [retired.hashedId, "", "es", text, spanish],
      [good.hashedId, "", "xx", text, spanish],
      [good.hashedId, "", "ko", text, spanish],
      ["AbsentAbsentAbsent0001", "", "es", text, spanish],
      [good.hashedId, "", "es", text, ""],
      [good.hashedId, "", "es-MX", text, `${spanish}${" ".repeat(3)}`],
      [good.hashedId, "", "es-MX", text, spanish],
      [good.hashedId, "", "es", text, "x".repeat(3_201)],
    )
    const refusals = [
      ["refused", "{{ firstName }} is missing."],
      ["refused", "The text was changed after it was exported. Export it again."],
      ["refused", "This template is retired. Its translations cannot be changed."],
      ["refused", "“xx” is no language that texts are translated into."],
      ["refused", "Korean is not a language of this company."],
      ["refused", "There is no text with the id “AbsentAbsentAbsent0001”."],
      ["empty", ""],
    ]
    const checked = await said("Translate.CheckTranslations", file)
    expect(checked.slice(0, 7)).toEqual(refusals)
    expect(checked[7]).toEqual(["change", ""])
    expect(checked[8]).toEqual(["refused", "Its translation stands in the file twice. The first one counts."])
    const done = await said("Translate.ImportTranslations", file)
    expect(done.slice(0, 8)).toEqual([...refusals, ["done", ""]])
    expect(await translation(good.hashedId)).toMatchObject({ text: spanish, origin: "file" })
  })

  it("brings back what became stale, but not what comes back as it went out", async () => {
    const { templateId, hashedId, name } = await newText()
    await ask("Translate.SaveTranslation", { body: { templateId, language: "es", text: spanish } })
    const after = `${text} Thank you.`
    const body = { companyId: demoIds.northwind, templateId, channel: "SMS", name, purpose: "Survey", text: after }
    await ask("Template.CreateTemplateByCompanyId", { body })
    const exported = await download({})
    expect(exported.content).toContain(hashedId)
    const untouched = sheet([hashedId, name, "es", after, spanish])
    expect(await said("Translate.ImportTranslations", untouched)).toEqual([["same", ""]])
    expect(await translation(hashedId)).toMatchObject({ state: "stale" })
    const again = sheet([hashedId, name, "es", after, `${spanish} Gracias.`])
    expect(await said("Translate.ImportTranslations", again)).toEqual([["done", ""]])
    expect(await translation(hashedId)).toMatchObject({ state: "machine", before: null })
  })

  const deep = `<xliff version="2.0">${"<group id='g'>".repeat(20_000)}${"</group>".repeat(20_000)}</xliff>`
  it.each([
    ["is empty", "", "empty"],
    ["is a workbook", "PK\u0003\u0004 and so on", "workbook"],
    ["has other columns", "Name,E-mail\nBo,bo@x.test", "no column “Id”"],
    ["has no texts", sheet(), "no texts"],
    ["is XML of another kind", "<svg/>", "cannot be read"],
    ["breaks off", `<xliff version="2.0" srcLang="en"><file id="a"><unit`, "cannot be read"],
    ["is nested without end", deep, "no texts"],
    ["declares entities", `<!DOCTYPE x [<!ENTITY a "b">]><xliff version="2.0"/>`, "entities"],
    [
      "has too many texts",
      sheet(...Array.from({ length: 1_001 }, (_, one) => [String(one), "", "es", "a", "b"])),
      "more than 1000 texts",
    ],
  ])("is refused whole where it %s", async (_, content, message) => {
    const { status, message: sentence } = await ask("Translate.CheckTranslations", form(content))
    expect([status >= 400 && status < 500, sentence]).toEqual([true, expect.stringContaining(message)])
  })

  it("is refused where it is too large", async () => {
    // As text: a form that is not read to its end fails in the test's own stream.
    const head =
      '--part\r\ncontent-disposition: form-data; name="file"; filename="es.csv"\r\ncontent-type: text/csv\r\n\r\n'
    const asked = {
      body: `${head}${"a".repeat(translationFileLimits.bytes + 1)}\r\n--part--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=part" },
    }
    expect(await ask("Translate.CheckTranslations", asked)).toMatchObject({
      status: 413,
      message: "A file of translations has at most 10 MB. Split it and import the parts.",
    })
  })
})
