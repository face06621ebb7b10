import { dashboardMachine } from "#machines/reporting/dashboard.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { sampleRunning } from "#tests/support/reportSamples.ts"
import { ended } from "../session/command.walk.ts"

const paused = { verb: "pause", subject: sampleRunning } as const
const refused = problem("NotAllowedNow", "This campaign is paused.")

/** Everything that can happen on the home page. */
export const dashboardWalk: ChartWalk = {
  machine: dashboardMachine,
  events: [
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "clock", id: "x" },
    { type: "pause.pressed", campaign: sampleRunning },
  ],
  outcomes: {
    command: [ended({ ...paused, outcome: "done" }), ended({ ...paused, outcome: "refused", problem: refused })],
  },
}
