import { Schema } from "effect"
import type { TemplateState } from "./template.ts"

/** How many templates, or call flows, are not offered where one is chosen, by what keeps each from it. */
export const NotOffered = Schema.Struct({
  draft: Schema.Int,
  retired: Schema.Int,
  /** Published, but about an appointment, where none is at hand. */
  appointment: Schema.Int,
})
export type NotOffered = typeof NotOffered.Type

/** Counts those that are not offered by their states. */
export const notOfferedBy = (states: ReadonlyArray<TemplateState>, appointment = 0): NotOffered => ({
  draft: states.filter((state) => state === "draft").length,
  retired: states.filter((state) => state === "retired").length,
  appointment,
})
