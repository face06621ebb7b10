import { reportLinkMachine } from "#machines/reporting/reportLink.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { LinkedReport } from "#schemas/reporting/savedView.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Where a mailed link leads. */
export const sampleLinked: LinkedReport = { search: {}, startDate: "2026-11-14", endDate: "2026-11-20" }

/** What is said of a link whose days are over. */
export const expiredLink = problem("NotFound", "This link has expired: it worked for 7 days.")

/** Everything that can happen to a mailed link. */
export const reportLinkWalk: ChartWalk = {
  machine: reportLinkMachine,
  input: { search: { tab: "link" } },
  events: [{ type: "retry.pressed" }],
  outcomes: {
    open: [
      { output: sampleLinked },
      { error: expiredLink },
      { error: problem("Forbidden", "This link leads to a report of another company.") },
      { error: unreachable() },
    ],
  },
}
