import { stringify } from "csv-stringify/sync"
import type { Options } from "csv-stringify/sync"
import { Stream } from "effect"
import { rangeRef, writeXlsx, writeXlsxStream } from "hucre/xlsx"
import type { Cells } from "./exportTable.rule.ts"
import { harmless } from "#server/people/imports/formulas.rule.ts"

const csvOptions: Options = { record_delimiter: "windows", cast: { string: harmless } }

/** The mark by which Excel knows UTF-8. */
const byteOrderMark = "\u{FEFF}"

/** Rows as CSV (RFC 4180, UTF-8 with the mark that Excel needs), formulas neutralised; `header` is null for a file without one. */
export const csvFile = <E, R>(
  header: ReadonlyArray<string> | null,
  pages: Stream.Stream<ReadonlyArray<Cells>, E, R>,
  delimiter = ",",
): Stream.Stream<Uint8Array, E, R> =>
  Stream.concat(
    Stream.make(header === null ? byteOrderMark : stringify([[...header]], { ...csvOptions, delimiter, bom: true })),
    Stream.map(pages, (rows) =>
      stringify(
        rows.map((row) => [...row]),
        { ...csvOptions, delimiter },
      ),
    ),
  ).pipe(Stream.encodeText)

type Row = Array<Cells[number]>

/** A workbook of at most so many rows has an autofilter in its head (decision 081). */
const mostFiltered = 10_000

const columnsOf = (header: ReadonlyArray<string>, times: ReadonlySet<number>) =>
  header.map((text, place) => ({
    header: text,
    width: Math.max(times.has(place) ? 20 : 12, Math.min(32, text.length + 2)),
    ...(times.has(place) ? { numFmt: "yyyy-mm-dd hh:mm:ss" } : {}),
  }))

const headOf = (header: ReadonlyArray<string> | null, times: ReadonlySet<number>) => ({
  name: "Report",
  ...(header === null ? {} : { columns: columnsOf(header, times), freezePane: { rows: 1 } }),
})

const filterOf = (header: ReadonlyArray<string>, rows: number) => ({
  autoFilter: { range: rangeRef(0, 0, rows, header.length - 1) },
})

/** The first rows, then the others. */
async function* joined(first: ReadonlyArray<Row>, others: AsyncIterator<Row>) {
  yield* first
  for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value
}

async function* sheetBytes(
  rows: AsyncIterator<Row>,
  header: ReadonlyArray<string> | null,
  times: ReadonlySet<number>,
): AsyncGenerator<Uint8Array> {
  const head = headOf(header, times)
  const first: Array<Row> = []
  try {
    let next = await rows.next()
    for (; next.done !== true && first.length < mostFiltered; next = await rows.next()) first.push(next.value)
    if (next.done !== true) yield* writeXlsxStream(joined([...first, next.value], rows), head)
    else if (header === null) yield await writeXlsx({ sheets: [{ ...head, rows: first }] })
    else
      yield await writeXlsx({ sheets: [{ ...head, rows: [[...header], ...first], ...filterOf(header, first.length) }] })
  } finally {
    await rows.return?.()
  }
}

const noTimes: ReadonlySet<number> = new Set()

/**
 * Rows as a workbook of one sheet, a long one written while it is read: text cells stay text, so
 * nothing is calculated or rounded; `header` is null for a sheet without one.
 * @param times the places of the columns that hold dates
 */
export const xlsxFile = <E>(
  header: ReadonlyArray<string> | null,
  pages: Stream.Stream<ReadonlyArray<Cells>, E>,
  times: ReadonlySet<number> = noTimes,
): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    const rows = Stream.toAsyncIterable(Stream.flatMap(pages, (page) => Stream.fromIterable(page)))
    const bytes = sheetBytes((rows as AsyncIterable<Row>)[Symbol.asyncIterator](), header, times)
    return Stream.fromAsyncIterable(bytes, (cause) => cause as E)
  })
