import { describe, expect, it } from "vitest"
import { clockMoves, demoClockMachine } from "#machines/administration/demoClock.machine.ts"
import { notFound } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { after, pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const read = {
  clock: { now: "2026-11-21T15:00:00Z", offsetMillis: 0, zone: "America/New_York" },
  millis: 1_795_273_200_000,
}

const walk = pathsOf(demoClockMachine, {
  events: [
    ...clockMoves.map((move) => ({ type: "move.pressed", move })),
    { type: "feed.changed", thing: "clock", id: "1" },
    { type: "feed.changed", thing: "campaign", id: "1" },
  ],
  outcomes: {
    ask: [{ output: read }, { error: notFound() }, { error: unreachable() }],
    read: [{ output: read }, { error: unreachable() }],
    move: [{ output: read }, { error: unreachable() }],
  },
  key: ({ context }) => [context.ticks, context.clock !== null],
})

describe("the demo clock's chart", () => {
  it("leaves no transition untaken", () => {
    expect(walk.untaken).toEqual([])
  })

  it.each(walk.paths.map((path) => [titleOf(path), path] as const))("reaches %s", (_, path) => {
    expect(runPath(demoClockMachine, path).actor.getSnapshot().value).toEqual(path.snapshot.value)
  })

  it("is absent outside the demo, for good", () => {
    const absent = after(demoClockMachine, [{ type: "xstate.error.actor.ask", error: notFound(), actorId: "ask" }])
    expect(absent.status).toBe("done")
    expect(absent.context.clock).toBeNull()
  })

  it("runs on between two readings and is read again within a minute", () => {
    const showing = walk.states.filter((snapshot) => snapshot.matches("showing"))
    expect(Math.max(...showing.map(({ context }) => context.ticks))).toBe(11)
    const ticked = after(demoClockMachine, [
      { type: "xstate.done.actor.ask", output: read, actorId: "ask" },
      ...Array.from({ length: 12 }, () => ({ type: "xstate.after.tick.demoClock.showing" })),
    ])
    expect(ticked.value).toBe("reading")
    expect(ticked.context.millis - read.millis).toBe(60_000)
  })
})
