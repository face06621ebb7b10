import { Schema } from "effect"

/** The form of journal files; another one is another number, and is refused with a sentence. */
export const journalVersion = 1

/** An event as a chart heard it: its `type`, and what it carried as plain JSON. */
export const JournaledEvent = Schema.StructWithRest(Schema.Struct({ type: Schema.String }), [
  Schema.Record(Schema.String, Schema.Unknown),
])
export type JournaledEvent = typeof JournaledEvent.Type

/** What the chart's surroundings answered meanwhile, by the name of the guard or action that asked, in order. */
const Notes = Schema.Record(Schema.String, Schema.Array(Schema.Unknown))

/** One line of a journal: when an event was heard, in milliseconds since 1970, and the event. */
export const JournalEntry = Schema.Struct({
  at: Schema.Number,
  event: JournaledEvent,
  noted: Schema.optionalKey(Notes),
})
export type JournalEntry = typeof JournalEntry.Type

/**
 * What one running chart heard, in order. Its state is the fold of `entries` over
 * `base`, or over the chart's beginning with `input` where `base` is null.
 */
export const ChartJournal = Schema.Struct({
  /** The chart's id, as in docs/flows. */
  chart: Schema.String,
  /** This run of the chart among all of the journal. */
  actor: Schema.String,
  /** The run that invoked it, and under which id; null for a chart that no one invoked. */
  parent: Schema.NullOr(Schema.Struct({ actor: Schema.String, id: Schema.String })),
  input: Schema.Unknown,
  startedAt: Schema.Number,
  /** A persisted snapshot in place of the entries that were too old or too many to keep. */
  base: Schema.NullOr(Schema.Unknown),
  /** What was answered while the chart began. */
  noted: Schema.optionalKey(Notes),
  entries: Schema.Array(JournalEntry),
})
export type ChartJournal = typeof ChartJournal.Type

/** What was heard in one browser tab, as a file that a person asked for. */
export const JournalFile = Schema.Struct({
  format: Schema.Literal("admin-view-journal"),
  version: Schema.Literal(journalVersion),
  /** When the file was made, in milliseconds since 1970. */
  savedAt: Schema.Number,
  /** Whether what could be personal was replaced; a masked journal replays its states, not its words. */
  masked: Schema.Boolean,
  charts: Schema.Array(ChartJournal),
})
export type JournalFile = typeof JournalFile.Type
