import { setup } from "xstate"
import type { MultiCampaignEvent, MultiCampaignState } from "#schemas/outreach/multiCampaign.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** The life of a multi-campaign. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). */
export const multiCampaignLifecycle = setup({
  types: { events: {} as { type: MultiCampaignEvent["_tag"] } },
}).createMachine({
  id: "multiCampaign",
  initial: "reserved",
  states: {
    reserved: {
      description: "Nothing is saved yet.",
      on: { MultiCampaignCreated: "draft" },
    },
    draft: {
      description: "Saved; no one has been sent anything.",
      on: {
        MultiCampaignRevised: "draft",
        MultiCampaignSubmitted: "unconfirmed",
        MultiCampaignScheduled: "scheduled",
        MultiCampaignLaunched: "running",
        MultiCampaignDeleted: "deleted",
      },
    },
    unconfirmed: {
      description: "Has so many people that a second person must confirm it; nothing is sent.",
      on: {
        MultiCampaignScheduled: "scheduled",
        MultiCampaignLaunched: "running",
        MultiCampaignReturned: "draft",
      },
    },
    scheduled: {
      description: "Waits for its start time, then launches by itself.",
      on: { MultiCampaignLaunched: "running", MultiCampaignCancelled: "cancelled" },
    },
    running: {
      description: "Takes each person from step to step.",
      on: {
        LadderChanged: "running",
        VariantsJudged: "running",
        VariantChosen: "running",
        MultiCampaignPaused: "paused",
        MultiCampaignCompleted: "completed",
        MultiCampaignCancelled: "cancelled",
      },
    },
    paused: {
      description: "Nothing new is sent, and no one goes on, until it is resumed.",
      on: {
        LadderChanged: "paused",
        VariantChosen: "paused",
        MultiCampaignResumed: "running",
        MultiCampaignCancelled: "cancelled",
      },
    },
    completed: {
      description: "Everyone has come to an end of the ladder.",
      on: { MultiCampaignDeleted: "deleted" },
    },
    cancelled: {
      description: "Stopped by a person; what was not sent stays unsent.",
      on: { MultiCampaignDeleted: "deleted" },
    },
    deleted: {
      description: "Gone from the lists; the record of sends remains.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const multiCampaignTable: LifecycleTable<MultiCampaignState | "reserved", MultiCampaignEvent["_tag"]> =
  compileLifecycle(multiCampaignLifecycle)
