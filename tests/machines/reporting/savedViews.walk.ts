import { savedViewsMachine } from "#machines/reporting/savedViews.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleSavedView as saved } from "#tests/support/savedViewSamples.ts"
import { ended } from "../session/command.walk.ts"

const seen = { verb: "delete", subject: saved } as const
const stale = problem("StaleVersion", "Someone changed this first.")

/** Everything that can happen to the list of saved views. */
export const savedViewsWalk: ChartWalk = {
  machine: savedViewsMachine,
  input: { search: { tab: "saved" } },
  events: [
    { type: "delete.pressed", saved },
    { type: "feed.changed", thing: "savedView", id: saved.hashedId },
    { type: "feed.changed", thing: "savedViews", id: "savedViews" },
    { type: "feed.changed", thing: "import", id: "7" },
  ],
  outcomes: {
    command: [
      ended({ ...seen, outcome: "done" }),
      ended({ ...seen, outcome: "refused", problem: stale }),
      ended({ ...seen, outcome: "cancelled" }),
    ],
  },
}
