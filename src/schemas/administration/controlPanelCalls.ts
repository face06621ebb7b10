import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { Reply } from "../reply.ts"
import { Role } from "./company.ts"
import { GlobalSettings, GlobalSettingsReply } from "./globalSettings.ts"

/** The calls of the control panel: what rights there are, and what holds for all companies. */
export class ControlPanelGroup extends HttpApiGroup.make("ControlPanel")
  .add(
    HttpApiEndpoint.get("GetRoles", "/GetRoles", { success: Reply(Schema.Array(Role)) }).annotate(
      OpenApi.Summary,
      "Lists the rights that people can be given.",
    ),
    HttpApiEndpoint.get("GetGlobalSettings", "/GetGlobalSettings", { success: Reply(GlobalSettingsReply) }).annotate(
      OpenApi.Summary,
      "Gives what holds for all companies.",
    ),
    HttpApiEndpoint.post("SaveGlobalSettings", "/SaveGlobalSettings", {
      headers: versionedHeaders,
      payload: GlobalSettings,
      success: Reply(GlobalSettingsReply),
    }).annotate(OpenApi.Summary, "Changes what holds for all companies."),
  )
  .middleware(SignedIn)
  .prefix("/ControlPanel")
  .annotate(OpenApi.Description, "What holds for all companies.") {}
