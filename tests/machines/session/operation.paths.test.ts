import { describe, expect, it } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { operationMachine, type OperationInput } from "#machines/session/operation.machine.ts"
import { foreignAnswer, signInAgain, unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { operationWalk } from "./operation.walk.ts"

const { paths, places } = pathsOf(operationMachine, operationWalk)
const walked = [...paths, ...places]

describe("the operation chart", () => {
  it("tries again once after a 401, never twice", () => {
    for (const { events } of walked) {
      const attempts = events.filter(({ type }) => /actor\.(run|retry)$/.test(type)).length
      const refreshes = events.filter(({ type }) => type.endsWith("actor.refresh")).length
      expect(attempts).toBeLessThanOrEqual(2)
      expect(refreshes).toBeLessThanOrEqual(1)
    }
  })

  it("ends no session because of what stands on the way to the sign-in service", () => {
    for (const passing of [unreachable(), foreignAnswer(429), foreignAnswer(503), unexpectedAnswer()]) {
      const events = [
        { type: "xstate.error.actor.run", error: signInAgain(), actorId: "x" },
        { type: "xstate.error.actor.refresh", error: passing, actorId: "x" },
      ]
      const failed = after(operationMachine, events, operationWalk.input)
      expect(failed.value).toBe("failed")
      expect(failed.context.problem).toEqual(passing)
    }
  })

  it("ends the session when the second attempt is refused as well", () => {
    const refused = { error: signInAgain(), actorId: "x" }
    const events = [
      { type: "xstate.error.actor.run", ...refused },
      { type: "xstate.done.actor.refresh", output: undefined },
      { type: "xstate.error.actor.retry", ...refused },
    ]
    expect(after(operationMachine, events, operationWalk.input).value).toBe("signedOut")
  })

  it("makes both attempts with the same input", async () => {
    const sent: Array<unknown> = []
    const run = fromPromise<unknown, OperationInput>(({ input }) => {
      sent.push(input)
      return sent.length === 1 ? Promise.reject(signInAgain()) : Promise.resolve("done")
    })
    const chart = operationMachine.provide({ actors: { run, refresh: fromPromise<void>(() => Promise.resolve()) } })
    const input = { input: "a template" }
    const actor = createActor(chart, { input }).start()
    await waitFor(actor, ({ status }) => status === "done")
    expect(sent).toEqual([input, input])
  })
})
