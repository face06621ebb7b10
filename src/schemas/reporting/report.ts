import { Schema } from "effect"
import { DateOnly, HashedId, Instant } from "../ids.ts"

/** A number of a report with what it counts and what it is divided by (docs/policy.md#reports). */
export const Figure = Schema.Struct({
  name: Schema.String,
  value: Schema.Number,
  unit: Schema.Literals(["people", "percent", "segments"]),
  definition: Schema.String,
}).annotate({ identifier: "Figure" })
export type Figure = typeof Figure.Type

/** One bar of the chart: what happened on one day, in the company's zone. */
export const DayPoint = Schema.Struct({
  day: DateOnly,
  delivered: Schema.Int,
  failed: Schema.Int,
  replied: Schema.Int,
  optedOut: Schema.Int,
}).annotate({ identifier: "DayPoint" })
export type DayPoint = typeof DayPoint.Type

/** The answer of `GET /api/Report/GetReport`. */
export const Report = Schema.Struct({
  campaignHashedId: Schema.NullOr(HashedId),
  campaignName: Schema.NullOr(Schema.String),
  startDate: DateOnly,
  endDate: DateOnly,
  zone: Schema.String,
  asOf: Instant,
  figures: Schema.Array(Figure),
  byDay: Schema.Array(DayPoint),
}).annotate({ identifier: "Report" })
export type Report = typeof Report.Type

/** The file types of `POST /api/Report/DownloadExportData`; text is for response files only. */
export const FileType = Schema.Literals(["csv", "xlsx", "txt"])
export type FileType = typeof FileType.Type

/** What a file of each type says of itself. */
export const fileContentTypes: Record<FileType, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
}

/** A campaign that a report may be about: one that was launched. `responseFile` is the format of its template's, where it has one. */
export const ReportedCampaign = Schema.Struct({
  campaignHashedId: HashedId,
  name: Schema.String,
  responseFile: Schema.NullOr(FileType),
}).annotate({ identifier: "ReportedCampaign" })
export type ReportedCampaign = typeof ReportedCampaign.Type

/**
 * The body of the export: `fileType` must equal the query's `type` (docs/policy.md#exports). With
 * `layout` the file is the response file of the campaign's template, in its format.
 */
export const ExportRequest = Schema.Struct({
  fileType: FileType,
  layout: Schema.optionalKey(Schema.Literal("responseFile")),
  campaignHashedId: Schema.optionalKey(HashedId),
  startDate: Schema.optionalKey(DateOnly),
  endDate: Schema.optionalKey(DateOnly),
})
export type ExportRequest = typeof ExportRequest.Type

/** The cards of `/dashboard`; a card is absent where the right for it is missing. */
export const Dashboard = Schema.Struct({
  asOf: Instant,
  zone: Schema.String,
  runningCampaigns: Schema.optionalKey(Schema.Int),
  messagesToday: Schema.optionalKey(
    Schema.Struct({
      /** Handed to the carrier: delivered, on its way and failed together. */
      sent: Schema.Int,
      delivered: Schema.Int,
      underway: Schema.Int,
      failed: Schema.Int,
      /** Of those delivered. */
      replied: Schema.Int,
      optedOut: Schema.Int,
    }),
  ),
  heldByQuietHours: Schema.optionalKey(Schema.Int),
  patients: Schema.optionalKey(Schema.Int),
  lastImport: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ listName: Schema.String, on: Instant, people: Schema.Int })),
  ),
  contractEnd: Schema.NullOr(DateOnly),
  needsYou: Schema.Array(Schema.Struct({ text: Schema.String, path: Schema.String })),
}).annotate({ identifier: "Dashboard" })
export type Dashboard = typeof Dashboard.Type
