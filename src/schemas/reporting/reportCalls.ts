import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ActivityEntry, ActivityQuery } from "../administration/activity.ts"
import { SignedIn } from "../caller.ts"
import { DateOnly, HashedId } from "../ids.ts"
import { Reply } from "../reply.ts"
import { Dashboard, ExportRequest, fileContentTypes, FileType, Report, ReportedCampaign } from "./report.ts"

/** The calls of Home, reports and the activity log. */
export class ReportGroup extends HttpApiGroup.make("Report")
  .add(
    HttpApiEndpoint.get("GetDashboard", "/GetDashboard", { success: Reply(Dashboard) }),
    HttpApiEndpoint.get("GetReport", "/GetReport", {
      query: {
        campaignHashedId: Schema.optionalKey(HashedId),
        startDate: Schema.optionalKey(DateOnly),
        endDate: Schema.optionalKey(DateOnly),
      },
      success: Reply(Report),
    }),
    HttpApiEndpoint.get("GetReportedCampaigns", "/GetReportedCampaigns", {
      success: Reply(Schema.Array(ReportedCampaign)),
    }),
    HttpApiEndpoint.get("GetActivityLog", "/GetActivityLog", {
      query: ActivityQuery,
      success: Reply(Schema.Array(ActivityEntry)),
    }),
    HttpApiEndpoint.post("DownloadExportData", "/DownloadExportData", {
      query: { type: FileType },
      payload: ExportRequest,
      success: HttpApiSchema.StreamUint8Array({ contentType: Object.values(fileContentTypes) }),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Report") {}
