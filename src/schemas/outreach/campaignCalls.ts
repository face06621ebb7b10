import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Done, listQuery, PageQuery, Reply, sortBy } from "../reply.ts"
import {
  campaignList,
  Campaign,
  CampaignAudience,
  CampaignDetail,
  ChangeState,
  CreateCampaign,
  CreationOutcome,
  ListRecipients,
  RecipientList,
  RescheduleCampaign,
  ReviseCampaign,
} from "./campaign.ts"
import { Purpose } from "./template.ts"
import { CampaignCheck } from "./campaignCheck.ts"
import { CheckedPerson, GetCheckedPeople } from "./checkedPeople.ts"
import { Recipient, RecipientState } from "./recipient.ts"
import { senderCalls } from "./senderCalls.ts"
import { recipientFilter, recipientList, SearchRecipients } from "./recipientFilter.ts"

/** The page of a campaign's people, and their order. */
const peopleQuery = { sort: sortBy(recipientList.columns), ...PageQuery }

/** The calls of campaigns (docs/specification.md#calls). */
export class CampaignGroup extends HttpApiGroup.make("Campaign")
  .add(
    HttpApiEndpoint.get("GetCampaigns", "/GetCampaigns", {
      query: { ...listQuery(campaignList), purpose: Schema.optionalKey(Purpose) },
      success: Reply(Schema.Array(Campaign)),
    }).annotate(OpenApi.Summary, "Lists the campaigns."),
    HttpApiEndpoint.get("GenerateId", "/GenerateId", {
      query: { type: Schema.Literals(["Campaign", "Template", "Company"]) },
      success: Reply(Schema.Struct({ id: Schema.Int })),
    }).annotate(OpenApi.Summary, "Reserves the number of something that is about to be made."),
    ...senderCalls,
    HttpApiEndpoint.post("CheckCampaign", "/CheckCampaign", {
      payload: CampaignAudience,
      success: Reply(CampaignCheck),
    }).annotate(OpenApi.Summary, "Says who would get a campaign’s text, and what it would cost."),
    HttpApiEndpoint.post("PreviewCampaign", "/PreviewCampaign", {
      payload: CampaignAudience,
      success: Reply(CampaignCheck),
    }).annotate(OpenApi.Summary, "Says the same of the first people of a list, within a second."),
    HttpApiEndpoint.post("GetCheckedPeople", "/GetCheckedPeople", {
      query: PageQuery,
      payload: GetCheckedPeople,
      success: Reply(Schema.Array(CheckedPerson)),
    }).annotate(OpenApi.Summary, "Lists the people whom such a check counts: those left out, and why."),
    HttpApiEndpoint.post("CreateCampaign", "/CreateCampaign", {
      headers: commandHeaders,
      payload: CreateCampaign,
      success: Reply(CreationOutcome),
    }).annotate(OpenApi.Summary, "Makes a campaign."),
    HttpApiEndpoint.post("ReviseCampaign", "/ReviseCampaign", {
      headers: versionedHeaders,
      payload: ReviseCampaign,
      success: Reply(Campaign),
    }).annotate(OpenApi.Summary, "Changes a campaign that is a draft."),
    HttpApiEndpoint.post("RescheduleCampaign", "/RescheduleCampaign", {
      headers: versionedHeaders,
      payload: RescheduleCampaign,
      success: Reply(Campaign),
    }).annotate(OpenApi.Summary, "Lets a scheduled campaign begin at another time."),
    HttpApiEndpoint.get("GetCampaignDetail", "/GetCampaignDetail", {
      query: { campaignHashedId: HashedId },
      success: Reply(CampaignDetail),
    }).annotate(OpenApi.Summary, "Gives one campaign with its numbers and its history."),
    HttpApiEndpoint.get("GetRecipients", "/GetRecipients", {
      query: {
        campaignHashedId: HashedId,
        state: Schema.optionalKey(RecipientState),
        ...recipientFilter,
        ...peopleQuery,
      },
      success: Reply(Schema.Array(Recipient)),
    }).annotate(OpenApi.Summary, "Lists the people of a campaign, what became of their texts, and what they answered."),
    HttpApiEndpoint.post("SearchRecipients", "/SearchRecipients", {
      query: peopleQuery,
      payload: SearchRecipients,
      success: Reply(Schema.Array(Recipient)),
    }).annotate(OpenApi.Summary, "Finds people of a campaign by a part of their name, phone or patient id."),
    HttpApiEndpoint.post("ListFailed", "/ListFailed", {
      headers: commandHeaders,
      payload: ListRecipients,
      success: Reply(RecipientList),
    }).annotate(OpenApi.Summary, "Makes a list of the people whose text failed in a way that another try may mend."),
    HttpApiEndpoint.post("ListNotBooked", "/ListNotBooked", {
      headers: commandHeaders,
      payload: ListRecipients,
      success: Reply(RecipientList),
    }).annotate(OpenApi.Summary, "Makes a list of the people who got the text and have not booked by its link."),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeState,
      success: Reply(Campaign),
    }).annotate(
      OpenApi.Summary,
      "Launches or submits, confirms, returns to draft, pauses, resumes or cancels a campaign.",
    ),
    HttpApiEndpoint.delete("DeleteCampaign", "/DeleteCampaign", {
      headers: versionedHeaders,
      query: { campaignHashedId: HashedId, campaignType: Schema.Literals(["SMS", "IVR", "MSIC"]) },
      success: Done,
    }).annotate(OpenApi.Summary, "Deletes a campaign."),
  )
  .middleware(SignedIn)
  .prefix("/Campaign")
  .annotate(OpenApi.Description, "Texts to the people of a list.") {}
