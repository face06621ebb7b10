import { describe, expect, it } from "vitest"
import { operationMachine } from "#machines/session/operation.machine.ts"
import { problem } from "#schemas/problem.ts"
import { signInAgain, unreachable } from "#schemas/session/problems.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const input = { input: { id: 1 }, commandId: "command-1" }
const calls = [
  { output: "done" },
  { error: signInAgain() },
  { error: unreachable() },
  { error: problem("Invalid", "Not so.") },
]

const walk = pathsOf(operationMachine, {
  input,
  events: [{ type: "cancel.pressed" }],
  outcomes: {
    run: calls,
    retry: calls,
    refresh: [{ output: undefined }, { error: signInAgain() }, { error: unreachable() }],
  },
  key: ({ context }) => [context.output, context.problem?.problem],
})

describe("the operation chart", () => {
  it("leaves no transition untaken", () => {
    expect(walk.untaken).toEqual([])
  })

  it.each(walk.paths.map((path) => [titleOf(path), path] as const))("reaches %s", (_, path) => {
    expect(runPath(operationMachine, path, input).actor.getSnapshot().value).toEqual(path.snapshot.value)
  })

  it("tries again once after a 401, never twice", () => {
    for (const { events } of walk.paths) {
      const attempts = events.filter(({ type }) => /actor\.(run|retry)$/.test(type)).length
      const refreshes = events.filter(({ type }) => type.endsWith("actor.refresh")).length
      expect(attempts).toBeLessThanOrEqual(2)
      expect(refreshes).toBeLessThanOrEqual(1)
    }
  })

  it("ends no session because the sign-in service cannot be reached", () => {
    const events = [
      { type: "xstate.error.actor.run", error: signInAgain(), actorId: "x" },
      { type: "xstate.error.actor.refresh", error: unreachable(), actorId: "x" },
    ]
    const { actor } = runPath(operationMachine, { events, snapshot: walk.states[0] as never }, input)
    expect(actor.getSnapshot().value).toBe("failed")
    expect(actor.getSnapshot().context.problem).toEqual(unreachable())
  })

  it("ends the session when the second attempt is refused as well", () => {
    const refused = { error: signInAgain(), actorId: "x" }
    const events = [
      { type: "xstate.error.actor.run", ...refused },
      { type: "xstate.done.actor.refresh", output: undefined },
      { type: "xstate.error.actor.retry", ...refused },
    ]
    const { actor } = runPath(operationMachine, { events, snapshot: walk.states[0] as never }, input)
    expect(actor.getSnapshot().value).toBe("signedOut")
  })

  it("keeps one command id over both attempts", () => {
    for (const { snapshot } of walk.paths) expect(snapshot.context.commandId).toBe("command-1")
  })
})
