import { Schema } from "effect"
import { ImportId, ListId } from "../ids.ts"

const rowCounts = {
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  rejected: Schema.Int,
}

/**
 * Stored facts about an import. File name, header names and rows are data of the
 * `imports` tables, not of events: a header can be a person's name.
 */
export const ListFileUploaded = Schema.TaggedStruct("ListFileUploaded", { importId: ImportId, bytes: Schema.Int })
export const ImportCheckStarted = Schema.TaggedStruct("ImportCheckStarted", { mappingHash: Schema.String })
export const ImportChecked = Schema.TaggedStruct("ImportChecked", { rows: Schema.Int, valid: Schema.Int, rejected: Schema.Int })
export const ImportStarted = Schema.TaggedStruct("ImportStarted", { listId: ListId })
export const ImportBatchStored = Schema.TaggedStruct("ImportBatchStored", { rows: Schema.Int, ...rowCounts })
export const ImportCompleted = Schema.TaggedStruct("ImportCompleted", rowCounts)
export const ImportFailed = Schema.TaggedStruct("ImportFailed", { reason: Schema.String })
export const ImportEvent = Schema.Union([
  ListFileUploaded,
  ImportCheckStarted,
  ImportChecked,
  ImportStarted,
  ImportBatchStored,
  ImportCompleted,
  ImportFailed,
])
export type ImportEvent = typeof ImportEvent.Type
