import { reportMachine } from "#machines/reporting/report.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { exportEnded } from "../session/export.walk.ts"

/** Everything that can happen on the report page. */
export const reportWalk: ChartWalk = {
  machine: reportMachine,
  input: { search: {} },
  events: [
    { type: "export.pressed", fileType: "csv", layout: null },
    { type: "export.pressed", fileType: "xlsx", layout: null },
    { type: "url.changed", search: { campaign: "abcdefghijklmnopqrstuv", from: "2026-01-01" } },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "import", id: "7" },
  ],
  outcomes: exportEnded,
  key: ({ context }) => [context.search],
}
