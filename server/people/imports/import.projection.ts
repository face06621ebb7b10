import { Schema, Struct } from "effect"
import { ImportId, noneOf } from "#schemas/ids.ts"
import type { ImportEvent } from "#schemas/people/events.ts"
import { Import, type ImportProgress } from "#schemas/people/import.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import type { Projection } from "#server/decider.ts"

/** What events say of an import; its file name, columns and sample are data of the `imports` table. */
export const ImportRow = Schema.Struct({
  ...Struct.pick(Import.fields, ["importId", "bytes", "state", "listId", "problem", "progress"]),
  createdOn: Schema.String,
})
export type ImportRow = typeof ImportRow.Type

const noProgress: ImportProgress = {
  rows: 0,
  done: 0,
  valid: 0,
  rejected: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  duplicate: 0,
}

const fold = (row: ImportRow, event: ImportEvent): Partial<ImportRow> => {
  const { progress } = row
  switch (event._tag) {
    case "ListFileUploaded":
      return { importId: event.importId, bytes: event.bytes }
    case "ImportCheckStarted":
      return { progress: noProgress }
    case "ImportBatchChecked":
      return {
        progress: {
          ...progress,
          rows: progress.rows + event.rows,
          done: event.bytes,
          valid: progress.valid + event.valid,
          rejected: progress.rejected + event.rejected,
        },
      }
    case "ImportChecked":
      return { progress: { ...progress, done: row.bytes } }
    case "ImportStarted":
      return { listId: event.listId, progress: { ...progress, done: 0 } }
    case "ImportBatchStored":
      return {
        progress: {
          ...progress,
          done: progress.done + event.rows,
          added: progress.added + event.added,
          changed: progress.changed + event.changed,
          unchanged: progress.unchanged + event.unchanged,
          duplicate: progress.duplicate + event.duplicate,
        },
      }
    case "ImportCompleted":
      return { progress: { ...progress, done: progress.rows } }
    case "ImportCancelled":
      return {}
    case "ImportFailed":
      return { problem: event.reason }
  }
}

/** The import as its wizard and the list of imports see it, without personal data. */
export const importProjection: Projection<ImportRow, ImportEvent> = {
  category: "import",
  version: 1,
  row: ImportRow,
  initialRow: {
    importId: noneOf(ImportId),
    bytes: 0,
    state: "uploaded",
    listId: null,
    problem: null,
    createdOn: "",
    progress: noProgress,
  },
  evolve: (row, event, { at }) => ({
    ...row,
    ...fold(row, event),
    createdOn: row.createdOn === "" ? at : row.createdOn,
    state:
      event._tag === "ListFileUploaded"
        ? "uploaded"
        : ((importTable.next(row.state, event._tag) ?? row.state) as ImportRow["state"]),
  }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
