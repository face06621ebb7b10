import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { Done, listQuery, PageQuery, Reply } from "../reply.ts"
import {
  campaignList,
  CampaignCheck,
  Campaign,
  CampaignDetail,
  ChangeState,
  CreateCampaign,
  CreationOutcome,
  Recipient,
  RecipientState,
  Sender,
} from "./campaign.ts"

/** The calls of campaigns (docs/specification.md#calls). */
export class CampaignGroup extends HttpApiGroup.make("Campaign")
  .add(
    HttpApiEndpoint.get("GetCampaigns", "/GetCampaigns", {
      query: listQuery(campaignList),
      success: Reply(Schema.Array(Campaign)),
    }),
    HttpApiEndpoint.get("GenerateId", "/GenerateId", {
      query: { type: Schema.Literals(["Campaign", "Template", "Company"]) },
      success: Reply(Schema.Struct({ id: Schema.Int })),
    }),
    HttpApiEndpoint.get("GetSenders", "/GetSenders", { success: Reply(Schema.Array(Sender)) }),
    HttpApiEndpoint.post("CheckCampaign", "/CheckCampaign", { payload: CreateCampaign, success: Reply(CampaignCheck) }),
    HttpApiEndpoint.post("CreateCampaign", "/CreateCampaign", {
      headers: commandHeaders,
      payload: CreateCampaign,
      success: Reply(CreationOutcome),
    }),
    HttpApiEndpoint.get("GetCampaignDetail", "/GetCampaignDetail", {
      query: { campaignHashedId: HashedId },
      success: Reply(CampaignDetail),
    }),
    HttpApiEndpoint.get("GetRecipients", "/GetRecipients", {
      query: { campaignHashedId: HashedId, state: Schema.optionalKey(RecipientState), ...PageQuery },
      success: Reply(Schema.Array(Recipient)),
    }),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeState,
      success: Reply(Campaign),
    }),
    HttpApiEndpoint.delete("DeleteCampaign", "/DeleteCampaign", {
      headers: versionedHeaders,
      query: { campaignHashedId: HashedId, campaignType: Schema.Literals(["SMS", "IVR", "MSIC"]) },
      success: Done,
    }),
  )
  .middleware(SignedIn)
  .prefix("/Campaign") {}
