import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { importDecider, type ImportCommand } from "#server/people/imports/import.decider.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { ImportId, ListId, UserId } from "#schemas/ids.ts"
import type { ImportEvent } from "#schemas/people/events.ts"

const given = (...events: ReadonlyArray<ImportEvent>) => {
  const state = events.reduce(importDecider.evolve, importDecider.initialState)
  return {
    state,
    when: (command: ImportCommand) =>
      Result.match(importDecider.decide(state, command), {
        onFailure: (problem) => ({ problem: problem.problem, message: problem.message, allowed: problem.allowed }),
        onSuccess: (decided) => decided,
      }),
  }
}

const uploaded: ImportEvent = { _tag: "ListFileUploaded", importId: ImportId.make(7), bytes: 900 }
const started: ImportEvent = { _tag: "ImportCheckStarted", mappingHash: "a" }
const checkedBatch = (batch: number): ImportEvent => ({
  _tag: "ImportBatchChecked",
  batch,
  line: batch * 10 + 1,
  rows: 10,
  bytes: batch * 300,
  valid: 9,
  rejected: 1,
})
const checked: ImportEvent = { _tag: "ImportChecked", rows: 20, valid: 18, rejected: 2 }
const running: ImportEvent = { _tag: "ImportStarted", listId: ListId.make(3) }
const counts = { rows: 10, added: 5, changed: 1, unchanged: 2, rejected: 1, duplicate: 1 }
const storedBatch = (batch: number): ImportEvent => ({
  _tag: "ImportBatchStored",
  batch,
  line: batch * 10 + 1,
  ...counts,
})
const wholeCheck = [uploaded, started, checkedBatch(1), checkedBatch(2), checked]

describe("an import", () => {
  it("begins with its file", () => {
    expect(given().when({ _tag: "UploadListFile", importId: ImportId.make(7), bytes: 900 })).toEqual([uploaded])
  })

  it("is checked, as often as wanted, before it runs", () => {
    expect(given(uploaded).when({ _tag: "CheckImport", mappingHash: "a" })).toEqual([started])
    expect(given(...wholeCheck).when({ _tag: "CheckImport", mappingHash: "b" })).toEqual([
      { _tag: "ImportCheckStarted", mappingHash: "b" },
    ])
    expect(given(...wholeCheck).when({ _tag: "RunImport", listId: ListId.make(3) })).toEqual([running])
  })

  it("is not run unchecked, and says what would be allowed", () => {
    expect(given(uploaded).when({ _tag: "RunImport", listId: ListId.make(3) })).toEqual({
      problem: "NotAllowedNow",
      message: "The file must be checked first.",
      allowed: expect.arrayContaining(["ImportCheckStarted", "ImportFailed"]),
    })
  })

  it("is not run twice, nor checked while it is checked", () => {
    expect(given(...wholeCheck, running).when({ _tag: "RunImport", listId: ListId.make(4) })).toMatchObject({
      problem: "NotAllowedNow",
    })
    expect(given(uploaded, started).when({ _tag: "CheckImport", mappingHash: "b" })).toMatchObject({
      problem: "NotAllowedNow",
    })
  })

  it("is not run without a single valid row", () => {
    const none: ImportEvent = {
      _tag: "ImportBatchChecked",
      batch: 1,
      line: 2,
      rows: 1,
      bytes: 9,
      valid: 0,
      rejected: 1,
    }
    expect(given(uploaded, started, none, checked).when({ _tag: "RunImport", listId: ListId.make(3) })).toMatchObject({
      problem: "Invalid",
    })
  })

  it("takes its batches in turn: neither twice nor early", () => {
    const store = (batch: number): ImportCommand => ({ _tag: "StoreBatch", batch, line: batch * 10 + 1, ...counts })
    const under = given(...wholeCheck, running, storedBatch(1))
    expect(under.when(store(2))).toEqual([storedBatch(2)])
    expect(under.when(store(1))).toMatchObject({ problem: "StaleVersion" })
    expect(under.when(store(3))).toMatchObject({ problem: "StaleVersion" })
  })

  it("counts the check's rows when the check ends", () => {
    expect(given(uploaded, started, checkedBatch(1), checkedBatch(2)).when({ _tag: "CompleteCheck" })).toEqual([
      checked,
    ])
  })

  it("forgets the numbers of an earlier check", () => {
    expect(given(...wholeCheck, started, checkedBatch(1)).when({ _tag: "CompleteCheck" })).toEqual([
      { _tag: "ImportChecked", rows: 10, valid: 9, rejected: 1 },
    ])
  })

  it("sums what became of the rows when it ends", () => {
    expect(given(...wholeCheck, running, storedBatch(1), storedBatch(2)).when({ _tag: "CompleteImport" })).toEqual([
      { _tag: "ImportCompleted", added: 10, changed: 2, unchanged: 4, rejected: 2, duplicate: 2 },
    ])
  })

  it("fails for good, with the reason", () => {
    const failed: ImportEvent = { _tag: "ImportFailed", reason: "A quote is never closed." }
    expect(given(uploaded, started).when({ _tag: "FailImport", reason: "A quote is never closed." })).toEqual([failed])
    expect(given(uploaded, started, failed).when({ _tag: "CheckImport", mappingHash: "a" })).toMatchObject({
      message: "This import failed. Mend the file and upload it again.",
      allowed: [],
    })
  })

  it("is cancelled at any time before it is over, once", () => {
    const cancelled: ImportEvent = { _tag: "ImportCancelled" }
    for (const before of [[uploaded], [uploaded, started], wholeCheck, [...wholeCheck, running, storedBatch(1)]]) {
      expect(given(...before).when({ _tag: "CancelImport" })).toEqual([cancelled])
      expect(given(...before, cancelled).when({ _tag: "CancelImport" })).toMatchObject({
        message: "This import was cancelled. Upload the file again to import it.",
        allowed: [],
      })
    }
    expect(
      given(...wholeCheck, running, storedBatch(1), cancelled).when({
        _tag: "StoreBatch",
        batch: 2,
        line: 21,
        ...counts,
      }),
    ).toMatchObject({ problem: "NotAllowedNow" })
    expect(given().when({ _tag: "CancelImport" })).toMatchObject({ problem: "NotAllowedNow" })
  })

  it("goes along its chart, whatever is asked of it in whatever order", () => {
    const commands = fc.constantFrom<ImportCommand>(
      { _tag: "UploadListFile", importId: ImportId.make(7), bytes: 900 },
      { _tag: "CheckImport", mappingHash: "a" },
      { _tag: "StoreCheckedBatch", batch: 1, line: 11, rows: 10, bytes: 300, valid: 9, rejected: 1 },
      { _tag: "CompleteCheck" },
      { _tag: "RunImport", listId: ListId.make(3) },
      { _tag: "StoreBatch", batch: 1, line: 11, ...counts },
      { _tag: "CompleteImport" },
      { _tag: "CancelImport" },
      { _tag: "FailImport", reason: "x" },
    )
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (asked) => {
        let state = importDecider.initialState
        for (const command of asked) {
          const decided = importDecider.decide(state, command)
          if (Result.isFailure(decided)) continue
          for (const event of decided.success) {
            const next = importTable.next(state.state, event._tag)
            expect(next).toBeDefined()
            state = importDecider.evolve(state, event)
            expect(state.state).toBe(next)
          }
        }
      }),
    )
  })
})

