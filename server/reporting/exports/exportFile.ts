import { stringify } from "csv-stringify/sync"
import type { Options } from "csv-stringify/sync"
import { Effect, Stream } from "effect"
import { writeXlsxStream } from "hucre/xlsx"
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

const columnsOf = (header: ReadonlyArray<string>, times: ReadonlySet<number>) =>
  header.map((text, place) => ({
    header: text,
    width: Math.max(times.has(place) ? 20 : 12, Math.min(32, text.length + 2)),
    ...(times.has(place) ? { numFmt: "yyyy-mm-dd hh:mm:ss" } : {}),
  }))

const noTimes: ReadonlySet<number> = new Set()

/**
 * Rows as a workbook of one sheet, written while they are read: text cells stay text, so
 * nothing is calculated or rounded; `header` is null for a sheet without one. The head has no autofilter
 * (decision 081).
 * @param times the places of the columns that hold dates
 */
export const xlsxFile = <E>(
  header: ReadonlyArray<string> | null,
  pages: Stream.Stream<ReadonlyArray<Cells>, E>,
  times: ReadonlySet<number> = noTimes,
): Stream.Stream<Uint8Array, E> =>
  Stream.unwrap(
    Effect.sync(() => {
      const rows = Stream.toAsyncIterable(Stream.flatMap(pages, (page) => Stream.fromIterable(page)))
      return Stream.fromReadableStream<Uint8Array, E>({
        evaluate: () =>
          writeXlsxStream(rows as AsyncIterable<Array<Cells[number]>>, {
            name: "Report",
            ...(header === null ? {} : { columns: columnsOf(header, times), freezePane: { rows: 1 } }),
          }),
        onError: (cause) => cause as E,
      })
    }),
  )
