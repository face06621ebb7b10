import { setup } from "xstate"
import type { OutreachRunEvent, OutreachRunState } from "#schemas/scheduling/outreachRun.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/** The life of an outreach run. Event types are the `_tag`s of stored events (docs/architecture.md#lifecycles). */
export const outreachRunLifecycle = setup({
  types: { events: {} as { type: OutreachRunEvent["_tag"] } },
}).createMachine({
  id: "outreachRun",
  initial: "reserved",
  states: {
    reserved: {
      description: "It has a number; nothing is saved yet.",
      on: { OutreachRunCreated: "active" },
    },
    active: {
      description: "On each of its dates a campaign is made and launched.",
      on: {
        OutreachRunRevised: "active",
        OccurrenceSkipped: "active",
        OccurrenceUnskipped: "active",
        OccurrenceLaunched: "active",
        OccurrenceFailed: "active",
        OccurrenceMissed: "active",
        OutreachRunPaused: "paused",
        OutreachRunEnded: "ended",
        OutreachRunDeleted: "deleted",
      },
    },
    paused: {
      description: "Its dates pass; nothing is made up for when it is resumed.",
      on: {
        OutreachRunRevised: "paused",
        OutreachRunResumed: "active",
        OutreachRunEnded: "ended",
        OutreachRunDeleted: "deleted",
      },
    },
    ended: {
      description: "It has ended by its last date or by hand. With other dates it is active again.",
      on: { OutreachRunRevised: "active", OutreachRunDeleted: "deleted" },
    },
    deleted: {
      description: "Gone from the calendar; its campaigns remain.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const outreachRunTable: LifecycleTable<OutreachRunState | "reserved", OutreachRunEvent["_tag"]> =
  compileLifecycle(outreachRunLifecycle)
