import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { Reply } from "../reply.ts"
import { PreviewQuickText, QuickChoices, QuickPreview, QuickSent, SendQuickText } from "./quickSend.ts"

/** The calls of texts to one person or a handful. */
export class QuickSendGroup extends HttpApiGroup.make("QuickSend")
  .add(
    HttpApiEndpoint.get("GetQuickChoices", "/GetQuickChoices", { success: Reply(QuickChoices) }).annotate(
      OpenApi.Summary,
      "Lists the published texts and the numbers that one person can be texted with.",
    ),
    HttpApiEndpoint.post("PreviewQuickText", "/PreviewQuickText", {
      payload: PreviewQuickText,
      success: Reply(QuickPreview),
    }).annotate(OpenApi.Summary, "Shows a text as each of some people would get it now, or why they would not."),
    HttpApiEndpoint.post("SendQuickText", "/SendQuickText", {
      headers: commandHeaders,
      payload: SendQuickText,
      success: Reply(QuickSent),
    }).annotate(OpenApi.Summary, "Sends a text to one person or a handful, and says what becomes of it."),
  )
  .middleware(SignedIn)
  .prefix("/QuickSend")
  .annotate(OpenApi.Description, "Texts to one person or a handful.") {}
