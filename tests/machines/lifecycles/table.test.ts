import { createActor, setup } from "xstate"
import { describe, expect, it } from "vitest"
import fc from "fast-check"
import { recipientLifecycle } from "#machines/lifecycles/recipient.lifecycle.ts"
import { compileLifecycle } from "#machines/lifecycles/table.ts"
import { machinesIn } from "#tests/support/chartFaults.ts"

const charts = Object.values(
  import.meta.glob<object>("/src/machines/lifecycles/*.lifecycle.ts", { eager: true }),
).flatMap(machinesIn)

describe("compiled lifecycles", () => {
  it.each(charts.map((chart) => [chart.id, chart] as const))(
    "table and chart agree on random walks: %s",
    (_, chart) => {
      const table = compileLifecycle<string, string>(chart)
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...(chart.events as Array<string>)), { maxLength: 40 }), (types) => {
          const actor = createActor(chart).start()
          let state = table.initial
          for (const type of types) {
            actor.send({ type })
            state = table.next(state, type) ?? state
            expect(state).toBe(actor.getSnapshot().value)
          }
        }),
        { numRuns: 200 },
      )
    },
  )

  it("refuses a chart that is more than states and transitions", () => {
    const timed = setup({}).createMachine({ id: "timed", initial: "a", states: { a: { after: { 5: "b" } }, b: {} } })
    expect(() => compileLifecycle(timed)).toThrow("The lifecycle timed uses after in a")
    const guarded = setup({ guards: { never: () => false } }).createMachine({
      id: "guarded",
      initial: "a",
      states: { a: { on: { go: { guard: "never", target: "b" } } }, b: {} },
    })
    expect(() => compileLifecycle(guarded)).toThrow("has a guard or an action in a")
  })

  it("ends a recipient's life: no fact leads out of an end state backwards", () => {
    const table = compileLifecycle<string, string>(recipientLifecycle)
    expect(table.allowed("optedOut")).toEqual([])
    expect([...table.allowed("delivered")].sort()).toEqual(["RecipientOptedOut", "ReplyReceived"])
  })
})
