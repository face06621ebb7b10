import { Schema } from "effect"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import { CampaignId, ListId, SenderId, TemplateId, noneOf } from "#schemas/ids.ts"
import { CampaignRecord, CampaignState } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of a campaign; numbers of people are next to it in `campaign_counts`. */
export const CampaignRow = Schema.Struct({
  ...CampaignRecord.fields,
  state: Schema.Union([CampaignState, Schema.Literal("reserved")]),
})
export type CampaignRow = typeof CampaignRow.Type

const initialRow: CampaignRow = {
  campaignId: noneOf(CampaignId),
  campaignType: "SMS",
  name: "",
  purpose: "Survey",
  templateId: noneOf(TemplateId),
  templateVersion: 0,
  listId: noneOf(ListId),
  senderId: noneOf(SenderId),
  state: "reserved",
  startAt: null,
  createdOn: "",
  launchedOn: null,
  endedOn: null,
}

/** Campaigns by id; a name is taken once in its company and type until its campaign is deleted (docs/policy.md#campaigns). */
export const campaignProjection: Projection<CampaignRow, CampaignEvent> = {
  category: "campaign",
  version: 1,
  row: CampaignRow,
  initialRow,
  evolve: (row, event, { at }) => {
    const next = { ...row, state: campaignTable.next(row.state, event._tag) ?? row.state }
    switch (event._tag) {
      case "CampaignCreated": {
        const { _tag, ...campaign } = event
        return { ...next, ...campaign, createdOn: at }
      }
      case "CampaignRevised": {
        const { _tag, ...settled } = event
        return { ...next, ...settled }
      }
      case "CampaignRescheduled":
        return { ...next, startAt: event.startAt }
      case "CampaignLaunched":
        return { ...next, launchedOn: at }
      case "CampaignCompleted":
      case "CampaignCancelled":
        return { ...next, endedOn: at }
      default:
        return next
    }
  },
  keys: ({ state, campaignType, name }) => ({
    state,
    uniqueKey: state === "deleted" ? null : `${campaignType}:${name.toLowerCase()}`,
  }),
}
