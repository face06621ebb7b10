import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { HashedId, numberInQuery } from "../ids.ts"
import { Done, listQuery, PageQuery, Reply } from "../reply.ts"
import { JourneyEnd } from "./ladder.ts"
import { LadderCheck } from "./ladderCheck.ts"
import { WayKey } from "./ladderWays.ts"
import {
  ChangeMultiCampaignState,
  ChooseVariant,
  Journey,
  LadderProgress,
  LadderSimulation,
  MultiCampaign,
  MultiCampaignDetail,
  multiCampaignList,
  SaveMultiCampaign,
  SimulateLadder,
  StepChoices,
} from "./multiCampaign.ts"

/** The calls of multi-campaigns (docs/policy.md#multi-campaigns). */
export class MultiCampaignGroup extends HttpApiGroup.make("MultiCampaign")
  .add(
    HttpApiEndpoint.get("GetMultiCampaigns", "/GetMultiCampaigns", {
      query: listQuery(multiCampaignList),
      success: Reply(Schema.Array(MultiCampaign)),
    }).annotate(OpenApi.Summary, "Lists the multi-campaigns."),
    HttpApiEndpoint.get("GetSmsIvrList", "/GetSmsIvrList", {
      success: Reply(StepChoices),
    }).annotate(
      OpenApi.Summary,
      "Lists the published templates and call flows that a step can send, and counts those that are not offered.",
    ),
    HttpApiEndpoint.get("GetMultiCampaignDetail", "/GetMultiCampaignDetail", {
      query: { hashedId: HashedId },
      success: Reply(MultiCampaignDetail),
    }).annotate(OpenApi.Summary, "Gives one multi-campaign with its numbers and its history."),
    HttpApiEndpoint.post("SaveMultiCampaign", "/SaveMultiCampaign", {
      headers: versionedHeaders,
      payload: SaveMultiCampaign,
      success: Reply(MultiCampaign),
    }).annotate(
      OpenApi.Summary,
      "Makes a multi-campaign, or changes one; of a running one the steps for those who come to them later.",
    ),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeMultiCampaignState,
      success: Reply(MultiCampaign),
    }).annotate(
      OpenApi.Summary,
      "Launches or submits, confirms, returns to draft, pauses, resumes or cancels a multi-campaign.",
    ),
    HttpApiEndpoint.post("ChooseVariant", "/ChooseVariant", {
      headers: versionedHeaders,
      payload: ChooseVariant,
      success: Reply(MultiCampaign),
    }).annotate(OpenApi.Summary, "Sends one text of a test to everyone else, before it is judged."),
    HttpApiEndpoint.delete("DeleteMultiCampaign", "/DeleteMultiCampaign", {
      headers: versionedHeaders,
      query: { hashedId: HashedId },
      success: Done,
    }).annotate(OpenApi.Summary, "Deletes a multi-campaign that sends nothing any more."),
    HttpApiEndpoint.get("GetCounts", "/GetCounts", {
      query: { hashedId: HashedId },
      success: Reply(LadderProgress),
    }).annotate(OpenApi.Summary, "Counts the people of a multi-campaign by step and state."),
    HttpApiEndpoint.get("GetJourneys", "/GetJourneys", {
      query: {
        hashedId: HashedId,
        /** The step that they came to last. */
        stepId: Schema.optionalKey(numberInQuery(999)),
        endedAs: Schema.optionalKey(JourneyEnd),
        /** The steps that someone who has ended got. */
        way: Schema.optionalKey(WayKey),
        ...PageQuery,
      },
      success: Reply(Schema.Array(Journey)),
    }).annotate(OpenApi.Summary, "Lists the people of a multi-campaign: where each is, why, and what comes next."),
    HttpApiEndpoint.post("CheckLadder", "/CheckLadder", {
      payload: Schema.Struct({ hashedId: HashedId }),
      success: Reply(LadderCheck),
    }).annotate(
      OpenApi.Summary,
      "Says who would get each step of a multi-campaign, who would not and why, and what it takes; nothing is sent.",
    ),
    HttpApiEndpoint.post("SimulateLadder", "/SimulateLadder", {
      payload: SimulateLadder,
      success: Reply(LadderSimulation),
    }).annotate(OpenApi.Summary, "Lets a sample of real people go through a ladder by chance; nothing is sent."),
  )
  .middleware(SignedIn)
  .prefix("/MultiCampaign")
  .annotate(OpenApi.Description, "Multi-campaigns: texts and calls in steps to the people of one list.") {}
