import { Temporal } from "temporal-polyfill"
import { factsOf } from "#schemas/outreach/channels.ts"
import { isExclusion } from "#schemas/outreach/recipientFilter.ts"
import { recipientWords, stateWord } from "#schemas/outreach/recipientWords.ts"
import {
  reportedStatuses,
  type AppointmentFigures,
  type FileType,
  type ReportedAppointments,
} from "#schemas/reporting/report.ts"
import { callOutcome } from "#schemas/outreach/callOutcome.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { PersonCall } from "#schemas/outreach/recipient.ts"
import type { RecipientStatus } from "#schemas/outreach/progress.ts"

/** A row of a table to be saved: text, or a number or date that stays one in a spreadsheet. */
export type Cells = ReadonlyArray<string | number | Date | null>

/** One recipient of one campaign as the export reads it; instants in milliseconds since 1970. */
export type ExportRow = {
  readonly campaign: string
  /** The campaign's channel. */
  readonly channel: ChannelName
  readonly externalId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly status: RecipientStatus
  /** An exclusion reason or a carrier code. */
  readonly reason: string | null
  readonly segments: number | null
  readonly zone: string
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly failedAt: number | null
  readonly repliedAt: number | null
  readonly optedOutAt: number | null
  /** What the person wrote back, the first texts of it. */
  readonly replies: ReadonlyArray<string>
  /** The attempts to call the person, in order; none where texts are sent. */
  readonly calls: ReadonlyArray<PersonCall>
}

/** Replies that have a column of their own. */
export const replyColumns = 3

/** The words of a standing, as the campaign's page says them, which are those of its channel. */
export const statusWords = (channel: ChannelName, status: RecipientStatus): string => {
  if (status === "stoppedBefore") return recipientWords["recipient.state.excluded"]
  return recipientWords[stateWord(status === "stoppedUnderway" ? "optedOut" : status, channel)]
}

/** Why a message did not reach someone, in the words of the campaign's page, which are those of its channel. */
export const reasonWords = (channel: ChannelName, status: RecipientStatus, reason: string | null): string => {
  if (reason === null && status !== "stoppedBefore") return ""
  const { exclusions, describe } = factsOf(channel)
  if (status === "stoppedBefore" || reason === null) return exclusions.optedOut
  if (isExclusion(reason)) return exclusions[reason]
  return status === "failed" ? `${describe(reason).words} (${reason})` : reason
}

/** What became of the last call, in the words of the campaign's page; empty without one. */
export const outcomeWords = (calls: ExportRow["calls"]): string => {
  const last = calls.at(-1)
  return last === undefined ? "" : recipientWords[callOutcome(last)]
}

/** How long all calls to a person took, in seconds; null without any. */
export const secondsOf = (calls: ExportRow["calls"]): number | null =>
  calls.length === 0 ? null : calls.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)

/** The keys that a person pressed, in order. */
export const keysOf = (calls: ExportRow["calls"]): string =>
  calls.flatMap(({ pressed }) => pressed.map(({ key }) => key)).join(", ")

/** Clocks are put forward and back on a quarter of an hour at the finest. */
const quarter = 15 * 60_000
/** Quarters remembered for one zone; an export of years has some ten thousand busy ones. */
const maxQuarters = 50_000
const offsets = new Map<string, Map<number, string>>()

/** The offset of a zone at an instant, `-08:00`; asking the calendar for each cell of an export takes minutes. */
const offsetAt = (millis: number, zone: string): string => {
  const place = Math.floor(millis / quarter)
  const known = offsets.get(zone) ?? new Map<number, string>()
  const before = known.get(place)
  if (before !== undefined) return before
  const { offset } = Temporal.Instant.fromEpochMilliseconds(place * quarter).toZonedDateTimeISO(zone)
  if (known.size >= maxQuarters) known.clear()
  offsets.set(zone, known.set(place, offset))
  return offset
}

