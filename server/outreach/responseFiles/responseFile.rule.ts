import {
  fixedSources,
  listSource,
  replySource,
  type FixedSource,
  type ResponseColumn,
  type ResponseHeader,
  type ResponseLayout,
} from "#schemas/outreach/responseFile.ts"
import {
  keysOf,
  outcomeWords,
  reasonWords,
  secondsOf,
  statusWords,
  wallTime,
  type ExportRow,
} from "#server/reporting/exports/exportTable.rule.ts"

/** A recipient as a response file has them; what goes beyond an export's row comes only where it is asked for. */
export type ResponseRow = ExportRow & {
  readonly language: string | null
  readonly zip: string | null
  readonly attempts: number
  readonly custom: Readonly<Record<string, string>> | null
  /** What reply rules set, the last of each name. */
  readonly replied: Readonly<Record<string, string>> | null
}

/** The column that holds something none of `headers` is; undefined when there is none. */
export const unknownSource = (
  layout: ResponseLayout,
  headers: ReadonlyArray<ResponseHeader>,
): ResponseColumn | undefined => layout.columns.find(({ source }) => !headers.some((one) => one.source === source))

const timeOf = (column: ResponseColumn, millis: number | null, zone: string): string => {
  const [day = "", time = "", offset = ""] = wallTime(millis, zone).split(" ")
  if (day === "") return ""
  return column.format === "date" ? day : column.format === "time" ? time : `${day} ${time} ${offset}`
}

const isFixed = (source: string): source is FixedSource => (fixedSources as ReadonlyArray<string>).includes(source)

const fixedValue = (source: FixedSource, column: ResponseColumn, row: ResponseRow, zone: string): string => {
  switch (source) {
    case "state":
      return statusWords(row.channel, row.status)
    case "reason":
      return reasonWords(row.channel, row.status, row.reason)
    case "sentAt":
    case "deliveredAt":
    case "failedAt":
    case "repliedAt":
    case "optedOutAt":
      return timeOf(column, row[source], zone)
    case "replyText":
      return row.replies[0] ?? ""
    case "callOutcome":
      return outcomeWords(row.calls)
    case "callSeconds":
      return String(secondsOf(row.calls) ?? "")
    case "keysPressed":
      return keysOf(row.calls)
    case "recordings":
      return row.calls.length === 0 ? "" : String(row.calls.reduce((sum, { recordings }) => sum + recordings.length, 0))
    default:
      return String(row[source] ?? "")
  }
}

const namedValue = (source: string, { custom, replied }: ResponseRow): string =>
  source.startsWith(replySource)
    ? (replied?.[source.slice(replySource.length)] ?? "")
    : (custom?.[source.slice(listSource.length)] ?? "")

/** The cells of a recipient under a layout, times in `zone`; an empty one says what the layout says for it. */
export const responseCells = (layout: ResponseLayout, row: ResponseRow, zone: string): ReadonlyArray<string> =>
  layout.columns.map((column) => {
    const { source } = column
    const value = isFixed(source) ? fixedValue(source, column, row, zone) : namedValue(source, row)
    return value === "" ? (column.default ?? "") : value
  })

const unsafe = /[\\/:*?"<>|\p{Cc}]+/gu

/** The name of a response file: its pattern with the campaign's name and the day (`YYYY-MM-DD`) put in. */
export const responseFileName = ({ fileName, format }: ResponseLayout, campaign: string, day: string): string => {
  const name = fileName.replaceAll("{campaign}", () => campaign).replaceAll("{date}", () => day)
  const safe = name.replaceAll(unsafe, "-").trim()
  return `${safe === "" ? "response" : safe}.${format}`
}
