import { Result } from "effect"
import { ImportId, type ListId, noneOf } from "#schemas/ids.ts"
import type { ImportEvent } from "#schemas/people/events.ts"
import type { ImportState } from "#schemas/people/import.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import type { Decider } from "#server/decider.ts"

/** What became of the rows of one batch of a run. */
export type RowCounts = {
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly rejected: number
  readonly duplicate: number
}

/** Wishes about an import. Batches count from 1; storing one twice, or one too early, is refused. */
export type ImportCommand =
  | { readonly _tag: "UploadListFile"; readonly importId: ImportId; readonly bytes: number }
  | { readonly _tag: "CheckImport"; readonly mappingHash: string }
  | {
      readonly _tag: "StoreCheckedBatch"
      readonly batch: number
      readonly line: number
      readonly rows: number
      readonly bytes: number
      readonly valid: number
      readonly rejected: number
    }
  | { readonly _tag: "CompleteCheck" }
  | { readonly _tag: "RunImport"; readonly listId: ListId }
  | ({ readonly _tag: "StoreBatch"; readonly batch: number; readonly line: number } & RowCounts)
  | { readonly _tag: "CompleteImport" }
  | { readonly _tag: "CancelImport" }
  | { readonly _tag: "FailImport"; readonly reason: string }

/** What an import has come to: everything a worker needs to go on where another one stopped. */
export type ImportProcess = {
  readonly state: ImportState | "expected"
  readonly importId: ImportId
  readonly mappingHash: string
  /** Of the present check or run: the last batch, and the last line it held. */
  readonly batch: number
  readonly line: number
  readonly rows: number
  readonly valid: number
  readonly rejected: number
  readonly listId: ListId | null
  readonly stored: RowCounts
}

const noRows: RowCounts = { rows: 0, added: 0, changed: 0, unchanged: 0, rejected: 0, duplicate: 0 }
const untouched = { batch: 0, line: 1 }

const initialState: ImportProcess = {
  state: "expected",
  importId: noneOf(ImportId),
  mappingHash: "",
  ...untouched,
  rows: 0,
  valid: 0,
  rejected: 0,
  listId: null,
  stored: noRows,
}

const sum = (one: RowCounts, other: RowCounts): RowCounts => ({
  rows: one.rows + other.rows,
  added: one.added + other.added,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  rejected: one.rejected + other.rejected,
  duplicate: one.duplicate + other.duplicate,
})

const fold = (state: ImportProcess, event: ImportEvent): Partial<ImportProcess> => {
  switch (event._tag) {
    case "ListFileUploaded":
      return { importId: event.importId }
    case "ImportCheckStarted":
      return { ...untouched, mappingHash: event.mappingHash, rows: 0, valid: 0, rejected: 0 }
    case "ImportBatchChecked":
      return {
        batch: event.batch,
        line: event.line,
        rows: state.rows + event.rows,
        valid: state.valid + event.valid,
        rejected: state.rejected + event.rejected,
      }
    case "ImportStarted":
      return { ...untouched, listId: event.listId }
    case "ImportBatchStored":
      return { batch: event.batch, line: event.line, stored: sum(state.stored, event) }
    case "ImportChecked":
    case "ImportCompleted":
    case "ImportCancelled":
    case "ImportFailed":
      return {}
  }
}

const sentences: { readonly [State in ImportProcess["state"]]: string } = {
  expected: "The file is not here yet.",
  uploaded: "The file must be checked first.",
  checking: "The file is still being checked. Wait until every row is judged.",
  checked: "The file is checked and ready to import.",
  running: "The import is running.",
  done: "This import is done. Upload the file again to import it once more.",
  cancelled: "This import was cancelled. Upload the file again to import it.",
  failed: "This import failed. Mend the file and upload it again.",
}

const notAllowed = (state: ImportProcess["state"]): Problem =>
  problem("NotAllowedNow", sentences[state], { allowed: importTable.allowed(state) })

const outOfTurn = problem("StaleVersion", "Another process is working on this import.")

const take = (state: ImportProcess, event: ImportEvent): Result.Result<ReadonlyArray<ImportEvent>, Problem> =>
  importTable.next(state.state, event._tag) === undefined
    ? Result.fail(notAllowed(state.state))
    : Result.succeed([event])

const inTurn = (state: ImportProcess, event: ImportEvent & { readonly batch: number }) =>
  event.batch === state.batch + 1 ? take(state, event) : Result.fail(outOfTurn)

const decide = (state: ImportProcess, command: ImportCommand): Result.Result<ReadonlyArray<ImportEvent>, Problem> => {
  switch (command._tag) {
    case "UploadListFile":
      return take(state, { ...command, _tag: "ListFileUploaded" })
    case "CheckImport":
      return take(state, { ...command, _tag: "ImportCheckStarted" })
    case "StoreCheckedBatch":
      return inTurn(state, { ...command, _tag: "ImportBatchChecked" })
    case "CompleteCheck": {
      const { rows, valid, rejected } = state
      return take(state, { _tag: "ImportChecked", rows, valid, rejected })
    }
    case "RunImport":
      return state.state === "checked" && state.valid === 0
        ? Result.fail(problem("Invalid", "No row of this file can be imported. Mend the file and upload it again."))
        : take(state, { ...command, _tag: "ImportStarted" })
    case "StoreBatch":
      return inTurn(state, { ...command, _tag: "ImportBatchStored" })
    case "CompleteImport": {
      const { added, changed, unchanged, rejected, duplicate } = state.stored
      return take(state, { _tag: "ImportCompleted", added, changed, unchanged, rejected, duplicate })
    }
    case "CancelImport":
      return take(state, { _tag: "ImportCancelled" })
    case "FailImport":
      return take(state, { ...command, _tag: "ImportFailed" })
  }
}

/**
 * An import as a stream: the file's rows lie in tables, its batches are events,
 * so that the stream itself says where a killed worker stopped.
 */
export const importDecider: Decider<ImportProcess, ImportCommand, ImportEvent> = {
  initialState,
  decide,
  evolve: (state, event) => ({
    ...state,
    ...fold(state, event),
    state: importTable.next(state.state, event._tag) ?? state.state,
  }),
}
