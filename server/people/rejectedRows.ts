import { Effect, Option, Stream } from "effect"
import { stringify } from "csv-stringify/sync"
import { readRejections, type PlacedRejection } from "#server/store/people/imports.ts"

const pageRows = 5_000
const columns = ["line", "column", "reason", "value"] as const
/** Tells spreadsheets that the text is UTF-8. */
const byteOrderMark = "\uFEFF"

/** A telephone number is no formula; quoted, it would come back spoiled when the file is uploaded again. */
const isPhone = (value: string) => /^\+[\d ().-]{7,20}$/.test(value)

const csv = (rows: ReadonlyArray<PlacedRejection>): string =>
  stringify([...rows], {
    columns: [...columns],
    record_delimiter: "windows",
    cast: { string: (value) => (isPhone(value) ? value : { value, escape_formulas: true }) },
  })

/** The rows of an import that are not taken, as a CSV file for spreadsheets; formulas in it are harmless. */
export const rejectedRowsFile = (companyId: number, importId: number) =>
  Stream.make(byteOrderMark + stringify([[...columns]], { record_delimiter: "windows" })).pipe(
    Stream.concat(
      Stream.paginate(undefined as PlacedRejection | undefined, (after) =>
        Effect.map(readRejections(companyId, importId, { after, limit: pageRows }), (rows) => {
          const last = rows.at(-1)
          return [
            rows.length === 0 ? [] : [csv(rows)],
            rows.length < pageRows || last === undefined ? Option.none() : Option.some(last),
          ] as const
        }),
      ),
    ),
    Stream.encodeText,
  )
