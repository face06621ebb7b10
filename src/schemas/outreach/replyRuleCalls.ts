import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Reply } from "../reply.ts"
import { ReplyRules, SaveReplyRules, TriedRules, TryReplyRules } from "./replyRule.ts"

/** The calls of reply rules, for the Template group. */
export const replyRuleCalls = [
  HttpApiEndpoint.get("GetReplyRules", "/GetReplyRules", {
    query: { temphashedId: HashedId },
    success: Reply(ReplyRules),
  }).annotate(OpenApi.Summary, "Gives the rules for replies to a template’s texts."),
  HttpApiEndpoint.post("SaveReplyRules", "/SaveReplyRules", {
    headers: versionedHeaders,
    payload: SaveReplyRules,
    success: Reply(ReplyRules),
  }).annotate(OpenApi.Summary, "Writes a template’s next version with other rules for replies."),
  HttpApiEndpoint.post("TryReplyRules", "/TryReplyRules", {
    payload: TryReplyRules,
    success: Reply(TriedRules),
  }).annotate(OpenApi.Summary, "Tries rules on the newest replies to a template’s texts."),
] as const

/** The calls of reply rules alone, for the page that writes them. */
export class ReplyRuleGroup extends HttpApiGroup.make("Template")
  .add(...replyRuleCalls)
  .middleware(SignedIn)
  .prefix("/Template") {}
