import { Stream } from "effect"
import type { CsvRow } from "./csv.ts"
import {
  judgeRow,
  type Judgement,
  type PatientRow,
  type RowContext,
  type RowPlan,
  type RowRejection,
} from "./patientRow.rule.ts"
import type { RowsOfPiece } from "./fileRows.ts"

/** Rows that are stored together. */
export type RowBatch = {
  /** The last line it holds, and how many rows were read for it. */
  readonly line: number
  readonly rows: number
  /** Bytes of the file before its end. */
  readonly bytes: number
  /** Rows that can be taken, and the people they name. */
  readonly valid: number
  readonly people: ReadonlyArray<PatientRow>
  /** Rows that cannot be taken, and every reason why. */
  readonly rejected: number
  readonly rejections: ReadonlyArray<RowRejection>
}

const brokenQuotes = "The quotes of this row do not match; rows behind it may have been read as part of it."

const judge = (plan: RowPlan, context: RowContext, { line, cells, broken }: CsvRow): Judgement =>
  broken
    ? { rejections: [{ line, position: -1, column: "", reason: brokenQuotes, value: cells.join(", ").slice(0, 200) }] }
    : judgeRow(plan, context, line, cells)

/** Judges rows into a batch under way. */
const judgeInto = (batch: RowBatch, rows: ReadonlyArray<CsvRow>, plan: RowPlan, context: RowContext) => {
  const people = [...batch.people]
  const rejections = [...batch.rejections]
  let { valid, rejected } = batch
  for (const row of rows) {
    const judgement = judge(plan, context, row)
    if ("row" in judgement) {
      valid += 1
      people.push(judgement.row)
    } else {
      rejected += 1
      const [first, ...others] = judgement.rejections
      if (first !== undefined) rejections.push({ ...first, cells: row.cells }, ...others)
    }
  }
  return { people, rejections, valid, rejected }
}

const nothing: RowBatch = {
  line: 0,
  rows: 0,
  bytes: 0,
  valid: 0,
  people: [],
  rejected: 0,
  rejections: [],
}

/** Judges the rows of a file and gathers them in batches of `size` rows and a little more; the last one holds the rest. */
export const rowBatches =
  (plan: RowPlan, context: RowContext, size: number) =>
  <E, R>(pieces: Stream.Stream<RowsOfPiece, E, R>): Stream.Stream<RowBatch, E, R> =>
    pieces.pipe(
      Stream.mapAccum(
        () => nothing,
        (before, { rows, bytes }) => {
          const batch: RowBatch = {
            ...judgeInto(before, rows, plan, context),
            line: rows.at(-1)?.line ?? before.line,
            rows: before.rows + rows.length,
            bytes,
          }
          return batch.rows >= size ? [nothing, [batch]] : [batch, []]
        },
        { onHalt: (batch) => (batch.rows === 0 ? [] : [batch]) },
      ),
    )
