import { Effect, Option, Stream } from "effect"
import { stringify } from "csv-stringify/sync"
import { rejectionColumns } from "./columns.rule.ts"
import { csvOptions } from "./formulas.rule.ts"
import { readImportFile } from "./importFile.queries.ts"
import { readRejectedRows, type RejectionWithRow } from "./import.queries.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"

const pageErrors = 5_000
/** Marks the text as UTF-8 for spreadsheets. */
const byteOrderMark = "\uFEFF"

const csv = (rows: ReadonlyArray<ReadonlyArray<string>>): string => stringify([...rows], csvOptions)

const because = (errors: ReadonlyArray<RejectionWithRow>, showValues: boolean): string =>
  errors
    .map(({ column, reason, value }) => {
      const sentence = column === "" ? reason : `${column}: ${reason}`
      return showValues && value !== "" ? `${sentence} (${value})` : sentence
    })
    .join(" ")

/** A row of the file for each row of the list: its line, every reason, and its cells as they stood. */
const rowOf = (errors: ReadonlyArray<RejectionWithRow>): ReadonlyArray<string> => {
  const cells = errors.find((one) => one.cells !== null)?.cells ?? []
  return [String(errors[0]?.line ?? ""), because(errors, cells.length === 0), ...cells]
}

const rowsOf = (errors: ReadonlyArray<RejectionWithRow>): ReadonlyArray<ReadonlyArray<string>> =>
  [...Map.groupBy(errors, ({ line }) => line).values()].map(rowOf)

/** The errors of a full page but for its last line, of which the next page may hold more. */
const wholeLines = (page: ReadonlyArray<RejectionWithRow>, lastLine: number) =>
  page.filter(({ line }) => line !== lastLine)

/**
 * The rows of an import that are not taken, as a CSV file for spreadsheets: the
 * columns of the list behind line and reason, so that it can be corrected and
 * uploaded again. Formulas in it are harmless.
 */
export const rejectedRowsFile = (companyId: CompanyId, importId: ImportId) =>
  Stream.unwrap(
    Effect.map(readImportFile(companyId, importId), (file) =>
      Stream.make(byteOrderMark + csv([[...rejectionColumns, ...(file?.mapping ?? []).map(({ header }) => header)]])),
    ),
  ).pipe(
    Stream.concat(
      Stream.paginate(undefined as { readonly line: number; readonly position: number } | undefined, (after) =>
        Effect.map(readRejectedRows(companyId, importId, { after, limit: pageErrors }), (page) => {
          const last = page.at(-1)
          const full = page.length === pageErrors && last !== undefined
          const rows = rowsOf(full ? wholeLines(page, last.line) : page)
          return [
            rows.length === 0 ? [] : [csv(rows)],
            full ? Option.some({ line: last.line, position: -2 }) : Option.none(),
          ] as const
        }),
      ),
    ),
    Stream.encodeText,
  )
