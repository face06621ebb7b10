import { Schema } from "effect"
import { DateOnly, HashedId, idOf, inQuery, Instant } from "../ids.ts"
import { RecipientShare } from "../outreach/recipient.ts"
import { Narrowed } from "./reportQuestion.ts"
import { FileType } from "./report.ts"

export const ExportId = idOf("ExportId")
export type ExportId = typeof ExportId.Type

/** An export in a query. */
export const exportQuery = { exportId: inQuery(ExportId) }

/** The body of `POST /api/Report/RemovePastExport`. */
export const RemovePastExport = Schema.Struct({ exportId: ExportId })

/**
 * What there is of an export's file: it is kept; its days are over; someone removed it; newer ones took its room; it was
 * too large; its download broke off; keeping it failed.
 */
export const pastExportStates = ["kept", "expired", "removed", "displaced", "tooLarge", "brokenOff", "notKept"] as const
export type PastExportState = (typeof pastExportStates)[number]

/** What an export was asked for besides its campaign; without days a campaign as a whole. */
export const PastExportAsked = Schema.Struct({
  startDate: Schema.NullOr(DateOnly),
  endDate: Schema.NullOr(DateOnly),
  narrowed: Schema.optionalKey(Schema.Array(Narrowed)),
  layout: Schema.NullOr(Schema.Literal("responseFile")),
  /** Null for everyone; what was searched for is not kept. */
  people: Schema.NullOr(Schema.Struct({ share: Schema.NullOr(RecipientShare), isSearched: Schema.Boolean })),
})
export type PastExportAsked = typeof PastExportAsked.Type

/** An export of people that someone took: what it holds, and whether its file can be fetched again. */
export const PastExport = Schema.Struct({
  exportId: ExportId,
  at: Instant,
  by: Schema.String,
  fileName: Schema.String,
  fileType: FileType,
  /** Null for all campaigns; a deleted one has no public id. */
  campaign: Schema.NullOr(Schema.Struct({ hashedId: Schema.NullOr(HashedId), name: Schema.String })),
  asked: PastExportAsked,
  rows: Schema.Int,
  bytes: Schema.Int,
  /** Of the bytes, in hexadecimal. */
  sha256: Schema.String,
  state: Schema.Literals(pastExportStates),
  /** Until when a kept file is there. */
  keptUntil: Instant,
}).annotate({ identifier: "PastExport" })
export type PastExport = typeof PastExport.Type

/** An export whose file is kept, as far as a command about it goes. */
export type KeptExport = Pick<PastExport, "exportId" | "fileName">
