import { setup } from "xstate"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import type { CampaignState } from "#schemas/outreach/campaign.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** The life of a campaign. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). */
export const campaignLifecycle = setup({
  types: { events: {} as { type: CampaignEvent["_tag"] } },
}).createMachine({
  id: "campaign",
  initial: "reserved",
  states: {
    reserved: {
      description: "The id is reserved; nothing is saved yet.",
      on: { CampaignCreated: "draft" },
    },
    draft: {
      description: "Created and checked; no one has been sent anything.",
      on: {
        CampaignRevised: "draft",
        CampaignSubmitted: "unconfirmed",
        CampaignScheduled: "scheduled",
        CampaignLaunched: "running",
        CampaignDeleted: "deleted",
      },
    },
    unconfirmed: {
      description: "Has so many people that a second person must confirm it; nothing is sent.",
      on: { CampaignScheduled: "scheduled", CampaignLaunched: "running", CampaignReturned: "draft" },
    },
    scheduled: {
      description: "Waits for its start time, then launches by itself.",
      on: { CampaignRescheduled: "scheduled", CampaignLaunched: "running", CampaignCancelled: "cancelled" },
    },
    running: {
      description: "Sends as fast as its sender may, outside quiet hours.",
      on: { CampaignPaused: "paused", CampaignCompleted: "completed", CampaignCancelled: "cancelled" },
    },
    paused: {
      description: "Nothing new is sent until it is resumed.",
      on: { CampaignResumed: "running", CampaignCancelled: "cancelled" },
    },
    completed: {
      description: "Everyone was sent to, excluded or failed.",
      on: { CampaignDeleted: "deleted" },
    },
    cancelled: {
      description: "Stopped by a person; what was not sent stays unsent.",
      on: { CampaignDeleted: "deleted" },
    },
    deleted: {
      description: "Gone from the lists; the record of sends remains.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const campaignTable: LifecycleTable<CampaignState | "reserved", CampaignEvent["_tag"]> =
  compileLifecycle(campaignLifecycle)
