import { Cause, Clock, Effect, Stream } from "effect"
import type { ImportProcess } from "./import.decider.ts"
import { firstLines, type FirstLines } from "./firstLines.ts"
import { foresee, nothingForeseen } from "./forecast.rule.ts"
import { judgeRow, rowPlan, type PatientRow, type RowRejection } from "./patientRow.rule.ts"
import { Database } from "#server/store/Database.ts"
import { dropChunks, readImportFile, readRowContext, saveForecast, storeRejections } from "./importFile.queries.ts"
import { gatherStatistics } from "#server/store/statistics.ts"
import { comparePatients, storePatients } from "#server/people/patients/storePatients.queries.ts"
import type { CompanyId, ImportId, ListId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import { failImport } from "./endImport.ts"
import { fileRows } from "./fileRows.ts"
import { ImportLog } from "./ImportLog.ts"
import { rowBatches, type RowBatch } from "./rowBatches.ts"

/** How many rows make a batch. */
export type BatchRows = { readonly check: number; readonly run: number }

/** The people of a batch are compared, or stored, in one short transaction (docs/architecture.md#jobs). */
const usualRows: BatchRows = { check: 5_000, run: 5_000 }

type Work = { readonly companyId: CompanyId; readonly importId: ImportId }

const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

const fileOf = Effect.fnUntraced(function* ({ companyId, importId }: Work) {
  const file = yield* readImportFile(companyId, importId)
  if (file === undefined) return yield* Effect.die(new Error(`Import ${importId} has no file`))
  const context = { ...(yield* readRowContext(companyId)), today: (yield* now).slice(0, 10) }
  return { file, context, plan: rowPlan(file.mapping) }
})
type OpenFile = Effect.Success<ReturnType<typeof fileOf>>

/** The rows of an import's file behind a line, judged, in batches; the next batch is read while one is stored. */
const batchesOf = ({ companyId, importId }: Work, { file, context, plan }: OpenFile, line: number, size: number) =>
  fileRows(companyId, importId, file, line).pipe(rowBatches(plan, context, size), Stream.buffer({ capacity: 1 }))

/** Whom the rows up to a line named, where a check goes on behind it. */
const namedUpTo = Effect.fnUntraced(function* (
  { companyId, importId }: Work,
  { file, context, plan }: OpenFile,
  line: number,
) {
  const named = firstLines()
  if (line <= 1) return named
  yield* fileRows(companyId, importId, file, 1).pipe(
    Stream.takeWhile(({ rows }) => (rows[0]?.line ?? 0) <= line),
    Stream.runForEach(({ rows }) =>
      Effect.sync(() => {
        for (const row of rows) {
          const judged = row.broken || row.line > line ? undefined : judgeRow(plan, context, row.line, row.cells)
          if (judged !== undefined && "row" in judged) named.lineBefore(judged.row.identity, row.line)
        }
      }),
    ),
  )
  return named
})

/** The people of a batch whom no row before named, and the rows that repeat one. */
const newlyNamed = (people: ReadonlyArray<PatientRow>, named: FirstLines) => {
  const first: Array<PatientRow> = []
  const repeated: Array<RowRejection> = []
  for (const person of people) {
    const before = named.lineBefore(person.identity, person.line)
    if (before === undefined) first.push(person)
    else repeated.push(repeats(person.line, before))
  }
  return { first, repeated }
}

const check = Effect.fn("people.checkImport")(function* (work: Work, process: ImportProcess, size: number) {
  const { companyId, importId } = work
  const log = yield* ImportLog
  const database = yield* Database
  const opened = yield* fileOf(work)
  const named = yield* namedUpTo(work, opened, process.line)
  let number = process.batch
  let forecast = opened.file.forecast ?? nothingForeseen
  const store = ({ line, rows, bytes, valid, people, rejected, rejections }: RowBatch) =>
    database.company(companyId)(
      Effect.gen(function* () {
        const { first, repeated } = newlyNamed(people, named)
        const compared = yield* comparePatients(first, companyId)
        forecast = foresee(forecast, compared, first, repeated.length, opened.context)
        yield* saveForecast(companyId, importId, forecast)
        yield* storeRejections(companyId, importId, [...rejections, ...repeated])
        const batch = (number += 1)
        yield* log.send(companyId, importId, { _tag: "StoreCheckedBatch", batch, line, rows, bytes, valid, rejected })
      }),
    )
  yield* Stream.runForEach(batchesOf(work, opened, process.line, size), store)
  yield* log.send(companyId, importId, { _tag: "CompleteCheck" })
})

const repeats = (line: number, firstLine: number): RowRejection => ({
  line,
  position: -1,
  column: "",
  reason: "An earlier row of this file names the same person.",
  value: `Row ${firstLine}`,
})

/** The first row about each person of a batch, and the rows that repeat one. */
const firstOfEach = (people: ReadonlyArray<PatientRow>) => {
  const first = new Map<string, PatientRow>()
  const repeated: Array<RowRejection> = []
  for (const person of people) {
    const before = first.get(person.identity)
    if (before === undefined) first.set(person.identity, person)
    else repeated.push(repeats(person.line, before.line))
  }
  return { first: [...first.values()], repeated }
}

const run = Effect.fn("people.runImport")(function* (work: Work, process: ImportProcess, listId: ListId, size: number) {
  const { companyId, importId } = work
  const log = yield* ImportLog
  const database = yield* Database
  let number = process.batch
  const store = (judged: RowBatch) =>
    database.company(companyId)(
      Effect.gen(function* () {
        const { first, repeated } = firstOfEach(judged.people)
        const stored = yield* storePatients(first, { companyId, listId, at: yield* now })
        const named = stored.named.map(({ line, firstLine }) => repeats(line, firstLine))
        yield* storeRejections(companyId, importId, [...judged.rejections, ...repeated, ...named])
        const { added, changed, unchanged } = stored
        const { line, rows, rejected } = judged
        const counts = { rows, added, changed, unchanged, rejected, duplicate: repeated.length + named.length }
        const batch = (number += 1)
        yield* log.send(companyId, importId, { _tag: "StoreBatch", batch, line, ...counts })
      }),
    )
  yield* Stream.runForEach(batchesOf(work, yield* fileOf(work), process.line, size), store)
  yield* gatherStatistics()
  yield* database.company(companyId)(
    Effect.andThen(log.send(companyId, importId, { _tag: "CompleteImport" }), dropChunks(companyId, importId)),
  )
})

/** A file that cannot be read on ends its import; a lost race or a broken connection is left to the next try. */
const giveUp = ({ companyId, importId }: Work, failure: Problem) =>
  failure.problem === "Invalid" || failure.problem === "TooLarge"
    ? failImport(companyId, importId, failure.message)
    : Effect.fail(failure)

/** What goes wrong because a person cancelled the import meanwhile, and its file is gone, is no failure. */
const unlessCancelled = ({ companyId, importId }: Work, cause: Cause.Cause<Problem>) =>
  Effect.gen(function* () {
    const log = yield* ImportLog
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
    const { state } = yield* log.read(companyId, importId)
    if (state !== "cancelled") yield* Effect.failCause(cause)
  })

/**
 * Does what an import waits for: checks it, runs it, or nothing. It goes on
 * behind the last stored batch, so it may be stopped at any point and called
 * again; events and rows of a batch stand or fall together.
 */
export const importJob = Effect.fn("people.importJob")(function* (work: Work, rows: BatchRows = usualRows) {
  const log = yield* ImportLog
  const process = yield* log.read(work.companyId, work.importId)
  const task =
    process.state === "checking"
      ? check(work, process, rows.check)
      : process.state === "running" && process.listId !== null
        ? run(work, process, process.listId, rows.run)
        : Effect.void
  yield* Effect.catch(task, (failure) => giveUp(work, failure)).pipe(
    Effect.catchCause((cause) => unlessCancelled(work, cause)),
  )
})
