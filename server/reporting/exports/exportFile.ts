import { stringify } from "csv-stringify/sync"
import type { Options } from "csv-stringify/sync"
import { Effect, Stream } from "effect"
import { writeXlsxStream } from "hucre/xlsx"
import { harmless } from "#server/people/imports/formulas.rule.ts"

/** A row of a table to be saved: text, or a number that stays one in a spreadsheet. */
export type Cells = ReadonlyArray<string | number>

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

const columnWidths = (header: ReadonlyArray<string>) =>
  header.map((text) => ({ header: text, width: Math.max(12, Math.min(32, text.length + 2)) }))

/**
 * Rows as a workbook of one sheet, written while they are read: text cells stay text, so
 * nothing is calculated or rounded; `header` is null for a sheet without one.
 */
export const xlsxFile = <E>(
  header: ReadonlyArray<string> | null,
  pages: Stream.Stream<ReadonlyArray<Cells>, E>,
): Stream.Stream<Uint8Array, E> =>
  Stream.unwrap(
    Effect.sync(() => {
      const rows = Stream.toAsyncIterable(Stream.flatMap(pages, (page) => Stream.fromIterable(page)))
      return Stream.fromReadableStream<Uint8Array, E>({
        evaluate: () =>
          writeXlsxStream(rows as AsyncIterable<Array<string | number>>, {
            name: "Report",
            ...(header === null ? {} : { columns: columnWidths(header), freezePane: { rows: 1 } }),
          }),
        onError: (cause) => cause as E,
      })
    }),
  )
