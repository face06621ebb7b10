import { Schema } from "effect"
import { JournalFile } from "./journal.ts"

/** The form of the journal that a page leaves to the next one of its tab; another one is another number. */
export const keptJournalVersion = 1

/** The largest journal that is left or read back, in bytes. */
export const keptJournalBytes = 64 * 1024

/** How long what was left counts, in milliseconds: a day, as in memory. */
export const keptJournalMillis = 24 * 60 * 60 * 1_000

/** The charts whose journals outlive a page. None of them is told of a patient; the others stay in memory. */
export const keptCharts: ReadonlyArray<string> = ["session", "idle", "renewal", "chunk", "toasts"]

/** What a page leaves to the next one: whose it was, null before sign-in, and what was heard, masked. */
export const KeptJournal = Schema.Struct({
  version: Schema.Literal(keptJournalVersion),
  userId: Schema.NullOr(Schema.Int),
  file: JournalFile,
})
export type KeptJournal = typeof KeptJournal.Type
