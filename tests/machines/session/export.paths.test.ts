import { createActor, fromPromise, SimulatedClock } from "xstate"
import { describe, expect, it } from "vitest"
import { exportMachine } from "#machines/session/export.machine.ts"
import { exportAgainSeconds } from "#schemas/constants.ts"
import { queued, requested } from "./export.walk.ts"

describe("the export chart", () => {
  it("asks for the same file again while it is queued, and ends once it is left", async () => {
    const clock = new SimulatedClock()
    const asked: Array<object> = []
    const download = fromPromise<string, object>(({ input }) => {
      asked.push(input)
      return Promise.reject(queued)
    })
    const actor = createActor(exportMachine.provide({ actors: { download } }), { clock, input: requested }).start()
    await expect.poll(() => actor.getSnapshot().value).toBe("queued")
    expect(actor.getSnapshot().context.queue).toBe(queued.message)
    clock.increment(exportAgainSeconds * 1_000)
    expect(asked).toEqual([requested.request, requested.request])
    actor.send({ type: "export.left" })
    expect([actor.getSnapshot().status, actor.getSnapshot().value]).toEqual(["done", "left"])
    clock.increment(exportAgainSeconds * 1_000)
    expect(asked).toHaveLength(2)
  })
})
