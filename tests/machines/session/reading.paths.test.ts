import { describe, expect, it } from "vitest"
import { transition } from "xstate"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const firstPage = { output: { data: ["a", "b"], next: "after-b" } }
const lastPage = { output: { data: ["c"], next: null } }
const failing = { error: unreachable() }

const walk = (keeps: boolean) =>
  pathsOf(readingMachine, {
    input: { params: { search: "x" }, keeps },
    events: [
      { type: "params.changed", params: null },
      { type: "params.changed", params: { search: "x" } },
      { type: "params.changed", params: { search: "y" } },
      { type: "feed.changed" },
      { type: "refresh.pressed" },
      { type: "retry.pressed" },
      { type: "more.pressed" },
    ],
    outcomes: { read: [firstPage, failing], refresh: [firstPage, lastPage, failing], extend: [lastPage, failing] },
    key: ({ context }) => [
      context.params,
      context.data?.length,
      context.next,
      context.problem !== null,
      context.changedMeanwhile,
    ],
  })

const list = walk(true)
const detail = walk(false)
const nothing = pathsOf(readingMachine, {
  input: { params: null },
  events: [{ type: "params.changed", params: { id: "1" } }],
})

describe("the reading chart", () => {
  it("leaves no transition untaken, as a list, as a detail and with nothing chosen", () => {
    expect(list.untaken.filter((one) => detail.untaken.includes(one) && nothing.untaken.includes(one))).toEqual([])
  })

  it.each(list.paths.map((path) => [titleOf(path), path] as const))("as a list reaches %s", (_, path) => {
    const { actor } = runPath(readingMachine, path, { params: { search: "x" }, keeps: true })
    expect(actor.getSnapshot().value).toEqual(path.snapshot.value)
  })

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

  it("shows data in every ready state, and a problem exactly when the last read failed", () => {
    const all = [...list.states, ...detail.states]
    expect(all.filter((snapshot) => snapshot.matches("ready") && snapshot.context.data === null)).toEqual([])
    for (const snapshot of all) {
      expect(snapshot.context.problem !== null).toBe(snapshot.matches("failed") || snapshot.matches({ ready: "stale" }))
    }
  })
})