const millisOf = (offset: string): number => {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number)
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** An instant as wall time of a zone with its offset, as spreadsheets and people read it: `2026-11-20 14:03:22 -08:00`. */
export const wallTime = (millis: number | null, zone: string): string => {
  if (millis === null) return ""
  const offset = offsetAt(millis, zone)
  const local = new Date(millis + millisOf(offset)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${offset}`
}

/** The same wall time as a date of a spreadsheet, which knows no zone: its fields in UTC are what the clock showed. */
export const sheetTime = (millis: number | null, zone: string): Date | null =>
  millis === null ? null : new Date(Math.floor((millis + millisOf(offsetAt(millis, zone))) / 1_000) * 1_000)

/** The headers of the columns with times, which name the company's zone. */
const timeHeaders = (zone: string): ReadonlyArray<string> =>
  ["Sent", "Delivered", "Failed", "Replied", "Opted out"].map((what) => `${what} (${zone})`)

/** The places of the columns with times. */
export const timeColumns = (zone: string): ReadonlySet<number> => {
  const times = timeHeaders(zone)
  return new Set(exportHeader(zone).flatMap((header, place) => (times.includes(header) ? [place] : [])))
}

/** The column headers; times are in the company's zone, which the header names. */
export const exportHeader = (zone: string): ReadonlyArray<string> => [
  "Campaign",
  "Patient id",
  "First name",
  "Last name",
  "Phone",
  "State",
  "Reason",
  "Segments",
  ...timeHeaders(zone),
  ...Array.from({ length: replyColumns }, (_, place) => `Reply ${place + 1}`),
  "Recipient's time zone",
  "Last call",
  "Call time in seconds",
  "Keys pressed",
]

/** How a time stands in a cell. */
type TimeCell = (millis: number | null, zone: string) => string | Date | null

/**
 * The cells of a row under `exportHeader`. All but the segments and, in a workbook, the times are text, so that 02139
 * and +1… stay as they are.
 */
export const exportCells = (row: ExportRow, zone: string, time: TimeCell = wallTime): Cells => [
  row.campaign,
  row.externalId ?? "",
  row.firstName,
  row.lastName,
  row.phone ?? "",
  statusWords(row.channel, row.status),
  reasonWords(row.channel, row.status, row.reason),
  row.segments ?? 0,
  ...[row.sentAt, row.deliveredAt, row.failedAt, row.repliedAt, row.optedOutAt].map((at) => time(at, zone)),
  ...Array.from({ length: replyColumns }, (_, place) => row.replies[place] ?? ""),
  row.zone,
  outcomeWords(row.calls),
  secondsOf(row.calls),
  keysOf(row.calls),
]

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** When a file was made, in its name: `20261120-2205`, in a zone's time. */
export const fileStamp = (now: number, zone: string): string => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  return `${local.toPlainDate().toString().replaceAll("-", "")}-${twoDigits(local.hour)}${twoDigits(local.minute)}`
}

/**
 * The name of an export: the campaign's when it is about one, else
 * `report-{type}-{yyyyMMdd-HHmm}.{ext}` (docs/policy.md#exports), time in the company's zone.
 */
export const exportFileName = (fileType: FileType, campaign: string | null, now: number, zone: string): string => {
  const safe = campaign?.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, "-").trim() ?? ""
  return `${safe === "" ? `report-${fileType}` : safe}-${fileStamp(now, zone)}.${fileType}`
}

const statusHeaders = ["Booked", "Confirmed", "Arrived", "Completed", "No-show", "Cancelled"] as const

/** The column headers of a table of appointments. */
export const appointmentHeader: ReadonlyArray<string> = ["By", "Name", "All", ...statusHeaders]

const figureCells = (by: string, of: AppointmentFigures): Cells => {
  const counts = reportedStatuses.map((status) => of[status])
  const all = counts.reduce((sum, count) => sum + count, 0)
  return [by, of.name === "" ? "Without a stage" : of.name, all, ...counts]
}

/** The rows of a table of appointments under `appointmentHeader`: those of locations, then those of stages. */
export const appointmentCells = ({ byLocation, byStage }: ReportedAppointments): ReadonlyArray<Cells> => [
  ...byLocation.map((figures) => figureCells("Location", figures)),
  ...byStage.map((figures) => figureCells("Stage", figures)),
]
