import { describe, expect, it } from "vitest"
import { transition, type AnyEventObject } from "xstate"
import { readingMachine } from "#machines/session/reading.machine.ts"
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

  it("shows data in every ready state, and a problem exactly when the last read failed", () => {
    const all = [...list.states, ...detail.states]
    expect(all.filter((snapshot) => snapshot.matches("ready") && snapshot.context.data === null)).toEqual([])
    for (const snapshot of all) {
      expect(snapshot.context.problem !== null).toBe(snapshot.matches("failed") || snapshot.matches({ ready: "stale" }))
    }
  })
})
