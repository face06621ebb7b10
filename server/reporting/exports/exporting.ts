import { Effect, Stream } from "effect"
import { missingRight } from "#schemas/access.ts"
import type { Person } from "#schemas/caller.ts"
import type { DataExported } from "#schemas/reporting/events.ts"
import type { PastExportAsked } from "#schemas/reporting/pastExport.ts"
import type { ExportRequest, FileType } from "#schemas/reporting/report.ts"
import type { ReportQuestion } from "#schemas/reporting/reportQuestion.ts"
import { problem } from "#schemas/problem.ts"
import { responseCells, responseFileName } from "#server/outreach/responseFiles/responseFile.rule.ts"
import { dayOf } from "#server/reporting/report/dayRange.rule.ts"
import { readReportedAppointments } from "#server/reporting/report/reportedAppointments.queries.ts"
import {
  appointmentCells,
  appointmentHeader,
  exportCells,
  exportFileName,
  exportHeader,
  sheetTime,
  timeColumns,
  wallTime,
  type Cells,
} from "./exportTable.rule.ts"
import { readResponseFile } from "#server/outreach/responseFiles/responseFile.queries.ts"
import { Database } from "#server/store/Database.ts"
import { csvFile, xlsxFile } from "./exportFile.ts"
import type { Keeping } from "./keeping.ts"
import { trackedFile } from "./trackedFile.ts"
import { exportPages, readParts, refuseTooMany, responsePages } from "./exportRows.queries.ts"
import { frameOf, type ReportFrame } from "#server/reporting/report/report.queries.ts"

/** A file on its way: its name, and its bytes, which are made while they are taken. */
export type ExportFile = { readonly fileName: string; readonly bytes: Stream.Stream<Uint8Array> }

/** What is asked of an export besides its type. */
export type ExportQuestion = ReportQuestion & {
  readonly layout?: "responseFile" | undefined
  readonly people?: ExportRequest["people"]
}

type Parts = Effect.Success<ReturnType<typeof readParts>>

/** How a file is written: its name, its first row, and the rows. */
type Written = {
  readonly fileName: string
  readonly header: ReadonlyArray<string> | null
  readonly delimiter: string
  /** The places of the columns that a workbook holds as dates. */
  readonly times?: ReadonlySet<number>
  readonly pages: (parts: Parts) => Stream.Stream<ReadonlyArray<Cells>, never, Database>
}

const inOurColumns = ({ scope, range, campaign, now }: ReportFrame, fileType: FileType): Written => ({
  fileName: exportFileName(fileType, campaign?.name ?? null, now, range.zone),
  header: exportHeader(range.zone),
  delimiter: ",",
  times: timeColumns(range.zone),
  pages: (parts) =>
    Stream.map(exportPages(scope, parts), (page) =>
      page.map((row) => exportCells(row, range.zone, fileType === "xlsx" ? sheetTime : wallTime)),
    ),
})

const refused = (field: string, message: string) => problem("Invalid", message, { errors: [{ field, message }] })

/** The response file of the campaign's template; fails with Invalid where there is none, or none of this type. */
const inLayout = Effect.fnUntraced(function* ({ scope, range, campaign, now }: ReportFrame, fileType: FileType) {
  const layout = campaign === null ? undefined : yield* readResponseFile(scope.companyId, campaign.templateId)
  if (campaign === null || layout === undefined)
    return yield* Effect.fail(refused("layout", "Choose a campaign whose template has a response file."))
  if (layout.format !== fileType)
    return yield* Effect.fail(refused("fileType", `This response file is of the type ${layout.format}.`))
  return {
    fileName: responseFileName(layout, campaign.name, dayOf(now, range.zone)),
    header: layout.includeHeader ? layout.columns.map(({ header }) => header) : null,
    delimiter: layout.delimiter === "tab" ? "\t" : layout.delimiter,
    pages: (parts) =>
      Stream.map(responsePages(scope, parts), (page) => page.map((row) => responseCells(layout, row, range.zone))),
  } satisfies Written
})

