import { Schema } from "effect"
import { UserId } from "../ids.ts"
import { PersistedNotification } from "./persistedState.ts"

/** The form of the journal that a page leaves to the next one of its tab; another one is another number. */
export const persistedJournalVersion = 2

/** The largest journal that is left or read back, in bytes. */
export const maxPersistedJournalBytes = 64 * 1024

/** How long what was left counts, in milliseconds: a day, as in memory. */
export const persistedJournalMillis = 24 * 60 * 60 * 1_000

/** The charts whose journals outlive a page. None of them hears of a patient; the others stay in memory. */
export const persistedCharts: ReadonlyArray<string> = ["session", "idle", "renewal", "chunk", "toasts"]

/** A toast that stood when its page was left, and until when it would have, in milliseconds since 1970. */
export const OpenToast = Schema.Struct({ ...PersistedNotification.fields, until: Schema.Number })
export type OpenToast = typeof OpenToast.Type

/** What the next page goes on with at once: whose all this was, null before sign-in, and what ran out of time then. */
const Resumed = Schema.Struct({
  userId: Schema.NullOr(UserId),
  toasts: Schema.Array(OpenToast),
  /** Until when rights that were just read are not read again, in milliseconds since 1970. */
  rightsRestUntil: Schema.Number,
})
export type Resumed = typeof Resumed.Type

/** What a page leaves to the next one: `file` is a masked `JournalFile`, which costs too much to read at each start. */
export const PersistedJournal = Schema.Struct({
  version: Schema.Literal(persistedJournalVersion),
  /** When the page was left, in milliseconds since 1970. */
  savedAt: Schema.Number,
  ...Resumed.fields,
  file: Schema.Unknown,
})
