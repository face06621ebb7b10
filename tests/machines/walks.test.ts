import { describe, expect, it } from "vitest"
import { setup, type AnyStateMachine } from "xstate"
import { machinesIn } from "#tests/support/chartFaults.ts"
import { pathsOf, runPath } from "#tests/paths/paths.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { unwalked } from "#tests/paths/unwalked.ts"

const charts = Object.entries(import.meta.glob<object>("/src/machines/**/*.{machine,lifecycle}.ts", { eager: true }))
const walks = Object.entries(import.meta.glob<object>("./**/*.walk.ts", { eager: true })).flatMap(([file, module]) =>
  Object.entries(module)
    .filter((one): one is [string, ChartWalk] => typeof one[1] === "object" && "machine" in one[1])
    .map(([name, walk]) => ({ title: `${name} of ${file}`, walk })),
)
const machines: ReadonlyArray<readonly [file: string, machine: AnyStateMachine]> = charts.flatMap(([file, module]) =>
  machinesIn(module).map((machine) => [file.replace("/src/machines/", ""), machine] as const),
)
const lifecycles = Object.fromEntries(
  machines.filter(([file]) => file.endsWith(".lifecycle.ts")).map(([file, { id }]) => [id, file]),
)
const walksOf = (machine: AnyStateMachine): ReadonlyArray<ChartWalk> => {
  const own = walks.map(({ walk }) => walk).filter((walk) => walk.machine.id === machine.id)
  // A lifecycle is states and transitions only, so its own events walk it.
  return own.length === 0 && machine.id in lifecycles ? [{ machine }] : own
}

describe("the walks", () => {
  it.each(machines)("take every transition and see every guard refuse: %s", (_, machine) => {
    expect(unwalked(machine, walksOf(machine))).toEqual([])
  })

  it.each(walks.map(({ title, walk }) => [title, walk] as const))(
    "lead along paths that a running chart follows: %s",
    (_, walk) => {
      const { paths } = pathsOf(walk.machine, walk)
      for (const path of paths) {
        const { value, status } = runPath(walk.machine, path, walk.input).actor.getSnapshot()
        expect([status, value]).toEqual([path.snapshot.status, path.snapshot.value])
      }
    },
  )

  it("walk charts that exist", () => {
    const known = new Set(machines.map(([, { id }]) => id))
    expect(walks.filter(({ walk }) => !known.has(walk.machine.id)).map(({ title }) => title)).toEqual([])
  })
})

describe("the gate", () => {
  const lamp = setup({ types: { events: {} as { type: "pressed" } | { type: "broken" } } }).createMachine({
    id: "lamp",
    initial: "off",
    states: { off: { on: { pressed: "on", broken: "dark" } }, on: { on: { pressed: "off" } }, dark: {} },
  })
  const walk: ChartWalk = { machine: lamp, events: [{ type: "pressed" }, { type: "broken" }] }

  it("names a chart that nobody walks", () => {
    expect(unwalked(lamp, [])).toEqual(['no *.walk.ts in tests/machines exports a walk of "lamp"'])
  })

  it("names a transition that no walk takes, and lets several walks share a chart", () => {
    const gentle = { ...walk, events: [{ type: "pressed" }] }
    expect(unwalked(lamp, [gentle])).toEqual(["lamp.off broken #0"])
    expect(unwalked(lamp, [gentle, { ...walk, events: [{ type: "broken" }] }])).toEqual([])
  })

  it("names an event of a walk that no state of the chart hears", () => {
    const stale = { ...walk, events: [...(walk.events ?? []), { type: "presed" }] }
    expect(unwalked(lamp, [stale])).toEqual(["lamp never hears presed 2 of its walk"])
  })
})
