import { describe, expect, it } from "vitest"
import { assign, createMachine, fromPromise, setup } from "xstate"
import { chartFaults, machinesIn } from "#tests/support/chartFaults.ts"

const modules = import.meta.glob<object>("/src/machines/**/*.{machine,lifecycle}.ts", { eager: true })
const charts = Object.entries(modules).flatMap(([file, module]) =>
  machinesIn(module).map((machine) => ({ file, machine })),
)

describe("every chart", () => {
  it("is found: one in each file that is named as one", () => {
    expect(charts.map(({ file }) => file)).toEqual(Object.keys(modules))
    expect(charts.length).toBeGreaterThanOrEqual(6)
  })

  it("has an id of its own", () => {
    const ids = charts.map(({ machine }) => machine.id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(charts)("can be read as a picture: $file", ({ machine }) => {
    expect(chartFaults(machine)).toEqual([])
  })
})

describe("a fault in a chart is seen", () => {
  const described = { description: "A state with a caption." }
  const faulty = setup({
    actors: { load: fromPromise(() => Promise.resolve()) },
    guards: { isReady: () => true },
    actions: { note: () => undefined },
    delays: { patience: 10 },
  })

  it("a misspelt target, when the chart is loaded", () => {
    expect(() => createMachine({ id: "x", initial: "one", states: { one: { on: { gone: "tow" } }, two: {} } })).toThrow(
      "tow",
    )
  })

  it.each([
    ["a state without a description", { one: {} }, "description"],
    ["a description that says nothing", { one: { description: "ab" } }, "description"],
    ["a description that is a paragraph", { one: { description: "a".repeat(81) } }, "description"],
    ["a nested state without one", { one: { ...described, initial: "inner", states: { inner: {} } } }, "one.inner"],
    ["a guard in place", { one: { ...described, on: { x: { guard: () => true } } } }, "guards is code"],
    ["an action in place", { one: { ...described, entry: assign({}) } }, "actions is code"],
    [
      "an action in place on the way",
      { one: { ...described, always: { actions: [() => undefined] } } },
      "actions is code",
    ],
    [
      "an action in place after an actor",
      { one: { ...described, invoke: { src: "load", onDone: { actions: assign({}) } } } },
      "actions is code",
    ],
    [
      "an actor in place",
      { one: { ...described, invoke: { src: fromPromise(() => Promise.resolve()) } } },
      "actors is code",
    ],
    ["a delay in numbers", { one: { ...described, after: { 500: {} } } }, "delays have no 500"],
    ["a name that is not declared", { one: { ...described, exit: "nothing" } }, "actions have no nothing"],
  ])("%s", (_, states, fault) => {
    const machine = (faulty.createMachine as (config: object) => ReturnType<typeof createMachine>)({
      id: "x",
      initial: "one",
      states,
    })
    expect(chartFaults(machine).join("\n")).toContain(fault)
  })

  it("and a chart with names and captions has none", () => {
    const machine = faulty.createMachine({
      id: "x",
      initial: "one",
      states: {
        one: {
          ...described,
          entry: "note",
          invoke: { src: "load", onDone: { target: "two", guard: "isReady", actions: ["note"] } },
          after: { patience: "two" },
        },
        two: described,
      },
    })
    expect(chartFaults(machine)).toEqual([])
  })
})
