import { Schema } from "effect"
import { DateOnly, HashedId, Instant } from "../ids.ts"
import { Counts } from "../outreach/recipient.ts"
import { recipientFilter } from "../outreach/recipientFilter.ts"
import { StageId } from "../scheduling/stage.ts"
import { SearchText } from "../reply.ts"
import { reportedShareNames } from "./reportedPeople.ts"
import { Narrowed, ReportFilters, reportQuestion } from "./reportQuestion.ts"

/** A number of a report with what it counts and what it is divided by (docs/policy.md#reports). */
export const Figure = Schema.Struct({
  name: Schema.String,
  /** Of a count of people: which of them it counts; absent for everyone. */
  share: Schema.optionalKey(Schema.Literals(reportedShareNames)),
  value: Schema.Number,
  unit: Schema.Literals(["people", "percent", "segments", "seconds"]),
  definition: Schema.String,
  /** Of a rate: what it was in the days before. */
  previous: Schema.optionalKey(Schema.Number),
}).annotate({ identifier: "Figure" })
export type Figure = typeof Figure.Type

/**
 * One bar of the chart: what became of the texts of one day, in the company's zone. Delivered, underway and failed
 * add up to all; replied are among the delivered, and opted out among the replied. Sent are those of all that the
 * carrier took.
 */
export const DayPoint = Schema.Struct({
  day: DateOnly,
  sent: Schema.Int,
  delivered: Schema.Int,
  underway: Schema.Int,
  failed: Schema.Int,
  replied: Schema.Int,
  optedOut: Schema.Int,
}).annotate({ identifier: "DayPoint" })
export type DayPoint = typeof DayPoint.Type

/** What became of the people of one campaign, within the days of the report. */
export const CampaignFigures = Schema.Struct({
  /** Null for a deleted campaign, which has no page any more. */
  campaignHashedId: Schema.NullOr(HashedId),
  name: Schema.String,
  people: Schema.Int,
  sent: Schema.Int,
  delivered: Schema.Int,
  replied: Schema.Int,
  optedOut: Schema.Int,
  /** Of those sent: the others are not confirmed yet. */
  notDelivered: Schema.Int,
}).annotate({ identifier: "CampaignFigures" })
export type CampaignFigures = typeof CampaignFigures.Type

/** People by why a text did not reach them, or did not leave; `id` names the reason where these people are listed. */
export const ReasonCount = Schema.Struct({ id: Schema.String, reason: Schema.String, people: Schema.Int })
export type ReasonCount = typeof ReasonCount.Type

/** The statuses by which a report counts appointments, in the order of an appointment. */
export const reportedStatuses = ["booked", "confirmed", "arrived", "fulfilled", "noshow", "cancelled"] as const

/** How many appointments of a location, or of a stage, stand in each status. */
export const AppointmentFigures = Schema.Struct({
  /** Null for a stage, which has no page, and for visits without one. */
  locationHashedId: Schema.NullOr(HashedId),
  /** Null for a location, and for visits without a stage. */
  stageId: Schema.NullOr(StageId),
  /** Empty for visits without a stage. */
  name: Schema.String,
  booked: Schema.Int,
  confirmed: Schema.Int,
  arrived: Schema.Int,
  fulfilled: Schema.Int,
  noshow: Schema.Int,
  cancelled: Schema.Int,
}).annotate({ identifier: "AppointmentFigures" })
export type AppointmentFigures = typeof AppointmentFigures.Type

/** The same appointments by location and by stage; none by stage where the company has no stages. */
export const ReportedAppointments = Schema.Struct({
  byLocation: Schema.Array(AppointmentFigures),
  byStage: Schema.Array(AppointmentFigures),
}).annotate({ identifier: "ReportedAppointments" })
export type ReportedAppointments = typeof ReportedAppointments.Type

