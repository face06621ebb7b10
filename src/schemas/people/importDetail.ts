import { Schema } from "effect"
import { HistoryEntry } from "../administration/history.ts"
import { ImportId, Instant } from "../ids.ts"
import { CheckImport, ColumnTarget, Import, ImportState, Rejection } from "./import.ts"
import { ZoneSource } from "./patient.ts"

const ByCountry = Schema.Record(Schema.String, Schema.Int)

/**
 * What an import will do, as its check found it among the patients of that moment. Every valid row is in one of the
 * first four numbers; the people of the first three are each in one of the others.
 */
export const Forecast = Schema.Struct({
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  /** Rows that name a person that an earlier row of the same file named. */
  duplicate: Schema.Int,
  noPhone: Schema.Int,
  landline: Schema.Int,
  /** Those who can be texted, by the country of their number (ISO 3166). */
  textable: ByCountry,
  /** Those whose numbers are of countries that the company does not text; "" for numbers of no country. */
  otherCountry: ByCountry,
}).annotate({ identifier: "Forecast" })
export type Forecast = typeof Forecast.Type

/** One reason why rows are not taken: how many, and the first of them. */
export const RejectionReason = Schema.Struct({
  column: Schema.String,
  reason: Schema.String,
  rows: Schema.Int,
  first: Schema.Array(Rejection),
}).annotate({ identifier: "RejectionReason" })
export type RejectionReason = typeof RejectionReason.Type

/** An import that brought the same bytes before. */
export const EarlierImport = Schema.Struct({ importId: ImportId, state: ImportState, createdOn: Instant }).annotate({
  identifier: "EarlierImport",
})

/** An import as its page shows it. */
export const ImportDetail = Schema.Struct({
  import: Import,
  /** Null before the check, and for imports that were checked by releases without it. */
  forecast: Schema.NullOr(Forecast),
  /** How many rows are rejected, for whatever reason; 0 once they are removed. */
  rejectedRows: Schema.Int,
  reasons: Schema.Array(RejectionReason),
  earlier: Schema.NullOr(EarlierImport),
  /** What happened to the import, oldest first, without the batches of its rows. */
  history: Schema.Array(HistoryEntry),
}).annotate({ identifier: "ImportDetail" })
export type ImportDetail = typeof ImportDetail.Type

/** The body of `POST /api/Database/PreviewColumns`: a mapping under way, which may not be ready to be checked. */
export const PreviewColumns = Schema.Struct({
  importId: ImportId,
  mapping: CheckImport.fields.mapping,
})
export type PreviewColumns = typeof PreviewColumns.Type

/** What a cell is stored as, and as what; empty where nothing is. `error` says why it cannot be taken. */
export const CellPreview = Schema.Struct({
  target: ColumnTarget,
  value: Schema.String,
  error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CellPreview" })
export type CellPreview = typeof CellPreview.Type

/** What a sample row becomes, a cell for each column, and whose clock its person has by all of them. */
export const RowPreview = Schema.Struct({
  cells: Schema.Array(CellPreview),
  zones: Schema.Array(Schema.String),
  zoneSource: ZoneSource,
}).annotate({ identifier: "RowPreview" })
export type RowPreview = typeof RowPreview.Type
