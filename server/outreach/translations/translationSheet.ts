import { stringify } from "csv-stringify/sync"
import { translationColumns } from "#schemas/language/translationFile.ts"
import { csvReader, type CsvRow } from "#server/people/imports/csv.ts"
import { asWritten, csvOptions, harmlessText } from "#server/people/imports/formulas.rule.ts"
import { plainText, type TranslationUnit } from "./translationUnit.rule.ts"

/** Texts with their translations as CSV for spreadsheets, which take none of them for a formula. */
export const writeSheet = (units: ReadonlyArray<Omit<TranslationUnit, "line">>): string =>
  stringify(
    [
      [...translationColumns],
      ...units.map(({ id, name, language, source, target }) => [
        ...[id, plainText(name), language, plainText(source), plainText(target)],
      ]),
    ],
    { ...csvOptions, bom: true, cast: { string: harmlessText } },
  )

const named = `The first row holds the names of the columns: ${translationColumns.join(", ")}.`
const isBlank = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === "")

/** What stands between the cells: the names of our columns have none of these, whatever the texts below have. */
const delimiterOf = (text: string): string =>
  [",", ";", "\t", "|"].find((sign) => text.split("\n", 1)[0]?.includes(sign)) ?? ","

/** Reads such a file, its columns in any order; a sentence for one that is none. */
export const readSheet = (text: string): ReadonlyArray<TranslationUnit> | string => {
  const bytes = new TextEncoder().encode(text)
  const [header, ...rows] = csvReader("utf-8", delimiterOf(text)).feed(bytes, true)
  const names = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const places = translationColumns.map((name) => names.indexOf(name.toLowerCase()))
  const missing = translationColumns[places.indexOf(-1)]
  if (missing !== undefined) return `The file has no column “${missing}”. ${named}`
  const filled = rows.filter((row) => !isBlank(row))
  const broken = filled.find((row) => row.broken)
  if (broken !== undefined) return `The quotes of row ${broken.line} do not match. Mend that row and import it again.`
  return filled.map(({ line, cells }) => {
    const [id = "", name = "", language = "", source = "", target = ""] = places.map((place) =>
      asWritten(cells[place] ?? ""),
    )
    return { line, id: id.trim(), name, language: language.trim(), source, target }
  })
}
