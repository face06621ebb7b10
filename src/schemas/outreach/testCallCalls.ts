import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Reply } from "../reply.ts"
import { PlaceTestCall, TestCall, TestCalls } from "./testCall.ts"

/** The calls of the Outreach group by which staff hear a call flow on a phone. */
export const testCallCalls = [
  HttpApiEndpoint.get("GetTestCalls", "/GetTestCalls", {
    query: { temphashedId: HashedId },
    success: Reply(TestCalls),
  }).annotate(OpenApi.Summary, "Gives the numbers that can call, and the person's own last test call."),
  HttpApiEndpoint.post("PlaceTestCall", "/PlaceTestCall", {
    headers: commandHeaders,
    payload: PlaceTestCall,
    success: Reply(TestCall),
  }).annotate(OpenApi.Summary, "Has a call flow call a phone once, as it stands, to be heard there."),
] as const

/** The test calls alone, for the part of a page that makes them. */
export class TestCallGroup extends HttpApiGroup.make("Outreach")
  .add(...testCallCalls)
  .middleware(SignedIn)
  .prefix("/Outreach") {}
