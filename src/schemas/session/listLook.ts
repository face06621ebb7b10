import { Schema } from "effect"
import { Preferences, usualPreferences } from "../preferences.ts"

const ids = Schema.Array(Schema.String.check(Schema.isMaxLength(40))).check(Schema.isMaxLength(40))

/**
 * How lists look on a device: of each list the order of its columns and those left out, and the height of rows where
 * the device has another than the person's preferences.
 */
export const KeptLook = Schema.Struct({
  density: Schema.optionalKey(Preferences.fields.density),
  columns: Schema.Record(Schema.String, Schema.Struct({ order: ids, hidden: ids })),
})
export type KeptLook = typeof KeptLook.Type

/** How lists look for a person on a device. */
export type ListLook = Required<KeptLook>

/** How lists look where no one chose. */
export const usualLook: ListLook = { density: usualPreferences.density, columns: {} }
