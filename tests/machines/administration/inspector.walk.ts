import type { ContextFrom } from "xstate"
import { inspectorMachine } from "#machines/administration/inspector.machine.ts"
import type { Inspected } from "#schemas/administration/inspection.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const definition = JSON.stringify({
  id: "door",
  initial: "shut",
  states: { shut: { on: { pushed: "open" } }, open: {} },
})

const received = (step: Inspected) => ({ type: "step.received", step })

/** Every step the inspector receives of a chart, and choosing one. */
export const inspectorWalk: ChartWalk = {
  machine: inspectorMachine,
  events: [
    received({
      type: "@xstate.actor",
      sessionId: "door@1",
      name: "door",
      definition,
      snapshot: { status: "active", value: "shut", context: { coins: 1 } },
    }),
    received({ type: "@xstate.event", sessionId: "door@1", event: { type: "pushed" } }),
    received({
      type: "@xstate.snapshot",
      sessionId: "door@1",
      snapshot: { status: "done", value: "open", context: {} },
    }),
    { type: "run.chosen", run: "door@1" },
    { type: "stately.pressed" },
    { type: "window.blocked" },
    { type: "window.closed" },
  ],
  key: ({ context }) => {
    const { runs, chosen } = context as ContextFrom<typeof inspectorMachine>
    return [chosen, runs.map((run) => [run.states, run.running, run.definition !== "", Math.min(run.heard.length, 1)])]
  },
}
