import { helpMachine } from "#machines/session/help.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Everything that can happen to the help. */
export const helpWalk: ChartWalk = {
  machine: helpMachine,
  events: [
    { type: "help.pressed", chapter: "what-you-may-do" },
    { type: "chapter.asked", chapter: "write-the-text" },
    { type: "help.closed" },
    { type: "chapter.chosen", chapter: "report" },
    { type: "text.changed", text: "export" },
  ],
}
