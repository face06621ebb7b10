import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { SerialFromString } from "../ids.ts"
import { Reply } from "../reply.ts"
import { DemoClock, Handset, HandsetSummary, MoveClock, SearchHandsets, SendReply } from "./demo.ts"
import { History, WatchedThing } from "./history.ts"

/** Answers only in the demo (docs/architecture.md#demo): the movable clock, the phones of the simulated carrier, and histories for the flows page. */
export class DemoGroup extends HttpApiGroup.make("Demo")
  .add(
    HttpApiEndpoint.get("GetClock", "/GetClock", { success: Reply(DemoClock) }),
    HttpApiEndpoint.post("MoveClock", "/MoveClock", { payload: MoveClock, success: Reply(DemoClock) }),
    HttpApiEndpoint.get("GetHandsets", "/GetHandsets", { success: Reply(Schema.Array(HandsetSummary)) }),
    HttpApiEndpoint.post("SearchHandsets", "/SearchHandsets", {
      payload: SearchHandsets,
      success: Reply(Schema.Array(HandsetSummary)),
    }),
    HttpApiEndpoint.post("GetHandset", "/GetHandset", {
      payload: Schema.Struct({ phone: Schema.String }),
      success: Reply(Handset),
    }),
    HttpApiEndpoint.post("SendReply", "/SendReply", { payload: SendReply, success: Reply(Handset) }),
    HttpApiEndpoint.get("GetHistory", "/GetHistory", {
      query: { thing: WatchedThing, id: SerialFromString },
      success: Reply(History),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Demo") {}
