import { reportedPeopleMachine } from "#machines/reporting/reportedPeople.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the people behind a number of the report. */
export const reportedPeopleWalk: ChartWalk = {
  machine: reportedPeopleMachine,
  input: { search: { people: "sent" } },
  events: [
    { type: "url.changed", search: { people: "sent", from: "2026-01-01" } },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "import", id: "7" },
  ],
  key: ({ context }) => [context.search],
}
