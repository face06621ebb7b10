import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Schema } from "effect"
import { SignedIn } from "../caller.ts"
import { Reply } from "../reply.ts"
import { Sender } from "./sender.ts"

/** The calls of the Campaign group about the numbers of the company. */
export const senderCalls = [
  HttpApiEndpoint.get("GetSenders", "/GetSenders", { success: Reply(Schema.Array(Sender)) }).annotate(
    OpenApi.Summary,
    "Lists the numbers that messages are sent from.",
  ),
] as const

/** The calls about numbers alone, for pages that choose one and know nothing of campaigns. */
export class SenderGroup extends HttpApiGroup.make("Campaign")
  .add(...senderCalls)
  .middleware(SignedIn)
  .prefix("/Campaign") {}
