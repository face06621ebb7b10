import { describe, expect, it } from "vitest"
import { demoClockMachine } from "#machines/administration/demoClock.machine.ts"
import { notFound } from "#schemas/problem.ts"
import { clockRead, demoClockWalk } from "./demoClock.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(demoClockMachine, demoClockWalk)

describe("the demo clock's chart", () => {
  it("is absent outside the demo, for good", () => {
    const absent = after(demoClockMachine, [{ type: "xstate.error.actor.ask", error: notFound(), actorId: "ask" }])
    expect(absent.status).toBe("done")
    expect(absent.context.clock).toBeNull()
  })

  it("runs on between two readings and is read again within a minute", () => {
    const showing = walk.states.filter((snapshot) => snapshot.matches("showing"))
    expect(Math.max(...showing.map(({ context }) => context.ticks))).toBe(11)
    const ticked = after(demoClockMachine, [
      { type: "xstate.done.actor.ask", output: clockRead, actorId: "ask" },
      ...Array.from({ length: 12 }, () => ({ type: "xstate.after.tick.demoClock.showing" })),
    ])
    expect(ticked.value).toBe("reading")
    expect(ticked.context.millis - clockRead.millis).toBe(60_000)
  })
})
