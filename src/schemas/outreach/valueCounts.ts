import { Schema } from "effect"

/** Of how many people of a list, or of the company, each variable has a value. */
export const ValueCounts = Schema.Struct({
  people: Schema.Int,
  /** Whether only the first people were counted. */
  isPartial: Schema.Boolean,
  values: Schema.Array(Schema.Struct({ name: Schema.String, people: Schema.Int })),
}).annotate({ identifier: "ValueCounts" })
export type ValueCounts = typeof ValueCounts.Type
