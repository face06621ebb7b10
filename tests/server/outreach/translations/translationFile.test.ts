import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { placeholdersIn } from "#server/outreach/translations/placeholders.rule.ts"
import { readSheet, writeSheet } from "#server/outreach/translations/translationSheet.ts"
import { plainText, tagSign, type TranslationUnit } from "#server/outreach/translations/translationUnit.rule.ts"
import { readXliff, writeXliff } from "#server/outreach/translations/xliffFile.ts"

/** Signs that files, spreadsheets or templates take for more than text. */
const signs = [
  "=",
  "+",
  "-",
  "@",
  "'",
  '"',
  "＝",
  ";",
  ",",
  "\t",
  "|",
  "\n",
  "\r",
  "<",
  "]]>",
  "&amp;",
  "&",
  "{{ firstName }}",
]
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.oneof(fc.constantFrom(...signs, " ", "مرحبا", "🙂", "\u200F", "\u2028", "\uFEFF"), fc.string()))
    .map((all) => all.join("")),
)
const unit = fc.record({ name: text, source: text, target: text })
const units = fc
  .array(unit, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((one, place) => ({ ...one, id: `-abc${place}`, language: "ar" })))

const textsOf = (read: ReadonlyArray<TranslationUnit>) =>
  read.map(({ id, source, target }) => ({ id, source: plainText(source), target: plainText(target) }))
const plain = (written: ReadonlyArray<Omit<TranslationUnit, "line">>) =>
  written.map(({ id, source, target }) => ({ id, source: plainText(source), target: plainText(target) }))

describe("any text of any language", () => {
  it("comes back as the same text from XLIFF, with its language", async () => {
    await fc.assert(
      fc.asyncProperty(units, async (written) => {
        const read = await readXliff(await writeXliff("en", "ar", written))
        expect(textsOf(read ?? [])).toEqual(plain(written))
        expect(new Set(read?.map(({ language }) => language))).toEqual(new Set(["ar"]))
      }),
      { numRuns: 300 },
    )
  })

  it("comes back as the same text from CSV, and is no formula in it", () => {
    fc.assert(
      fc.property(units, (written) => {
        const sheet = writeSheet(written)
        const read = readSheet(sheet.slice(1))
        expect(typeof read === "string" ? read : textsOf(read)).toEqual(plain(written))
      }),
      { numRuns: 300 },
    )
    const formula = writeSheet([{ id: "a", name: "=1+1", language: "es", source: "-2", target: " '=x;@y" }])
    expect(formula.split("\r\n")[1]).toBe(`a,'=1+1,es,'-2,''=x;'@y`)
  })

  it("keeps its places as they are", async () => {
    const source = "{{ firstName | default: 'friend' }} & <b>{% if zip %}“{{ zip }}”{% endif %}"
    const written = [{ id: "a", name: "Recall", language: "es", source, target: source }]
    const sheet = readSheet(writeSheet(written).slice(1))
    for (const read of [await readXliff(await writeXliff("en", "es", written)), sheet])
      expect(placeholdersIn((read as ReadonlyArray<TranslationUnit>)[0]?.target ?? "")).toEqual(placeholdersIn(source))
  })
})

const old = `<xliff version="1.2"><file original="texts" source-language="en" target-language="es-MX" datatype="plaintext">
<body><trans-unit id="abc"><source>Hi</source><target>Hola</target></trans-unit></body></file></xliff>`
const grouped = `<?xml version="1.0"?><xliff version="2.1" srcLang="en" trgLang="es"><file id="f"><group id="g"><unit id="abc">
<segment><source>Hi <ph id="1"/></source><target>Hola</target></segment></unit></group></file></xliff>`

describe("a file of another tool", () => {
  it("is read as XLIFF 1.2 too, and by groups", async () => {
    expect(await readXliff(old)).toMatchObject([{ id: "abc", language: "es-MX", source: "Hi", target: "Hola" }])
    expect(await readXliff(grouped)).toMatchObject([{ id: "abc", target: "Hola" }])
  })

  it("is no text of ours where tags stand in it", async () => {
    expect((await readXliff(grouped))?.[0]?.source).not.toBe("Hi")
  })

  it("is refused with a reason where tags stand in a translation, of which words would be lost", async () => {
    const tagged = [
      grouped.replace("<target>Hola</target>", '<target>Hola <pc id="2">tú</pc></target>'),
      old.replace("<target>Hola</target>", '<target><mrk mtype="seg">Hola</mrk></target>'),
    ]
    for (const file of tagged) expect((await readXliff(file))?.[0]?.target).toContain(tagSign)
  })

  it("may not cut our texts into sentences", async () => {
    const written = await writeXliff("en", "es", [{ id: "a", name: "Recall", source: "Hi. Reply STOP.", target: "" }])
    expect(written).toContain('canResegment="no"')
  })

  it("is read as CSV with its columns in another order and another sign between them", () => {
    expect(readSheet("translation;TEXT;id;language;template;note\nHola, tú;Hi;abc;es;Recall;x\n")).toMatchObject([
      { line: 2, id: "abc", language: "es", source: "Hi", target: "Hola, tú" },
    ])
    expect(readSheet("Id,Template,Language,Text\na,b,es,Hi")).toContain("no column “Translation”")
    expect(readSheet('Id,Template,Language,Text,Translation\na,b,es,Hi,"Hola')).toContain("quotes of row 2")
  })
})
