import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { ImportId, Instant, ListId } from "../ids.ts"
import { DateCounts, decidedOrder, hasDateOrder, DateOrder } from "./dateOrder.ts"

/** The patient fields a column can be mapped to; a country comes before the postal code that is read by it. */
export const mappableFields = [
  "externalId",
  "firstName",
  "lastName",
  "phone",
  "dob",
  "language",
  "addressCountry",
  "zip",
  "timezone",
  "email",
] as const
export const MappableField = Schema.Literals(mappableFields)
export type MappableField = typeof MappableField.Type

/** What a column becomes: a patient field, a custom value under `variableNames`, or nothing. */
export const ColumnTarget = Schema.Union([MappableField, Schema.Literals(["custom", "ignore"])])
export type ColumnTarget = typeof ColumnTarget.Type
export const ColumnMapping = Schema.Struct({
  header: Schema.String,
  target: ColumnTarget,
  /** How its dates are read, where the order makes a difference to them. */
  dateOrder: Schema.optionalKey(DateOrder),
}).annotate({
  identifier: "ColumnMapping",
})
export type ColumnMapping = typeof ColumnMapping.Type

/** A column as it is checked: its dates are read in the order that was chosen, else in the one they decide. */
export const columnAs = (
  { header, target, dateOrder: chosen }: ColumnMapping,
  counts: DateCounts | undefined,
): ColumnMapping => {
  const dateOrder = target === "dob" && hasDateOrder(counts) ? (chosen ?? decidedOrder(counts)) : undefined
  return { header, target, ...(dateOrder === undefined ? {} : { dateOrder }) }
}

/** Whether the person has to say how the dates of a column are read. */
export const isOrderMissing = ({ target, dateOrder }: ColumnMapping, counts: DateCounts | undefined): boolean =>
  target === "dob" && dateOrder === undefined && hasDateOrder(counts)

/** The states of the import lifecycle. */
export const ImportState = Schema.Literals([
  "uploaded",
  "checking",
  "checked",
  "running",
  "done",
  "cancelled",
  "failed",
])
export type ImportState = typeof ImportState.Type

/** The states in which an import waits for a person to go on with it. */
export const waitingImports = ["uploaded", "checked"] as const satisfies ReadonlyArray<ImportState>

/** Why one row is not taken: `line` counts from 1 for the header as spreadsheets do. */
export const Rejection = Schema.Struct({
  line: Schema.Int,
  column: Schema.String,
  reason: Schema.String,
  value: Schema.String,
}).annotate({ identifier: "Rejection" })
export type Rejection = typeof Rejection.Type

/** How far a check or a run is: bytes for checks, rows for runs; `rows` are the file's data rows once counted. */
export const ImportProgress = Schema.Struct({
  rows: Schema.Int,
  done: Schema.Int,
  valid: Schema.Int,
  rejected: Schema.Int,
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  /** Rows that name a person that an earlier row of the same file named; known once imported. */
  duplicate: Schema.Int,
}).annotate({ identifier: "ImportProgress" })
export type ImportProgress = typeof ImportProgress.Type

/** An import as its wizard and the list of imports see it. */
export const Import = Schema.Struct({
  importId: ImportId,
  fileName: Schema.String,
  bytes: Schema.Int,
  encoding: Schema.String,
  delimiter: Schema.String,
  state: ImportState,
  mapping: Schema.Array(ColumnMapping),
  /** The first data rows, so that people map columns by what they see. */
  sample: Schema.Array(Schema.Array(Schema.String)),
  /** What the dates of each column say about their order, over the whole file. */
  dates: Schema.Array(DateCounts),
  progress: ImportProgress,
  listId: Schema.NullOr(ListId),
  listName: Schema.String,
  problem: Schema.NullOr(Schema.String),
  createdOn: Instant,
  /** The version of the import: checking and starting it name this in If-Match, so that no one replaces or starts another mapping than the one they saw. */
  streamVersion: Schema.Int,
}).annotate({ identifier: "Import" })
export type Import = typeof Import.Type

/** The body of `POST /api/Database/CheckImport`. */
export const CheckImport = Schema.Struct({
  importId: ImportId,
  listName: TrimmedText.check(
    Schema.isMinLength(3, { message: "Enter a list name of 3 to 80 characters." }),
    Schema.isMaxLength(80, { message: "Enter a list name of 3 to 80 characters." }),
  ),
  mapping: Schema.Array(ColumnMapping).check(Schema.isMaxLength(200)),
})
export type CheckImport = typeof CheckImport.Type

/** What the form of a mapping holds: the body, and the version of the import it was opened with. */
export type MappingValues = CheckImport & { readonly streamVersion: number }
