import { Stream } from "effect"
import type { CsvRow } from "./csv.ts"
import {
  judgeRow,
  type Judgement,
  type PatientRow,
  type RowContext,
  type RowPlan,
  type RowRejection,
} from "#server/domain/people/patientRow.ts"
import type { RowsOfPiece } from "./fileRows.ts"

/** Rows that are stored together. */
export type JudgedBatch = {
  /** The last line it holds, and how many rows were read for it. */
  readonly line: number
  readonly rows: number
  /** Bytes of the file before its end. */
  readonly bytes: number
  readonly people: ReadonlyArray<PatientRow>
  readonly rejections: ReadonlyArray<RowRejection>
  /** Rows that are not taken; one row may have several rejections. */
  readonly rejected: number
}

const brokenQuotes = "The quotes of this row do not match; rows behind it may have been read as part of it."

const judge = (plan: RowPlan, context: RowContext, { line, cells, broken }: CsvRow): Judgement =>
  broken
    ? { rejections: [{ line, position: -1, column: "", reason: brokenQuotes, value: cells.join(", ").slice(0, 200) }] }
    : judgeRow(plan, context, line, cells)

const judgePiece = (
  plan: RowPlan,
  context: RowContext,
  before: JudgedBatch,
  { rows, bytes }: RowsOfPiece,
): JudgedBatch => {
  const people = [...before.people]
  const rejections = [...before.rejections]
  let { rejected } = before
  for (const row of rows) {
    const judgement = judge(plan, context, row)
    if ("row" in judgement) people.push(judgement.row)
    else {
      rejections.push(...judgement.rejections)
      rejected += 1
    }
  }
  return {
    line: rows.at(-1)?.line ?? before.line,
    rows: before.rows + rows.length,
    bytes,
    people,
    rejections,
    rejected,
  }
}

const nothing: JudgedBatch = { line: 0, rows: 0, bytes: 0, people: [], rejections: [], rejected: 0 }

/** Judges the rows of a file and gathers them in batches of `size` rows and a little more; the last one holds the rest. */
export const judgedBatches =
  (plan: RowPlan, context: RowContext, size: number) =>
  <E, R>(pieces: Stream.Stream<RowsOfPiece, E, R>): Stream.Stream<JudgedBatch, E, R> =>
    pieces.pipe(
      Stream.mapAccum(
        () => nothing,
        (before, piece) => {
          const batch = judgePiece(plan, context, before, piece)
          return batch.rows >= size ? [nothing, [batch]] : [batch, []]
        },
        { onHalt: (batch) => (batch.rows === 0 ? [] : [batch]) },
      ),
    )
