import { flowsMachine } from "#machines/administration/flows.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that the flows page hears of the charts that run next to it, of its address and of the server. */
export const flowsWalk: ChartWalk = {
  machine: flowsMachine,
  input: { search: {} },
  events: [
    {
      type: "charts.moved",
      runs: [
        {
          run: "session@1",
          chart: "session",
          within: null,
          states: ["person.signedIn.current", "interaction.none"],
          knownFrom: 0,
          endedAt: null,
        },
        { run: "list@2", chart: "reading", within: "campaigns", states: ["ready.settled"], knownFrom: 1, endedAt: 4 },
      ],
      steps: [
        {
          run: "session@1",
          chart: "session",
          event: "leave.pressed",
          left: [],
          entered: [],
          guards: [{ guard: "mayLeave", answer: false }],
          taken: false,
          at: 3,
          number: 43,
        },
        {
          run: "list@2",
          chart: "reading",
          event: "read done",
          left: ["loading"],
          entered: ["ready.settled"],
          guards: [
            { guard: "hasMore", answer: false },
            { guard: "isSame", answer: true },
          ],
          taken: true,
          at: 2,
          number: 42,
        },
        {
          run: "session@1",
          chart: "session",
          event: "tick",
          left: [],
          entered: [],
          guards: [],
          taken: true,
          at: 1,
          number: 41,
        },
      ],
    },
    { type: "url.changed", search: { chart: "campaign", search: "flu", of: "17" } },
    { type: "url.changed", search: { chart: "import" } },
    { type: "url.changed", search: { chart: "reading", run: "list@2", step: "2", events: "all" } },
    { type: "feed.changed", thing: "campaign", id: "AbsentAbsentAbsent0000" },
  ],
  key: ({ context }) => [context.runs.length, context.search],
}
