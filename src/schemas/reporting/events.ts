import { Schema } from "effect"
import { CampaignId, DateOnly, UserId } from "../ids.ts"
import { FileType } from "./report.ts"
import { SavedViewId } from "./savedView.ts"

/**
 * An export left the house: which file, about which campaign (null: all of the
 * company's), how many people, and the hash of the bytes. `complete` is false
 * when the download broke off; what was sent until then is counted.
 * Stored in the company's audit stream of the month (docs/architecture.md#audit).
 */
export const DataExported = Schema.TaggedStruct("DataExported", {
  fileType: FileType,
  campaignId: Schema.NullOr(CampaignId),
  rows: Schema.Int,
  sha256: Schema.String,
  complete: Schema.Boolean,
})
export type DataExported = typeof DataExported.Type

const fetched = {
  fileType: FileType,
  campaignId: Schema.NullOr(CampaignId),
  rows: Schema.Int,
  sha256: Schema.String,
}

/** The kept file of an export left the house again. */
export const PastExportFetched = Schema.TaggedStruct("PastExportFetched", fetched)
/** Someone removed the kept file of an export. */
export const PastExportRemoved = Schema.TaggedStruct("PastExportRemoved", fetched)
export const ExportAuditEvent = Schema.Union([DataExported, PastExportFetched, PastExportRemoved])
export type ExportAuditEvent = typeof ExportAuditEvent.Type

const mailed = { savedViewId: SavedViewId, userId: UserId, date: DateOnly }

/** A saved view was mailed to a person on a date, or could not be, after many tries. */
export const ReportMailed = Schema.TaggedStruct("ReportMailed", mailed)
export const ReportNotMailed = Schema.TaggedStruct("ReportNotMailed", mailed)
/** Someone opened the link of a mail. */
export const ReportLinkOpened = Schema.TaggedStruct("ReportLinkOpened", { savedViewId: SavedViewId, date: DateOnly })
export const ReportMailAuditEvent = Schema.Union([ReportMailed, ReportNotMailed, ReportLinkOpened])
export type ReportMailAuditEvent = typeof ReportMailAuditEvent.Type