const onlyForResponseFiles = refused("fileType", "A text file is made of a response file only. Choose CSV or Excel.")

/**
 * Makes the file of a report's table of appointments: how many each location and stage has. It holds no one, so it is
 * no export of people. Fails like `frameOf`, and with Forbidden for a person who may not see appointments.
 */
export const makeAppointmentTable = Effect.fn("reporting.makeAppointmentTable")(function* (
  person: Person,
  fileType: FileType,
  question: ReportQuestion,
) {
  const missing = missingRight(person, "Appointment.GetBookedAppointments")
  if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  if (fileType === "txt") return yield* Effect.fail(onlyForResponseFiles)
  const { scope, range, campaign, now } = yield* frameOf(person.actingCompanyId, question)
  const rows = Stream.make(appointmentCells(yield* readReportedAppointments(scope)))
  const about = [campaign?.name, "appointments"].filter(Boolean).join(" ")
  return {
    fileName: exportFileName(fileType, about, now, range.zone),
    bytes: fileType === "xlsx" ? xlsxFile(appointmentHeader, rows) : csvFile(appointmentHeader, rows),
  } satisfies ExportFile
})

const onlyOfCampaign = refused("people", "Choose a campaign to export some of its people.")

/** The frame of those people alone whom a campaign's page shows; fails with Invalid where no campaign is named. */
const peopleIn = (frame: ReportFrame, people: ExportQuestion["people"], country: string) => {
  if (people === undefined) return Effect.succeed(frame)
  if (frame.campaign === null) return Effect.fail(onlyOfCampaign)
  return Effect.succeed({ ...frame, scope: { ...frame.scope, people: { ...people, country } } } satisfies ReportFrame)
}

/** What becomes of a file of people on its way. */
export type Taking = {
  readonly keeping: Keeping
  readonly record: (event: DataExported) => Effect.Effect<void>
}

const askedOf = ({ scope: { range }, narrowed }: ReportFrame, { layout, people }: ExportQuestion): PastExportAsked => ({
  startDate: range?.startDate ?? null,
  endDate: range?.endDate ?? null,
  layout: layout ?? null,
  ...(narrowed.length === 0 ? {} : { narrowed }),
  people: people === undefined ? null : { share: people.share ?? null, isSearched: people.search !== undefined },
})

/**
 * Makes the export of a report's people, one row for each recipient, in our own columns
 * or those of the template's response file. Fails like `frameOf`, and with Invalid when
 * the people are too many.
 * @param taking keeps the file, and records it once, when the last byte was taken or the download broke off
 */
export const makeExport = Effect.fn("reporting.makeExport")(function* (
  { actingCompanyId: companyId, country }: Pick<Person, "actingCompanyId" | "country">,
  fileType: FileType,
  question: ExportQuestion,
  { keeping, record }: Taking,
) {
  const frame = yield* peopleIn(yield* frameOf(companyId, question), question.people, country)
  if (question.layout === undefined && fileType === "txt") return yield* Effect.fail(onlyForResponseFiles)
  const written: Written =
    question.layout === undefined ? inOurColumns(frame, fileType) : yield* inLayout(frame, fileType)
  const { scope } = frame
  const parts = yield* readParts(scope)
  yield* refuseTooMany(parts)
  // The next page is read while one is written, so that the database and the program work at the same time.
  const read = Stream.buffer(written.pages(parts), { capacity: 1 })
  const pages = Stream.provideService(read, Database, yield* Database)
  const { header, delimiter, fileName, times } = written
  const bytes = trackedFile(
    pages,
    (rows) => (fileType === "xlsx" ? xlsxFile(header, rows, times) : csvFile(header, rows, delimiter)),
    (taken) => {
      const { campaignId } = scope
      const line = { fileName, fileType, campaignId, asked: askedOf(frame, question) }
      return Effect.andThen(keeping.end(line, taken), record({ _tag: "DataExported", fileType, campaignId, ...taken }))
    },
    keeping.add,
  )
  return { fileName, bytes } satisfies ExportFile
})
