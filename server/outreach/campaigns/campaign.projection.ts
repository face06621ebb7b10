import { campaignTable } from "#machines/lifecycles/tables.ts"
import type { CampaignState, CampaignType } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of a campaign; numbers of people are next to it in `campaign_counts`. */
export type CampaignRow = {
  readonly campaignId: number
  readonly campaignType: CampaignType
  readonly name: string
  readonly purpose: Purpose
  readonly templateId: number
  readonly templateVersion: number
  readonly listId: number
  readonly senderId: number
  readonly state: CampaignState | "reserved"
  readonly startAt: string | null
  readonly createdOn: string
  readonly launchedOn: string | null
  readonly endedOn: string | null
}

const initialRow: CampaignRow = {
  campaignId: 0,
  campaignType: "SMS",
  name: "",
  purpose: "Survey",
  templateId: 0,
  templateVersion: 0,
  listId: 0,
  senderId: 0,
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
  initialRow,
  evolve: (row, event, { at }) => {
    const next = { ...row, state: campaignTable.next(row.state, event._tag) ?? row.state }
    switch (event._tag) {
      case "CampaignCreated": {
        const { _tag, ...campaign } = event
        return { ...next, ...campaign, createdOn: at }
      }
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
