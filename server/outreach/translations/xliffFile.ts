import js2xliff from "xliff/js2xliff"
import xliff12ToJs from "xliff/xliff12ToJs"
import xliff2js from "xliff/xliff2js"
import { plainText, tagSign, type TranslationUnit } from "./translationUnit.rule.ts"

/** A text as the library takes it: what looks like an escaped & to it would come out as a bare one. */
const escaped = (text: string): string => plainText(text).replaceAll("&", "&amp;")

/** Texts with their translations as XLIFF 2.0. */
export const writeXliff = (
  from: string,
  to: string,
  units: ReadonlyArray<Pick<TranslationUnit, "id" | "name" | "source" | "target">>,
): Promise<string> =>
  js2xliff({
    sourceLanguage: from,
    targetLanguage: to,
    resources: {
      texts: Object.fromEntries(
        units.map(({ id, name, source, target }) => [
          id,
          {
            ...{ source: escaped(source), target: escaped(target), note: escaped(name) },
            // A text stays one: of one that a tool cut into sentences the library reads the last alone.
            additionalAttributes: { canResegment: "no" },
          },
        ]),
      ),
    },
  })

type Found = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Found => typeof value === "object" && value !== null

/** The units of a file, group or unit, in their order. A text with tags in it is none of ours: its text comes back changed. */
const unitsIn = (within: unknown): ReadonlyArray<readonly [id: string, unit: Found]> =>
  Object.entries(isRecord(within) ? within : {}).flatMap(([id, unit]) => {
    if (!isRecord(unit)) return []
    return "groupUnits" in unit ? unitsIn(unit["groupUnits"]) : [[id, unit] as const]
  })

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value
  if (!Array.isArray(value)) return isRecord(value) ? tagSign : ""
  // The library gives an empty text for a tag that it does not know.
  return value.map((part) => (typeof part === "string" && part !== "" ? part : tagSign)).join("")
}

/** Reads XLIFF 2 or 1.2; undefined for what is none, or breaks off. Throws for what is no XML, and for what is nested too deeply. */
export const readXliff = async (text: string): Promise<ReadonlyArray<TranslationUnit> | undefined> => {
  // The library takes half a file for a whole one.
  if (!text.trimEnd().endsWith("</xliff>")) return undefined
  const isOld = /<xliff\b[^>]*\bversion\s*=\s*["']1\./.test(text)
  const file = await (isOld ? xliff12ToJs(text) : xliff2js(text))
  if (!isRecord(file) || !isRecord(file["resources"])) return undefined
  const language = textOf(file["targetLanguage"])
  return Object.values(file["resources"])
    .flatMap((one) => unitsIn(one))
    .map(([id, unit], place) => ({
      ...{ line: place + 1, id, language, name: textOf(unit["note"]) },
      ...{ source: textOf(unit["source"]), target: textOf(unit["target"]) },
    }))
}
