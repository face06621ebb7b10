import { dashboardMachine } from "#machines/reporting/dashboard.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen on the home page. */
export const dashboardWalk: ChartWalk = {
  machine: dashboardMachine,
  events: [{ type: "feed.changed", thing: "campaign", id: "x" }],
}
