import { Schema } from "effect"

const ids = Schema.Array(Schema.String.check(Schema.isMaxLength(40))).check(Schema.isMaxLength(40))

/** How lists look on a device: the height of rows, and of each list the order of its columns and those left out. */
export const ListLook = Schema.Struct({
  density: Schema.Literals(["compact", "comfortable"]),
  columns: Schema.Record(Schema.String, Schema.Struct({ order: ids, hidden: ids })),
})
export type ListLook = typeof ListLook.Type

/** How lists look where no one chose. */
export const usualLook: ListLook = { density: "compact", columns: {} }
