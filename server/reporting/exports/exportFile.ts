import { stringify } from "csv-stringify/sync"
import { Effect, Sink, Stream } from "effect"
import { rangeRef, writeXlsx, writeXlsxStream } from "hucre/xlsx"
import { fileContentTypes, type FileType } from "#schemas/reporting/report.ts"
import type { Cells } from "./exportTable.rule.ts"
import { csvOptions } from "#server/people/imports/formulas.rule.ts"

/** The content type of a file, with what its texts are written in. */
export const contentTypeOf = (type: FileType): string =>
  type === "xlsx" ? fileContentTypes[type] : `${fileContentTypes[type]}; charset=utf-8`

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

type Head = ReturnType<typeof headOf>

const whole = (head: Head, header: ReadonlyArray<string> | null, rows: ReadonlyArray<Row>) => {
  const sheet =
    header === null
      ? { ...head, rows: [...rows] }
      : {
          ...head,
          rows: [[...header], ...rows],
          autoFilter: { range: rangeRef(0, 0, rows.length, header.length - 1) },
        }
  return Stream.fromEffect(Effect.promise(() => writeXlsx({ sheets: [sheet] })))
}

const whileRead = <E>(head: Head, rows: Stream.Stream<Row, E>): Stream.Stream<Uint8Array, E> =>
  Stream.fromReadableStream<Uint8Array, E>({
    evaluate: () => writeXlsxStream(Stream.toAsyncIterable(rows), head),
    onError: (cause) => cause as E,
  })

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
  Stream.unwrap(
    Effect.gen(function* () {
      const rows = Stream.flatMap(pages, (page) => Stream.fromIterable(page as ReadonlyArray<Row>))
      const [first, others] = yield* Stream.peel(rows, Sink.take<Row>(mostFiltered + 1))
      const head = headOf(header, times)
      return first.length > mostFiltered
        ? whileRead(head, Stream.concat(Stream.fromIterable(first), others))
        : whole(head, header, first)
    }),
  )