describe("the import's row", () => {
  const rowAfter = (...events: ReadonlyArray<ImportEvent>) =>
    events.reduce(
      (row, event, index) =>
        importProjection.evolve(row, event, {
          at: `2026-11-21T09:00:0${index}.000Z`,
          version: index + 1,
          actorId: UserId.make(1),
        }),
      importProjection.initialRow,
    )

  it("shows how far the check is in bytes, and what it found", () => {
    const row = rowAfter(uploaded, started, checkedBatch(1))
    expect(row).toMatchObject({ importId: 7, bytes: 900, state: "checking", createdOn: "2026-11-21T09:00:00.000Z" })
    expect(row.progress).toMatchObject({ rows: 10, done: 300, valid: 9, rejected: 1 })
    expect(rowAfter(...wholeCheck).progress).toMatchObject({ rows: 20, done: 900 })
  })

  it("shows how far the run is in rows, and what became of them", () => {
    const row = rowAfter(...wholeCheck, running, storedBatch(1))
    expect(row).toMatchObject({ state: "running", listId: 3 })
    expect(row.progress).toEqual({
      rows: 20,
      done: 10,
      valid: 18,
      rejected: 2,
      added: 5,
      changed: 1,
      unchanged: 2,
      duplicate: 1,
    })
  })

  it("keeps what was stored before it was cancelled", () => {
    const row = rowAfter(...wholeCheck, running, storedBatch(1), { _tag: "ImportCancelled" })
    expect(row).toMatchObject({ state: "cancelled", problem: null, listId: 3, progress: { done: 10, added: 5 } })
  })

  it("keeps the reason of a failure", () => {
    const row = rowAfter(uploaded, { _tag: "ImportFailed", reason: "Too many rows." })
    expect(row).toMatchObject({ state: "failed", problem: "Too many rows." })
  })
})
