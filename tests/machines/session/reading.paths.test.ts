import { describe, expect, it } from "vitest"
import {
  assign,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
  transition,
  waitFor,
  type AnyEventObject,
} from "xstate"
import { pauseAt, readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { cancelled, unreachable } from "#schemas/session/problems.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { detailWalk, listWalk } from "./reading.walk.ts"

const list = pathsOf(readingMachine, listWalk)
const detail = pathsOf(readingMachine, detailWalk)

describe("the reading chart", () => {
  it("never shows one thing's data under another's parameters when it does not keep", () => {
    const withoutData = detail.states.filter((snapshot) => snapshot.matches("loading") || snapshot.matches("idle"))
    expect(withoutData.length).toBeGreaterThan(0)
    expect(withoutData.filter(({ context }) => context.data !== null)).toEqual([])
  })

  it("shows each answer even while changes come faster than answers, and then reads again", () => {
    const busy = list.states.filter((snapshot) => snapshot.hasTag("busy") && snapshot.context.changedMeanwhile)
    expect(busy.length).toBeGreaterThan(2)
    for (const snapshot of busy) {
      const read = Object.keys(snapshot.children)[0] ?? ""
      const [next] = transition(readingMachine, snapshot, {
        type: `xstate.done.actor.${read}`,
        output: { data: ["newest"], next: null },
      } as never)
      expect(next.context.data).toContain("newest")
      expect(next.value).toEqual({ ready: "waiting" })
    }
  })

  it("reads again after the next page what had changed before it was asked for", () => {
    const listed = after(
      readingMachine,
      [
        { type: "xstate.done.actor.read", output: { data: ["a", "b"], next: "after-b" } },
        { type: "feed.changed" },
        { type: "more.pressed" },
        { type: "xstate.done.actor.extend", output: { data: ["c"], next: null } },
      ] as ReadonlyArray<AnyEventObject>,
      listWalk.input as object,
    )
    expect(listed.value).toEqual({ ready: "waiting" })
  })

  it("shows data in every ready state, and why the last read failed until one succeeds", () => {
    const all = [...list.states, ...detail.states]
    expect(all.filter((snapshot) => snapshot.matches("ready") && snapshot.context.data === null)).toEqual([])
    const failed = all.filter((snapshot) => snapshot.matches("failed") || snapshot.matches({ ready: "stale" }))
    expect(failed.filter(({ context }) => context.problem === null)).toEqual([])
    const settled = all.filter((snapshot) => snapshot.matches({ ready: "settled" }) || snapshot.matches("idle"))
    expect(settled.filter(({ context }) => context.problem !== null)).toEqual([])
  })
})

const readings = [
  ["for the first time", [], "read"],
  [
    "again",
    [{ type: "xstate.done.actor.read", output: { data: ["a"], next: null } }, { type: "refresh.pressed" }],
    "refresh",
  ],
] as const

/** A reading that failed, on a clock of the test; `ask` hears how often it was read, `open` opens the way. */
const failedReading = async (...problems: ReadonlyArray<Problem>) => {
  const clock = new SimulatedClock()
  const asked: Array<number> = []
  let open = (): void => undefined
  const machine = readingMachine.provide({
    actors: {
      read: fromPromise<ReadOutput, ReadInput>(async () => {
        asked.push(clock.now())
        const problem = problems[asked.length - 1]
        if (problem !== undefined) throw problem
        return { data: ["a"], next: null }
      }),
      way: fromCallback(({ sendBack }) => {
        open = () => sendBack({ type: "way.opened" })
      }),
    },
    actions: { setPause: assign(({ context }) => pauseAt(context, clock.now())) },
  })
  const actor = createActor(machine, { input: { params: {} }, clock })
  actor.start()
  const settled = (): Promise<unknown> => waitFor(actor, (snapshot) => !snapshot.hasTag("busy"))
  await settled()
  return {
    actor,
    asked,
    open: () => open(),
    pass: async (millis: number) => {
      clock.increment(millis)
      await settled()
    },
    settled,
  }
}

describe("a reading whose way to the server failed", () => {
  it.each(readings)("reads %s by itself, each time after a longer wait", (_, before, actor) => {
    const failed = { type: `xstate.error.actor.${actor}`, error: unreachable() }
    const at = after(readingMachine, [...before, failed] as never, { params: {} })
    expect(at.context.pause).toEqual({ millis: 2_000, until: null })
  })

  it("waits longer after each failure, and no longer than a minute", async () => {
    const failures = Array.from({ length: 8 }, unreachable)
    const { asked, pass, actor } = await failedReading(...failures)
    for (const wait of [2, 4, 8, 15, 30, 60, 60, 60]) {
      await pass(wait * 1_000 - 1)
      const before = asked.length
      await pass(1)
      expect(asked.length).toBe(before + 1)
    }
    expect(actor.getSnapshot().context).toMatchObject({ data: ["a"], problem: null, failures: 0, pause: null })
  })

  it("keeps saying why while it tries again, and says until when it waits", async () => {
    const { actor, pass } = await failedReading(unreachable(), unreachable())
    expect(actor.getSnapshot().context).toMatchObject({ problem: unreachable(), pause: { until: 2_000 } })
    actor.send({ type: "retry.pressed" })
    expect(actor.getSnapshot().hasTag("busy")).toBe(true)
    expect(actor.getSnapshot().context.problem).toEqual(unreachable())
    await pass(0)
  })

  it("tries at once when the network is back or someone looks again", async () => {
    const { asked, open, settled } = await failedReading(unreachable())
    open()
    await settled()
    expect(asked).toEqual([0, 0])
  })

  it("asks a server that named a time no sooner than that", async () => {
    const busy = { ...problem("Unavailable", "Busy."), retryAt: new Date(20_000).toISOString() } as Problem
    const { asked, open, pass } = await failedReading(busy)
    open()
    await pass(19_999)
    expect(asked).toEqual([0])
    await pass(1)
    expect(asked).toEqual([0, 20_000])
  })

  it.each([
    ["an absent thing", notFound()],
    ["too many requests", problem("TooManyRequests", "Wait.")],
    ["a defect", problem("Unexpected", "Something went wrong.")],
    ["a call that a person stopped waiting for", cancelled()],
  ])("leaves %s to the person", async (_, refusal) => {
    const { asked, open, pass } = await failedReading(refusal)
    open()
    await pass(600_000)
    expect(asked).toEqual([0])
  })
})
