import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"

/** What a file of translations may hold: it is read at once, and each text is stored by itself. */
export const translationFileLimits = { bytes: 10 * 1024 * 1024, texts: 1_000 } as const

/** The columns of a file of translations as CSV, in their order. */
export const translationColumns = ["Id", "Template", "Language", "Text", "Translation"] as const

/** What is exported: texts of one language, those that no one gets in it or all, as which kind of file. */
export const TranslationFileQuery = {
  language: Language,
  texts: Schema.Literals(["open", "all"]),
  fileType: Schema.Literals(["xliff", "csv"]),
}
const Query = Schema.Struct(TranslationFileQuery)
export type TranslationFileQuery = typeof Query.Type

/**
 * What a text of a file would do, or did: change a translation, nothing because the same stands there or nothing is
 * written, or nothing because it is refused; `done` is changed.
 */
export const TranslationFileOutcome = Schema.Literals(["change", "same", "empty", "refused", "done"])
export type TranslationFileOutcome = typeof TranslationFileOutcome.Type

/** A text of a file: which of the file's, of which template, in which language as the file names it. */
export const TranslationFileRow = Schema.Struct({
  /** Its place in the file; the row of a spreadsheet, the header being 1. */
  line: Schema.Int,
  name: Schema.String,
  language: Schema.String,
  outcome: TranslationFileOutcome,
  /** Why it is refused, in sentences; empty where it is not. */
  reason: Schema.String,
}).annotate({ identifier: "TranslationFileRow" })
export type TranslationFileRow = typeof TranslationFileRow.Type

/** What a file of translations would do, or did, text by text. */
export const TranslationFileCheck = Schema.Struct({ rows: Schema.Array(TranslationFileRow) }).annotate({
  identifier: "TranslationFileCheck",
})
export type TranslationFileCheck = typeof TranslationFileCheck.Type
