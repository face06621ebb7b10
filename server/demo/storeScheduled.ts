import { Effect } from "effect"
import type { CampaignId } from "#schemas/ids.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { insertRows } from "./bulk.ts"
import { createdAs, type CampaignParts } from "./campaignStreams.ts"
import { playCommands } from "./streams.ts"
import type { PlannedCampaign } from "./year.ts"

const runColumns = {
  company_id: "int",
  campaign_id: "int",
  sender_id: "int",
  template_id: "int",
  template_version: "int",
  list_id: "int",
  state: "text",
  start_at: "timestamptz",
} as const

/**
 * Stores what the sending engine knows of a campaign that waits for its start; gives its stream to be stored.
 * @param at when it was scheduled, in milliseconds since 1970
 */
export const storeScheduled = Effect.fn("demo.storeScheduled")(function* (
  campaign: PlannedCampaign,
  campaignId: CampaignId,
  at: number,
  parts: CampaignParts,
) {
  const { companyId, actorId } = parts
  const startAt = new Date(campaign.launchAt).toISOString()
  const created = createdAs(campaign, campaignId, startAt, parts)
  const run = {
    company_id: companyId,
    campaign_id: campaignId,
    sender_id: created.senderId,
    template_id: created.templateId,
    template_version: created.templateVersion,
    list_id: created.listId,
    state: "scheduled",
    start_at: startAt,
  }
  yield* insertRows("campaign_runs", runColumns, [run])
  return playCommands(campaignStream, companyId, campaignId, [
    { at, actorId, command: { _tag: "CreateCampaign", campaign: created } },
    { at, actorId, command: { _tag: "LaunchCampaign", now: new Date(at).toISOString() } },
  ])
})
