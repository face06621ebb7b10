import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Language } from "../administration/companyDraft.ts"
import { SignedIn } from "../caller.ts"
import { HashedId } from "../ids.ts"
import { Reply } from "../reply.ts"

/** A value of one filter that occurs, by its name. */
const Choice = Schema.Struct({ hashedId: HashedId, name: Schema.String })

/** The values that a report can be narrowed to: those that occur. */
export const ReportChoices = Schema.Struct({
  languages: Schema.Array(Language),
  templates: Schema.Array(Schema.Struct({ ...Choice.fields, versions: Schema.Array(Schema.Int) })),
  multiCampaigns: Schema.Array(
    Schema.Struct({ ...Choice.fields, steps: Schema.Array(Schema.Struct({ step: Schema.Int, name: Schema.String })) }),
  ),
  /** None without the right to see appointments. */
  locations: Schema.Array(Choice),
}).annotate({ identifier: "ReportChoices" })
export type ReportChoices = typeof ReportChoices.Type

/** The calls of the Report group about what a report may be narrowed to. */
export const reportChoiceCalls = [
  HttpApiEndpoint.get("GetReportChoices", "/GetReportChoices", { success: Reply(ReportChoices) }).annotate(
    OpenApi.Summary,
    "Lists the languages, versions, steps and locations that a report may be narrowed to.",
  ),
] as const

/** These calls alone, for the pages that narrow a report. */
export class ReportChoiceGroup extends HttpApiGroup.make("Report")
  .add(...reportChoiceCalls)
  .middleware(SignedIn)
  .prefix("/Report") {}