/** The answer of `GET /api/Report/GetReport`. */
export const Report = Schema.Struct({
  campaignHashedId: Schema.NullOr(HashedId),
  campaignName: Schema.NullOr(Schema.String),
  /** What else was asked for, and the same in names. */
  filters: ReportFilters,
  narrowed: Schema.Array(Narrowed),
  startDate: DateOnly,
  endDate: DateOnly,
  zone: Schema.String,
  asOf: Instant,
  figures: Schema.Array(Figure),
  byDay: Schema.Array(DayPoint),
  /** As many days right before, which rates are compared with; null for a campaign as a whole. */
  previous: Schema.NullOr(Schema.Struct({ startDate: DateOnly, endDate: DateOnly })),
  /** Those with the most people first. */
  byCampaign: Schema.Array(CampaignFigures),
  /** By the carrier's code, in words. */
  failures: Schema.Array(ReasonCount),
  leftOut: Schema.Array(ReasonCount),
  /** By the word of their reply, or by staff who decided what a reply meant. */
  optOuts: Schema.Array(ReasonCount),
  /** Those of the days shown, or those that the links of one campaign led to; absent without the right to see them, and for one language. */
  appointments: Schema.optionalKey(ReportedAppointments),
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
 * the layout `responseFile` the file is that of the campaign's template, in its format; with `appointments` it holds
 * how many appointments each location and stage has, and no people.
 */
export const ExportRequest = Schema.Struct({
  fileType: FileType,
  layout: Schema.optionalKey(Schema.Literals(["responseFile", "appointments"])),
  ...reportQuestion,
  /** Those people of one campaign whom its page shows; only with `campaignHashedId`. */
  people: Schema.optionalKey(Schema.Struct({ ...recipientFilter, search: Schema.optionalKey(SearchText) })),
})
export type ExportRequest = typeof ExportRequest.Type

/** A campaign that sends: how far it is, how fast, and when its last text is expected to leave. */
export const RunningCampaign = Schema.Struct({
  campaignHashedId: HashedId,
  name: Schema.String,
  templateName: Schema.String,
  total: Schema.Int,
  counts: Counts,
  /** Texts that left lately, by the minute. */
  perMinute: Schema.Number,
  endsAt: Schema.NullOr(Instant),
})
export type RunningCampaign = typeof RunningCampaign.Type

/** A scheduled campaign: when it starts, for how many people, and when its last text is expected to leave. */
export const NextSend = Schema.Struct({
  campaignHashedId: HashedId,
  name: Schema.String,
  startAt: Instant,
  people: Schema.Int,
  endsAt: Instant,
})
export type NextSend = typeof NextSend.Type

/** How far a company is that has not sent anything. */
export const FirstSteps = Schema.Struct({
  sender: Schema.NullOr(Schema.String),
  hasPeople: Schema.Boolean,
  template: Schema.Literals(["none", "draft", "published"]),
  campaign: Schema.Literals(["none", "draft"]),
})
export type FirstSteps = typeof FirstSteps.Type

/** Something that waits for the person, with the page that deals with it where there is one; `urgent` goes first. */
export const NeededAct = Schema.Struct({
  text: Schema.String,
  urgent: Schema.Boolean,
  link: Schema.NullOr(Schema.Struct({ text: Schema.String, path: Schema.String })),
})
export type NeededAct = typeof NeededAct.Type

/** The statuses by which Home counts the appointments of a day, those who were there first. */
export const countedStatuses = ["fulfilled", "arrived", "confirmed", "booked", "noshow"] as const
export type CountedStatus = (typeof countedStatuses)[number]

/** The appointments of today on the company's calendar, in each status; a status is absent where there are none. */
export const AppointmentsToday = Schema.Struct({
  day: DateOnly,
  counts: Schema.Record(Schema.String, Schema.Int),
  /** What can still be booked at all locations, from today on for seven days. */
  seatsLeft: Schema.Int,
})
export type AppointmentsToday = typeof AppointmentsToday.Type

/** The sections of `/dashboard`; a section is absent where the right for it is missing. */
export const Dashboard = Schema.Struct({
  asOf: Instant,
  zone: Schema.String,
  /** The texts of the last 30 days; the last point is today. */
  days: Schema.optionalKey(Schema.Array(DayPoint)),
  /** The one campaign in which all of today's failures are, to lead there. */
  failedIn: Schema.optionalKey(Schema.NullOr(HashedId)),
  /** The campaigns that send, the newest first, at most five. */
  running: Schema.optionalKey(Schema.Array(RunningCampaign)),
  runningCount: Schema.optionalKey(Schema.Int),
  /** Next in line in the campaigns that send. */
  waiting: Schema.optionalKey(Schema.Int),
  /** Held until the hours of where they live allow a text, from `from` on. */
  held: Schema.optionalKey(Schema.Struct({ people: Schema.Int, from: Schema.NullOr(Instant) })),
  nextSends: Schema.optionalKey(Schema.Array(NextSend)),
  lastImport: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ listName: Schema.String, on: Instant, people: Schema.Int })),
  ),
  appointments: Schema.optionalKey(AppointmentsToday),
  /** Absent once a campaign was launched. */
  firstSteps: Schema.optionalKey(FirstSteps),
  needsYou: Schema.Array(NeededAct),
}).annotate({ identifier: "Dashboard" })
export type Dashboard = typeof Dashboard.Type
