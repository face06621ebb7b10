import { reportMachine } from "#machines/reporting/report.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { notCsv } from "#tests/support/peopleSamples.ts"

/** What the server says while other files are being made. */
export const queued = problem("Queued", "Other files are being made. Yours is 3rd in the queue.")

/** Everything that can happen on the report page. */
export const reportWalk: ChartWalk = {
  machine: reportMachine,
  input: { search: {} },
  events: [
    { type: "export.pressed", fileType: "csv", layout: null },
    { type: "export.pressed", fileType: "xlsx", layout: null },
    { type: "export.left" },
    { type: "url.changed", search: { campaign: "abcdefghijklmnopqrstuv", from: "2026-01-01" } },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "import", id: "7" },
  ],
  outcomes: { download: [{ output: "report.csv" }, { error: notCsv }, { error: queued }] },
  key: ({ context }) => [context.search, context.asked, context.queue],
}
