import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { Done, PageQuery, Reply } from "../reply.ts"
import { exportQuery, PastExport, RemovePastExport } from "./pastExport.ts"
import { fileContentTypes } from "./report.ts"

/** The calls of the Report group about exports that were taken before. */
export const pastExportCalls = [
  HttpApiEndpoint.get("GetPastExports", "/GetPastExports", {
    query: PageQuery,
    success: Reply(Schema.Array(PastExport)),
  }).annotate(OpenApi.Summary, "Lists the exports of people that were taken, the newest first."),
  HttpApiEndpoint.get("DownloadPastExport", "/DownloadPastExport", {
    query: exportQuery,
    success: HttpApiSchema.StreamUint8Array({ contentType: Object.values(fileContentTypes) }),
  }).annotate(OpenApi.Summary, "Gives the file of an export again, as it was taken, while it is kept."),
  HttpApiEndpoint.post("RemovePastExport", "/RemovePastExport", {
    headers: commandHeaders,
    payload: RemovePastExport,
    success: Done,
  }).annotate(OpenApi.Summary, "Removes the file of an export; that it was taken stays in the list."),
] as const

/** These calls alone, for the page of past exports. */
export class PastExportGroup extends HttpApiGroup.make("Report")
  .add(...pastExportCalls)
  .middleware(SignedIn)
  .prefix("/Report") {}
