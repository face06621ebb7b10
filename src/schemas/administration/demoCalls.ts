import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { SerialFromString } from "../ids.ts"
import { Reply } from "../reply.ts"
import { ActOnCall, DemoClock, Handset, HandsetSummary, MoveClock, SearchHandsets, SendReply } from "./demo.ts"
import { History, WatchedThing } from "./history.ts"

/** Answers only in the demo (docs/architecture.md#demo): the movable clock, the phones of the simulated carrier, and histories for the flows page. */
export class DemoGroup extends HttpApiGroup.make("Demo")
  .add(
    HttpApiEndpoint.get("GetClock", "/GetClock", { success: Reply(DemoClock) }).annotate(
      OpenApi.Summary,
      "Gives the time of the demo.",
    ),
    HttpApiEndpoint.post("MoveClock", "/MoveClock", { payload: MoveClock, success: Reply(DemoClock) }).annotate(
      OpenApi.Summary,
      "Moves the time of the demo.",
    ),
    HttpApiEndpoint.get("GetHandsets", "/GetHandsets", { success: Reply(Schema.Array(HandsetSummary)) }).annotate(
      OpenApi.Summary,
      "Lists the phones of the simulated carrier.",
    ),
    HttpApiEndpoint.post("SearchHandsets", "/SearchHandsets", {
      payload: SearchHandsets,
      success: Reply(Schema.Array(HandsetSummary)),
    }).annotate(OpenApi.Summary, "Finds phones of the simulated carrier by name or number."),
    HttpApiEndpoint.post("GetHandset", "/GetHandset", {
      payload: Schema.Struct({ phone: Schema.String }),
      success: Reply(Handset),
    }).annotate(
      OpenApi.Summary,
      "Gives one simulated phone with its texts and calls, and keeps it in the hand for ten seconds.",
    ),
    HttpApiEndpoint.post("SendReply", "/SendReply", { payload: SendReply, success: Reply(Handset) }).annotate(
      OpenApi.Summary,
      "Writes a reply on a simulated phone.",
    ),
    HttpApiEndpoint.post("ActOnCall", "/ActOnCall", { payload: ActOnCall, success: Reply(Handset) }).annotate(
      OpenApi.Summary,
      "Answers, declines or hangs up a call on a simulated phone, or presses a key.",
    ),
    HttpApiEndpoint.get("GetHistory", "/GetHistory", {
      query: { thing: WatchedThing, id: SerialFromString },
      success: Reply(History),
    }).annotate(OpenApi.Summary, "Gives the steps of one thing through its lifecycle."),
  )
  .middleware(SignedIn)
  .prefix("/Demo")
  .annotate(OpenApi.Description, "What only the demo answers: its clock and its phones.") {}
