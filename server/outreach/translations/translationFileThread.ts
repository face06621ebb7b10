import { parentPort, workerData } from "node:worker_threads"
import { translationFileLimits } from "#schemas/language/translationFile.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { decodeBeginning, UnreadableFile } from "#server/people/imports/csv.ts"
import { encodingProbe } from "#server/people/imports/encoding.ts"
import { readSheet } from "./translationSheet.ts"
import type { TranslationUnit } from "./translationUnit.rule.ts"
import { readXliff } from "./xliffFile.ts"

/** The texts of a file, or why it is none of translations. */
export type ReadTranslations = { readonly units: ReadonlyArray<TranslationUnit> } | { readonly refused: Problem }

const refuse = (message: string): ReadTranslations => ({ refused: problem("Invalid", message) })
const unreadable =
  "This XLIFF file cannot be read. Save it again in the tool that it comes from, or export the texts again."

const textOf = (bytes: Uint8Array): string => {
  const probe = encodingProbe()
  probe.look(bytes)
  // It has one piece, so nothing of it waits for more.
  return decodeBeginning(bytes, probe.end())
}

const unitsOf = async (text: string): Promise<ReadTranslations> => {
  if (text.trim() === "") return refuse("The file is empty.")
  const isXml = text.trimStart().startsWith("<")
  // Nothing that is declared in a file is followed.
  if (isXml && /<!(?:DOCTYPE|ENTITY)/i.test(text))
    return refuse("This file declares entities, which are not read. Save it without a document type.")
  const units = isXml ? await readXliff(text).catch(() => undefined) : readSheet(text)
  if (units === undefined) return refuse(unreadable)
  if (typeof units === "string") return refuse(units)
  if (units.length === 0) return refuse("There are no texts in this file.")
  const most = translationFileLimits.texts
  return units.length > most
    ? { refused: problem("TooLarge", `The file has more than ${most} texts. Split it and import the parts.`) }
    : { units }
}

const readTranslations = async (bytes: Uint8Array): Promise<ReadTranslations> => {
  try {
    return await unitsOf(textOf(bytes))
  } catch (cause) {
    if (cause instanceof UnreadableFile) return { refused: cause.problem }
    throw cause
  }
}

parentPort?.postMessage(await readTranslations(workerData as Uint8Array))
