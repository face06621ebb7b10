import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { limits } from "../constants.ts"
import { HashedId, Instant, TemplateId } from "../ids.ts"

/** What only columns of texts may hold. */
export const textSources = ["segments", "replyText"] as const

/** What only columns of calls may hold: how the last one ended, and how long all took, the keys and the recordings. */
export const callSources = ["callOutcome", "callSeconds", "keysPressed", "recordings"] as const

/** What a column may hold whatever the channel: a patient's field, or what became of the message (docs/policy.md#response-files). */
const commonSources = [
  "campaign",
  "externalId",
  "firstName",
  "lastName",
  "phone",
  "language",
  "zip",
  "zone",
  "state",
  "reason",
  "attempts",
  "sentAt",
  "deliveredAt",
  "failedAt",
  "repliedAt",
  "optedOutAt",
] as const

/** All that columns may hold, besides what a list brought. */
export const fixedSources = [...commonSources, ...textSources, ...callSources] as const
export type FixedSource = (typeof fixedSources)[number]

/** A column that a list brought is named by this and its own name. */
export const listSource = "list:"

/** A value that reply rules set is named by this and its own name. */
export const replySource = "reply:"

export const delimiters = [",", ";", "|", "tab"] as const
export const responseFormats = ["csv", "txt", "xlsx"] as const

/** How times are written; without it, with the day, the time and the zone's offset. */
export const timeFormats = ["dateTime", "date", "time"] as const

const Header = TrimmedText.check(
  Schema.isMinLength(1, { message: "Enter a header for each column." }),
  Schema.isMaxLength(60, { message: "A header has 60 characters at most." }),
)

/** One column: its header in the file, what it holds, and what stands there when that is empty. */
export const ResponseColumn = Schema.Struct({
  header: Header,
  source: Schema.String.check(
    Schema.isMinLength(1, { message: "Choose what each column holds." }),
    Schema.isMaxLength(205),
  ),
  format: Schema.optionalKey(Schema.Literals(timeFormats)),
  default: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(100))),
}).annotate({ identifier: "ResponseColumn" })
export type ResponseColumn = typeof ResponseColumn.Type

const hasUniqueHeaders = (columns: ReadonlyArray<ResponseColumn>): boolean =>
  new Set(columns.map(({ header }) => header.trim().toLowerCase())).size === columns.length

/** A layout as staff design it: one schema for the form and for the call (docs/policy.md#response-files). */
export const ResponseLayout = Schema.Struct({
  fileName: TrimmedText.check(
    Schema.isMinLength(1, { message: "Enter a file name." }),
    Schema.isMaxLength(80, { message: "A file name has 80 characters at most." }),
    Schema.isPattern(/^[^\\/:*?"<>|]*$/u, { message: 'A file name has none of these: \\ / : * ? " < > |' }),
  ),
  format: Schema.Literals(responseFormats),
  delimiter: Schema.Literals(delimiters),
  includeHeader: Schema.Boolean,
  columns: Schema.Array(ResponseColumn).check(
    Schema.isMinLength(1, { message: "Choose at least one column." }),
    Schema.isMaxLength(limits.responseColumns, {
      message: `A response file has ${limits.responseColumns} columns at most.`,
    }),
    Schema.makeFilter((columns) => (hasUniqueHeaders(columns) ? undefined : "Two columns have the same header.")),
  ),
})
export type ResponseLayout = typeof ResponseLayout.Type

/** What the form of a response file holds; `streamVersion` is 0 for one that is only begun. */
export type ResponseFileValues = ResponseLayout & {
  readonly temphashedId: string
  readonly templateId: TemplateId
  readonly streamVersion: number
}

/** The body of `POST /api/Template/SaveResponseFile`. */
export const SaveResponseFile = Schema.Struct({ templateId: TemplateId, ...ResponseLayout.fields })
export type SaveResponseFile = typeof SaveResponseFile.Type

/** The response file of a template: the newest layout, and what a command names in If-Match. */
export const ResponseFile = Schema.Struct({
  ...SaveResponseFile.fields,
  version: Schema.Int,
  streamVersion: Schema.Int,
  updatedOn: Instant,
}).annotate({ identifier: "ResponseFile" })
export type ResponseFile = typeof ResponseFile.Type

/** Something a column may hold. `name` is how a list or a reply rule calls it, where one of them brought it. */
export const ResponseHeader = Schema.Struct({ source: Schema.String, name: Schema.NullOr(Schema.String) }).annotate({
  identifier: "ResponseHeader",
})
export type ResponseHeader = typeof ResponseHeader.Type

/** The body of `POST /api/Template/PreviewResponseFile`: a layout that need not be saved. */
export const ResponsePreviewRequest = Schema.Struct({ temphashedId: HashedId, ...ResponseLayout.fields })
export type ResponsePreviewRequest = typeof ResponsePreviewRequest.Type

/** The first rows of a response file as it would be; `campaign` is the one they come from, null where there is none yet. */
export const ResponsePreview = Schema.Struct({
  fileName: Schema.String,
  campaign: Schema.NullOr(Schema.String),
  header: Schema.Array(Schema.String),
  rows: Schema.Array(Schema.Array(Schema.String)),
}).annotate({ identifier: "ResponsePreview" })
export type ResponsePreview = typeof ResponsePreview.Type
