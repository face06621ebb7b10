import { pickerMachine } from "#machines/session/picker.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the list or the calendar of a field. */
export const pickerWalk: ChartWalk = {
  machine: pickerMachine,
  events: [
    { type: "opened", at: "2026-11-23" },
    { type: "pointed", at: "2026-11-24" },
    { type: "searched", text: "east", at: "America/New_York" },
    { type: "closed" },
  ],
  key: ({ context }) => [context.at, context.text],
}
