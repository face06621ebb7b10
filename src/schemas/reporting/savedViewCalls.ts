import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { Done, Reply } from "../reply.ts"
import { DeleteSavedView, LinkedReport, OpenReportLink, ReportReader, SavedView, SaveSavedView } from "./savedView.ts"

/** The calls of the Report group about views that were saved, and the links that are mailed of them. */
export const savedViewCalls = [
  HttpApiEndpoint.get("GetSavedViews", "/GetSavedViews", { success: Reply(Schema.Array(SavedView)) }).annotate(
    OpenApi.Summary,
    "Lists the saved views of reports by name, with the days they show today and when they are mailed next.",
  ),
  HttpApiEndpoint.get("GetReportReaders", "/GetReportReaders", {
    success: Reply(Schema.Array(ReportReader)),
  }).annotate(OpenApi.Summary, "Lists the people of the company who may see its reports, and so may be mailed one."),
  HttpApiEndpoint.post("SaveSavedView", "/SaveSavedView", {
    headers: versionedHeaders,
    payload: SaveSavedView,
    success: Reply(SavedView),
  }).annotate(OpenApi.Summary, "Saves a view of a report, new or changed, with when it is mailed and who receives it."),
  HttpApiEndpoint.post("DeleteSavedView", "/DeleteSavedView", {
    headers: versionedHeaders,
    payload: DeleteSavedView,
    success: Done,
  }).annotate(OpenApi.Summary, "Deletes a saved view; links that were mailed of it no longer work."),
  HttpApiEndpoint.post("OpenReportLink", "/OpenReportLink", {
    payload: OpenReportLink,
    success: Reply(LinkedReport),
  }).annotate(OpenApi.Summary, "Says which report a mailed link leads to, while the link works."),
] as const

/** These calls alone, for the pages of saved views. */
export class SavedViewGroup extends HttpApiGroup.make("Report")
  .add(...savedViewCalls)
  .middleware(SignedIn)
  .prefix("/Report") {}
