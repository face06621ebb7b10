import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { Reply } from "../reply.ts"
import { RecordingDetail, RecordingId } from "./callRecording.ts"

const query = { recordingId: RecordingId }

/** The calls of the Outreach group about what people recorded in calls. */
export const recordingCalls = [
  HttpApiEndpoint.get("GetRecording", "/GetRecording", { query, success: Reply(RecordingDetail) }).annotate(
    OpenApi.Summary,
    "Says who made a recording, in which call, and how long it is kept.",
  ),
  HttpApiEndpoint.get("HearRecording", "/HearRecording", {
    query,
    success: HttpApiSchema.StreamUint8Array({ contentType: "audio/wav" }),
  }).annotate(OpenApi.Summary, "Gives a recording as a WAV file, while it is kept."),
] as const

/** The calls about recordings alone, for pages that hear them and know nothing of call flows. */
export class RecordingGroup extends HttpApiGroup.make("Outreach")
  .add(...recordingCalls)
  .middleware(SignedIn)
  .prefix("/Outreach") {}
