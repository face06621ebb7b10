import { sendTo, setup, type SnapshotFrom } from "xstate"
import { commandMachine, type CommandInput } from "#machines/session/command.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { changesReplies, type PageEvent } from "#machines/session/page.ts"
import type { RunningCampaign } from "#schemas/reporting/report.ts"

export type DashboardEvent = PageEvent | { readonly type: "pause.pressed"; readonly campaign: RunningCampaign }

/** Pausing can be undone, so it is not asked about. */
const pauseOf = (event: unknown): CommandInput<"pause", RunningCampaign> => ({
  verb: "pause",
  subject: (event as { readonly campaign: RunningCampaign }).campaign,
})

/** The home page: what goes on, refreshed whenever anything changes on the server, and the replies that wait. */
export const dashboardMachine = setup({
  types: { events: {} as DashboardEvent },
  actors: { dashboard: readingMachine, replies: readingMachine, command: commandMachine },
  guards: { changesReplies },
  actions: {
    refresh: sendTo("dashboard", { type: "feed.changed" }),
    reread: sendTo("dashboard", { type: "refresh.pressed" }),
    refreshReplies: sendTo("replies", { type: "feed.changed" }),
  },
}).createMachine({
  id: "dashboard",
  initial: "showing",
  invoke: [
    { id: "dashboard", src: "dashboard", input: { params: {} } },
    { id: "replies", src: "replies", input: { params: {} } },
  ],
  on: {
    "feed.changed": [{ guard: "changesReplies", actions: ["refresh", "refreshReplies"] }, { actions: "refresh" }],
  },
  states: {
    showing: {
      description: "Shows the sections the person may see and what needs them.",
      meta: { heading: "dashboard.title", actions: [] },
      on: { "pause.pressed": "pausing" },
    },
    pausing: {
      description: "A running campaign is being paused; the page stays usable.",
      meta: { heading: "dashboard.title", actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => pauseOf(event),
        onDone: { target: "showing", actions: "reread" },
      },
    },
  },
})

export type DashboardSnapshot = SnapshotFrom<typeof dashboardMachine>
