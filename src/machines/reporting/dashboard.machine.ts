import { sendTo, setup, type SnapshotFrom } from "xstate"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { PageEvent } from "#machines/session/page.ts"

/** The home page: one reading, refreshed whenever anything changes on the server. */
export const dashboardMachine = setup({
  types: { events: {} as PageEvent },
  actors: { dashboard: readingMachine },
  actions: { refresh: sendTo("dashboard", { type: "feed.changed" }) },
}).createMachine({
  id: "dashboard",
  initial: "showing",
  invoke: { id: "dashboard", src: "dashboard", input: { params: {} } },
  states: {
    showing: {
      description: "Shows the cards the person may see and what needs them.",
      meta: { heading: "dashboard.title", actions: [] },
      on: { "feed.changed": { actions: "refresh" } },
    },
  },
})

export type DashboardSnapshot = SnapshotFrom<typeof dashboardMachine>
