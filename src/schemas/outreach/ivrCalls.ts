import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Schema } from "effect"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import { KeepIvrTest, RemoveIvrTest } from "./callTest.ts"
import { Ivr, IvrSummary, IvrVersions, SaveIvr } from "./ivr.ts"
import { recordingCalls } from "./recordingCalls.ts"
import { recordingLimits, Sound } from "./sound.ts"
import { templateList } from "./template.ts"
import { testCallCalls } from "./testCallCalls.ts"

/** The calls of the contract's Outreach group, about call flows; they are published, retired and deleted as templates are. */
export class OutreachGroup extends HttpApiGroup.make("Outreach")
  .add(
    HttpApiEndpoint.get("GetIvrList", "/GetIvrList", {
      query: listQuery(templateList),
      success: Reply(Schema.Array(IvrSummary)),
    }).annotate(OpenApi.Summary, "Lists the call flows."),
    HttpApiEndpoint.get("GetIvr", "/GetIvr", {
      query: { temphashedId: HashedId },
      success: Reply(Ivr),
    }).annotate(OpenApi.Summary, "Gives one call flow."),
    HttpApiEndpoint.get("GetIvrVersions", "/GetIvrVersions", {
      query: { temphashedId: HashedId },
      success: Reply(IvrVersions),
    }).annotate(OpenApi.Summary, "Lists the versions of a call flow and what happened to it."),
    HttpApiEndpoint.post("SaveIvr", "/SaveIvr", {
      headers: versionedHeaders,
      payload: SaveIvr,
      success: Reply(Ivr),
    }).annotate(OpenApi.Summary, "Makes a call flow or writes its next version."),
    HttpApiEndpoint.post("KeepIvrTest", "/KeepIvrTest", {
      headers: versionedHeaders,
      payload: KeepIvrTest,
      success: Reply(Ivr),
    }).annotate(OpenApi.Summary, "Keeps a call as a test of a call flow."),
    HttpApiEndpoint.post("RemoveIvrTest", "/RemoveIvrTest", {
      headers: versionedHeaders,
      payload: RemoveIvrTest,
      success: Done,
    }).annotate(OpenApi.Summary, "Removes a test of a call flow."),
    HttpApiEndpoint.post("UploadAudio", "/UploadAudio", {
      headers: commandHeaders,
      payload: Schema.Struct({}).pipe(
        HttpApiSchema.asMultipartStream({
          maxFileSize: recordingLimits.bytes,
          maxTotalSize: recordingLimits.bytes + 64 * 1024,
        }),
      ),
      success: Reply(Sound),
    }).annotate(OpenApi.Summary, "Takes a recording, as a WAV or an MP3 file."),
    ...recordingCalls,
    ...testCallCalls,
  )
  .middleware(SignedIn)
  .prefix("/Outreach")
  .annotate(OpenApi.Description, "Call flows: what a call says and what its keys do.") {}
