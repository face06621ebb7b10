import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { Done, Reply } from "../reply.ts"
import { LoginGroup } from "../session/loginCalls.ts"
import { Notice, ReadNotices } from "./notice.ts"

/** The login call and those of notices, which every page makes (docs/policy.md#notices). */
export class NoticeGroup extends LoginGroup.add(
  HttpApiEndpoint.get("GetNotices", "/User/GetNotices", { success: Reply(Schema.Array(Notice)) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists what one is told of, the newest first."),
  HttpApiEndpoint.post("ReadNotices", "/User/ReadNotices", {
    headers: commandHeaders,
    payload: ReadNotices,
    success: Done,
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Marks notices as read."),
) {}
