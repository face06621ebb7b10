import { createActor, SimulatedClock } from "xstate"
import { describe, expect, it } from "vitest"
import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import { toastMillis } from "#schemas/constants.ts"
import { pathsOf } from "#tests/support/paths.ts"

const toast = (id: string): Toast => ({ id, intent: "success", text: `Toast ${id}`, at: "2026-11-21T09:00:00Z" })
const shown = (id: string) => ({ type: "toast.shown" as const, toast: toast(id) })

describe("toasts", () => {
  it("leave no transition untaken", () => {
    const walk = pathsOf(toastsMachine, {
      events: [
        shown("a"),
        { type: "toast.closed", id: "a" },
        { type: "list.opened" },
        { type: "list.closed" },
        { type: "list.cleared" },
      ],
      key: ({ context }) => [context.shown.length > 0, context.past.length > 0],
    })
    expect(walk.untaken).toEqual([])
  })

  it("close themselves after 3,000 ms each, none lost in a burst, and stay in the list", () => {
    const clock = new SimulatedClock()
    const actor = createActor(toastsMachine, { clock }).start()
    actor.send(shown("a"))
    clock.increment(1_000)
    actor.send(shown("b"))
    actor.send(shown("c"))
    const ids = () => actor.getSnapshot().context.shown.map(({ id }) => id)
    expect(ids()).toEqual(["a", "b", "c"])
    clock.increment(toastMillis - 1_001)
    expect(ids()).toEqual(["a", "b", "c"])
    clock.increment(1)
    expect(ids()).toEqual(["b", "c"])
    actor.send({ type: "toast.closed", id: "c" })
    expect(ids()).toEqual(["b"])
    clock.increment(1_000)
    expect(ids()).toEqual([])
    expect(actor.getSnapshot().context.past.map(({ id }) => id)).toEqual(["c", "b", "a"])
  })
})
