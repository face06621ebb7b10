import { Schema } from "effect"
import { multiCampaignTable } from "#machines/lifecycles/multiCampaign.lifecycle.ts"
import { ListId, noneOf } from "#schemas/ids.ts"
import {
  MultiCampaignFacts,
  MultiCampaignId,
  MultiCampaignState,
  StepCampaign,
  type MultiCampaignEvent,
} from "#schemas/outreach/multiCampaign.ts"
import { TestAnswer } from "#schemas/outreach/variants.ts"
import type { Projection } from "#server/decider.ts"
import { campaignsAfter, factsAfter } from "./multiCampaign.decider.ts"
import { answersAfter } from "./variants.rule.ts"

/** The read model of a multi-campaign; its people stand in `journeys`, their texts and calls with the campaigns of its steps. */
export const MultiCampaignRow = Schema.Struct({
  multiCampaignId: MultiCampaignId,
  ...MultiCampaignFacts.fields,
  state: Schema.Union([MultiCampaignState, Schema.Literal("reserved")]),
  campaigns: Schema.Array(StepCampaign),
  /** The tests of texts that are decided. */
  answers: Schema.optionalKey(Schema.Array(TestAnswer)),
  launchedOn: Schema.NullOr(Schema.String),
  endedOn: Schema.NullOr(Schema.String),
  updatedOn: Schema.String,
})
export type MultiCampaignRow = typeof MultiCampaignRow.Type

const initialRow: MultiCampaignRow = {
  multiCampaignId: noneOf(MultiCampaignId),
  ...{ name: "", purpose: "Survey", listId: noneOf(ListId), startAt: null },
  ...{ steps: [], stops: [], mostTouches: 1, closeAfterMinutes: 0 },
  ...{ state: "reserved", campaigns: [], answers: [], launchedOn: null, endedOn: null, updatedOn: "" },
}

/** Multi-campaigns by id; a name is taken once in its company until its multi-campaign is deleted. */
export const multiCampaignProjection: Projection<MultiCampaignRow, MultiCampaignEvent> = {
  category: "multiCampaign",
  version: 1,
  row: MultiCampaignRow,
  initialRow,
  evolve: (row, event, { at }) => ({
    ...row,
    ...factsAfter(row, event),
    ...(event._tag === "MultiCampaignCreated" ? { multiCampaignId: event.multiCampaignId } : {}),
    campaigns: campaignsAfter(row.campaigns, event),
    answers: answersAfter(row.answers ?? [], event),
    state: multiCampaignTable.next(row.state, event._tag) ?? row.state,
    launchedOn: event._tag === "MultiCampaignLaunched" ? at : row.launchedOn,
    endedOn: event._tag === "MultiCampaignCompleted" || event._tag === "MultiCampaignCancelled" ? at : row.endedOn,
    updatedOn: at,
  }),
  keys: ({ state, name }) => ({ state, uniqueKey: state === "deleted" ? null : name.toLowerCase() }),
}
