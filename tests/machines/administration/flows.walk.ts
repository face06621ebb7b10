import { flowsMachine } from "#machines/administration/flows.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that the flows page hears of the charts that run beside it. */
export const flowsWalk: ChartWalk = {
  machine: flowsMachine,
  input: { search: {} },
  events: [
    { type: "charts.moved", running: [{ chart: "session", states: ["person.signedIn.current", "interaction.none"] }] },
    {
      type: "transition.taken",
      taken: { chart: "toasts", event: "toast.shown", from: "screen.empty", to: "screen.full" },
    },
  ],
  key: ({ context }) => [context.running.length, Math.min(context.taken.length, 2)],
}
