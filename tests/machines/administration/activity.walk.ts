import { activityMachine } from "#machines/administration/activity.machine.ts"
import { exportEnded } from "../session/export.walk.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the log of activity. */
export const activityWalk: ChartWalk = {
  machine: activityMachine,
  input: { search: { section: "activity" } },
  events: [
    { type: "url.changed", search: { section: "activity", from: "2026-01-01" } },
    { type: "check.pressed" },
    { type: "export.pressed" },
  ],
  outcomes: exportEnded,
  key: ({ context: { search, checks } }) => [search, checks > 0],
}
