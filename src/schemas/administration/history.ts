import { Schema } from "effect"
import { Instant } from "../ids.ts"

/** The stored things whose lifecycle charts the flows page shows; the ids of the charts, too. */
export const watchedThings = ["campaign", "template", "import"] as const
export const WatchedThing = Schema.Literals(watchedThings)
export type WatchedThing = typeof WatchedThing.Type

/** Something that happened to a thing, by the type of its event, and the name of the person who did it. */
export const HistoryEntry = Schema.Struct({ type: Schema.String, at: Instant, actor: Schema.String })

/** One step through a lifecycle: the stored event, and the states it led from and to. */
export const HistoryStep = Schema.Struct({
  type: Schema.String,
  from: Schema.String,
  to: Schema.String,
  at: Instant,
  /** When the last one of `times` equal steps in a row was taken: an import stores its batches one by one. */
  until: Instant,
  times: Schema.Int,
  actor: Schema.String,
}).annotate({ identifier: "HistoryStep" })
export type HistoryStep = typeof HistoryStep.Type

/** Where a thing stands in its lifecycle, and how it came there, oldest step first. */
export const History = Schema.Struct({ state: Schema.String, steps: Schema.Array(HistoryStep) }).annotate({
  identifier: "History",
})
export type History = typeof History.Type

/** A thing as it can be chosen: by its name, with where it stands. */
export type WatchedRow = { readonly id: number; readonly name: string; readonly state: string }
