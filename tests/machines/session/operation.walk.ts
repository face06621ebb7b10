import { operationMachine } from "#machines/session/operation.machine.ts"
import { problem } from "#schemas/problem.ts"
import { signInAgain, unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const calls = [
  { output: "done" },
  { error: signInAgain() },
  { error: unreachable() },
  { error: problem("Invalid", "Not so.") },
]

/** Everything that can happen to one call of a service. */
export const operationWalk: ChartWalk = {
  machine: operationMachine,
  input: { input: { id: 1 } },
  events: [{ type: "cancel.pressed" }],
  outcomes: {
    run: calls,
    retry: calls,
    refresh: [{ output: undefined }, { error: signInAgain() }, { error: unreachable() }],
  },
  key: ({ context }) => [context.output, context.problem?.problem],
}
