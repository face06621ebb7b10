import { createActor, SimulatedClock } from "xstate"
import { describe, expect, it } from "vitest"
import { stackOf, toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import { toastMillis } from "#schemas/constants.ts"

const toast = (id: string): Toast => ({ id, intent: "success", text: `Toast ${id}`, at: "2026-11-21T09:00:00Z" })
const shown = (id: string) => ({ type: "toast.shown" as const, toast: toast(id) })

const running = () => {
  const clock = new SimulatedClock()
  const actor = createActor(toastsMachine, { clock }).start()
  return {
    clock,
    actor,
    ids: () => actor.getSnapshot().context.shown.map(({ id }) => id),
    past: () => actor.getSnapshot().context.past.map(({ id }) => id),
  }
}

describe("toasts", () => {
  it("close themselves after 3,000 ms each, none lost in a burst, and stay in the list", () => {
    const { clock, actor, ids, past } = running()
    actor.send(shown("a"))
    clock.increment(1_000)
    actor.send(shown("b"))
    actor.send(shown("c"))
    expect(ids()).toEqual(["a", "b", "c"])
    clock.increment(toastMillis - 1_001)
    expect(ids()).toEqual(["a", "b", "c"])
    clock.increment(1)
    expect(ids()).toEqual(["b", "c"])
    actor.send({ type: "toast.closed", id: "c" })
    expect(ids()).toEqual(["b"])
    clock.increment(1_000)
    expect(ids()).toEqual([])
    expect(past()).toEqual(["c", "b", "a"])
  })

  it("wait while someone points at them, and have their 3,000 ms again after that", () => {
    const { clock, actor, ids } = running()
    actor.send(shown("a"))
    clock.increment(2_000)
    actor.send({ type: "stack.held" })
    clock.increment(60_000)
    actor.send(shown("b"))
    clock.increment(60_000)
    expect(ids()).toEqual(["a", "b"])
    actor.send({ type: "stack.released" })
    clock.increment(toastMillis - 1)
    expect(ids()).toEqual(["a", "b"])
    clock.increment(1)
    expect(ids()).toEqual([])
  })

  it("are undone once, from the toast alone, and gone then; the list of past ones offers it no more", () => {
    const undone: Array<string> = []
    const machine = toastsMachine.provide({
      actions: { undo: ({ event }) => void (event.type === "toast.undone" && undone.push(event.id)) },
    })
    const actor = createActor(machine, { clock: new SimulatedClock() }).start()
    actor.send({ type: "toast.shown", toast: { ...toast("a"), canUndo: true } })
    expect(actor.getSnapshot().context.past).toEqual([toast("a")])
    actor.send({ type: "stack.held" })
    actor.send({ type: "toast.undone", id: "a" })
    expect(undone).toEqual(["a"])
    expect([actor.getSnapshot().context.shown, actor.getSnapshot().value]).toEqual([
      [],
      { stack: "running", list: "closed" },
    ])
  })

  it("have their 3,000 ms again after a short look, too", () => {
    const { clock, actor, ids } = running()
    actor.send(shown("a"))
    clock.increment(2_000)
    actor.send({ type: "stack.held" })
    clock.increment(500)
    actor.send({ type: "stack.released" })
    clock.increment(toastMillis - 1)
    expect(ids()).toEqual(["a"])
    clock.increment(1)
    expect(ids()).toEqual([])
  })

  it("are not held for ever by a pointer whose toast was closed under it", () => {
    const { clock, actor, ids } = running()
    actor.send(shown("a"))
    actor.send(shown("b"))
    actor.send({ type: "stack.held" })
    actor.send({ type: "toast.closed", id: "a" })
    clock.increment(toastMillis)
    expect(ids()).toEqual([])
  })

  it("stand four at a time; the list has the others of a burst", () => {
    const { actor, past } = running()
    const burst = Array.from({ length: 10 }, (_, index) => `toast-${index}`)
    for (const id of burst) actor.send(shown(id))
    const { drawn, more } = stackOf(actor.getSnapshot())
    expect(drawn.map(({ id }) => id)).toEqual(burst.slice(-4))
    expect(more).toBe(6)
    expect(past()).toEqual(burst.toReversed())
  })

  it("leave the screen when the list that has them opens, even while someone points at them", () => {
    const { clock, actor, ids, past } = running()
    actor.send(shown("a"))
    actor.send({ type: "stack.held" })
    actor.send({ type: "list.opened" })
    expect([ids(), past()]).toEqual([[], ["a"]])
    actor.send(shown("b"))
    clock.increment(toastMillis)
    expect(ids()).toEqual([])
  })

  it("are forgotten with the session, running clocks and open list included", () => {
    const { clock, actor, ids, past } = running()
    actor.send({ type: "list.opened" })
    actor.send(shown("a"))
    actor.send({ type: "session.ended" })
    expect([ids(), past()]).toEqual([[], []])
    expect(actor.getSnapshot().matches({ list: "closed" })).toBe(true)
    actor.send(shown("a"))
    clock.increment(toastMillis - 1)
    expect(ids()).toEqual(["a"])
  })

  it("take what a reload left behind below what came since", () => {
    const { actor, past } = running()
    actor.send(shown("new"))
    actor.send({ type: "past.restored", past: [toast("old")] })
    expect(past()).toEqual(["new", "old"])
  })
})
