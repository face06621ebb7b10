import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import type { DataExported } from "#schemas/reporting/events.ts"
import type { FileType } from "#schemas/reporting/report.ts"
import { exportCells, exportFileName, exportHeader } from "#server/domain/reporting/exportTable.ts"
import { Database } from "#server/store/Database.ts"
import { csvFile, xlsxFile } from "./exportFile.ts"
import { countRows, exportPages } from "./exportRows.ts"
import { frameOf, type ReportQuestion } from "./report.ts"

/** A file on its way: its name, and its bytes, which are made while they are taken. */
export type ExportFile = { readonly fileName: string; readonly bytes: Stream.Stream<Uint8Array> }

/**
 * Makes the export of a report's people, one row for each recipient. Fails like
 * `frameOf`, and with Invalid when the people are too many.
 * @param record told once, when the last byte was taken or the download broke off
 */
export const makeExport = Effect.fn("reporting.makeExport")(function* (
  companyId: number,
  fileType: FileType,
  question: ReportQuestion,
  record: (event: DataExported) => Effect.Effect<void>,
) {
  const { scope, range, campaign, now } = yield* frameOf(companyId, question)
  yield* countRows(scope)
  const hash = createHash("sha256")
  let rows = 0
  let complete = false
  const pages = exportPages(scope).pipe(
    Stream.provideService(Database, yield* Database),
    Stream.map((page) => {
      rows += page.length
      return page.map((row) => exportCells(row, range.zone))
    }),
  )
  const header = exportHeader(range.zone)
  const file = fileType === "csv" ? csvFile(header, pages) : xlsxFile(header, pages)
  const bytes = file.pipe(
    Stream.map((part) => {
      hash.update(part)
      return part
    }),
    Stream.concat(Stream.fromEffectDrain(Effect.sync(() => (complete = true)))),
    // A reader that leaves ends the stream in success too, so only the mark above tells.
    Stream.ensuring(
      Effect.suspend(() =>
        record({
          _tag: "DataExported",
          fileType,
          campaignId: scope.campaignId,
          rows,
          sha256: hash.digest("hex"),
          complete,
        }),
      ),
    ),
  )
  return { fileName: exportFileName(fileType, campaign?.name ?? null, now, range.zone), bytes } satisfies ExportFile
})
