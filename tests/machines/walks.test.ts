import { describe, expect, it } from "vitest"
import { setup } from "xstate"
import { walkedCharts, walksIn } from "#tests/paths/charts.ts"
import { pathsOf, runPath } from "#tests/paths/paths.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { uncovered } from "#tests/paths/uncovered.ts"

const charts = await walkedCharts()
const walks = (await walksIn()).map(({ name, file, walk }) => ({ title: `${name} of ${file}`, walk }))

describe("the walks", () => {
  it.each(charts)("take every transition and see every guard refuse: $file", ({ machine, walks: own }) => {
    expect(
      uncovered(
        machine,
        own.map(({ walk }) => walk),
      ),
    ).toEqual([])
  })

  it.each(walks.map(({ title, walk }) => [title, walk] as const))(
    "lead along paths that a running chart follows: %s",
    (_, walk) => {
      // Paths that go on are the ones that are played in pages, and the others are their beginnings.
      for (const path of pathsOf(walk.machine, walk, 3).paths) {
        const { value, status } = runPath(walk.machine, path, walk.input).actor.getSnapshot()
        expect([status, value]).toEqual([path.snapshot.status, path.snapshot.value])
      }
    },
  )

  it("walk charts that exist", () => {
    const known = new Set(charts.map(({ machine }) => machine.id))
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

  it("names a chart that no one walks", () => {
    expect(uncovered(lamp, [])).toEqual(['no *.walk.ts in tests/machines exports a walk of "lamp"'])
  })

  it("names a transition that no walk takes, and lets several walks share a chart", () => {
    const gentle = { ...walk, events: [{ type: "pressed" }] }
    expect(uncovered(lamp, [gentle])).toEqual(["lamp.off broken #0"])
    expect(uncovered(lamp, [gentle, { ...walk, events: [{ type: "broken" }] }])).toEqual([])
  })

  it("names an event of a walk that no state of the chart hears", () => {
    const stale = { ...walk, events: [...(walk.events ?? []), { type: "presed" }] }
    expect(uncovered(lamp, [stale])).toEqual(["lamp never hears presed 2 of its walk"])
  })
})
