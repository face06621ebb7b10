import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ActivityEntry,
  ActivityFileQuery,
  ActivityPerson,
  ActivityQuery,
  LogProof,
} from "../administration/activity.ts"
import { SignedIn } from "../caller.ts"
import { Reply } from "../reply.ts"
import { ReportedPeopleQuery, ReportedPerson } from "./reportedPeople.ts"
import { reportQuestion } from "./reportQuestion.ts"
import { Dashboard, ExportRequest, fileContentTypes, FileType, Report, ReportedCampaign } from "./report.ts"

/** The calls of the Report group for Home, reports and the activity log. */
export const reportCalls = [
  HttpApiEndpoint.get("GetDashboard", "/GetDashboard", { success: Reply(Dashboard) }).annotate(
    OpenApi.Summary,
    "Gives the figures of today.",
  ),
  HttpApiEndpoint.get("GetReport", "/GetReport", {
    query: reportQuestion,
    success: Reply(Report),
  }).annotate(OpenApi.Summary, "Gives the figures of one campaign or of all, for some days."),
  HttpApiEndpoint.get("GetReportedPeople", "/GetReportedPeople", {
    query: ReportedPeopleQuery,
    success: Reply(Schema.Array(ReportedPerson)),
  }).annotate(OpenApi.Summary, "Lists the people behind a number of a report, and what became of their texts."),
  HttpApiEndpoint.get("GetReportedCampaigns", "/GetReportedCampaigns", {
    success: Reply(Schema.Array(ReportedCampaign)),
  }).annotate(OpenApi.Summary, "Lists the campaigns that a report may be about."),
  HttpApiEndpoint.get("GetActivityLog", "/GetActivityLog", {
    query: ActivityQuery,
    success: Reply(Schema.Array(ActivityEntry)),
  }).annotate(OpenApi.Summary, "Lists who did what and when, the newest first."),
  HttpApiEndpoint.get("DownloadActivity", "/DownloadActivity", {
    query: ActivityFileQuery,
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  }).annotate(OpenApi.Summary, "Gives who did what and when as a file, the newest first."),
  HttpApiEndpoint.get("GetActivityPeople", "/GetActivityPeople", {
    success: Reply(Schema.Array(ActivityPerson)),
  }).annotate(OpenApi.Summary, "Lists the people of the company, to narrow the log to one of them."),
  HttpApiEndpoint.get("CheckLog", "/CheckLog", { success: Reply(LogProof) }).annotate(
    OpenApi.Summary,
    "Checks whether the newest entries of the log are as they were chained.",
  ),
  HttpApiEndpoint.post("DownloadExportData", "/DownloadExportData", {
    query: { type: FileType },
    payload: ExportRequest,
    success: HttpApiSchema.StreamUint8Array({ contentType: Object.values(fileContentTypes) }),
  }).annotate(OpenApi.Summary, "Gives the rows behind a report as a file."),
] as const

/** The calls of reports but for those of past exports, which only the page that lists them loads. */
export class ReportGroup extends HttpApiGroup.make("Report")
  .add(...reportCalls)
  .middleware(SignedIn)
  .prefix("/Report") {}
