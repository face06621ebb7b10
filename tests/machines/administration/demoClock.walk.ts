import { clockMoves, demoClockMachine } from "#machines/administration/demoClock.machine.ts"
import { notFound } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** The demo clock as read. */
export const clockRead = {
  clock: { now: "2026-11-21T15:00:00Z", offsetMillis: 0, zone: "America/New_York" },
  millis: 1_795_273_200_000,
}

/** Everything that can happen to the demo clock. */
export const demoClockWalk: ChartWalk = {
  machine: demoClockMachine,
  events: [
    ...clockMoves.map((move) => ({ type: "move.pressed", move })),
    { type: "feed.changed", thing: "clock", id: "1" },
    { type: "feed.changed", thing: "campaign", id: "1" },
  ],
  outcomes: {
    ask: [{ output: clockRead }, { error: notFound() }, { error: unreachable() }],
    read: [{ output: clockRead }, { error: unreachable() }],
    move: [{ output: clockRead }, { error: unreachable() }],
  },
  key: ({ context }) => [context.ticks, context.clock !== null],
}
