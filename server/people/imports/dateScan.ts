import type { DateCounts } from "#schemas/people/dateOrder.ts"
import { dateKindOf } from "./cells.rule.ts"
import { cleaned, isRagged } from "./patientRow.rule.ts"
import {
  csvReader,
  decodeBeginning,
  guessDelimiter,
  UnreadableFile,
  type CsvReader,
  type CsvRow,
  type Encoding,
} from "./csv.ts"

/** Looks at the dates of a file as it streams by. */
export type DateScan = {
  /** Takes the next piece; `encoding` is what is known by now, which is enough for digits and separators. */
  readonly look: (bytes: Uint8Array, encoding: Encoding) => void
  /** What the dates of each column say, once all of the file was seen. */
  readonly end: () => ReadonlyArray<DateCounts>
}

type Counts = { -readonly [Kind in keyof DateCounts]: number }

/** No such date is shorter: 1/2/1980. */
const shortestDate = 8

const countRow = (columns: ReadonlyArray<Counts>, { cells, broken }: CsvRow): void => {
  if (broken || isRagged(cells, columns.length)) return
  for (const [index, counts] of columns.entries()) {
    const cell = cells[index] ?? ""
    const kind = cell.length < shortestDate ? undefined : dateKindOf(cleaned(cell))
    if (kind !== undefined) counts[kind] += 1
  }
}

/**
 * Counts what the dates of every column say about the order of day and month,
 * over all rows that an import reads: a single one far down may decide it. Where
 * the file cannot be read on it stops; the check of the rows says why in words.
 */
export const dateScan = (): DateScan => {
  let reader: CsvReader | undefined
  let columns: ReadonlyArray<Counts> | undefined
  let readable = true
  const feed = (bytes: Uint8Array, last: boolean): void => {
    if (!readable) return
    try {
      for (const row of reader?.feed(bytes, last) ?? []) {
        if (columns === undefined) columns = row.cells.map(() => ({ monthFirst: 0, dayFirst: 0, either: 0 }))
        else countRow(columns, row)
      }
    } catch (cause) {
      if (!(cause instanceof UnreadableFile)) throw cause
      readable = false
    }
  }
  return {
    look: (bytes, encoding) => {
      reader ??= csvReader(encoding, guessDelimiter(decodeBeginning(bytes, encoding)))
      feed(bytes, false)
    },
    end: () => {
      feed(new Uint8Array(), true)
      return columns ?? []
    },
  }
}
