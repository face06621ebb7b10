import { Schema } from "effect"
import { UserId } from "../ids.ts"
import { KeptNotification } from "./kept.ts"

/** The form of the journal that a page leaves to the next one of its tab; another one is another number. */
export const keptJournalVersion = 2

/** The largest journal that is left or read back, in bytes. */
export const keptJournalBytes = 64 * 1024

/** How long what was left counts, in milliseconds: a day, as in memory. */
export const keptJournalMillis = 24 * 60 * 60 * 1_000

/** The charts whose journals outlive a page. None of them is told of a patient; the others stay in memory. */
export const keptCharts: ReadonlyArray<string> = ["session", "idle", "renewal", "chunk", "toasts"]

/** A toast that stood when its page was left, and until when it would have, in milliseconds since 1970. */
export const StandingToast = Schema.Struct({ ...KeptNotification.fields, until: Schema.Number })
export type StandingToast = typeof StandingToast.Type

/** What the next page goes on with at once: whose all this was, null before sign-in, and what ran out of time then. */
const Standing = Schema.Struct({
  userId: Schema.NullOr(UserId),
  toasts: Schema.Array(StandingToast),
  /** Until when rights that were just read are not read again, in milliseconds since 1970. */
  rightsRestUntil: Schema.Number,
})
export type Standing = typeof Standing.Type

/** What a page leaves to the next one: `file` is a masked `JournalFile`, which costs too much to read at each start. */
export const KeptJournal = Schema.Struct({
  version: Schema.Literal(keptJournalVersion),
  /** When the page was left, in milliseconds since 1970. */
  savedAt: Schema.Number,
  ...Standing.fields,
  file: Schema.Unknown,
})
