import { describe, expect, it } from "vitest"
import { createMachine, type AnyStateMachine } from "xstate"
import { walkedCharts } from "#tests/paths/charts.ts"
import { coverageOf } from "#tests/paths/coverage/coverage.ts"
import { gateFaults } from "#tests/paths/coverage/gate.ts"
import { playSessions, sessionsFolder } from "#tests/paths/coverage/sessions.ts"

type Part = Record<string, unknown>
const charts = await walkedCharts()

/** A copy that may be changed; the chart's functions stay as they are. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]))
}
const partOf = (config: Part, ...names: ReadonlyArray<string>): Part =>
  names.reduce((part, name) => part[name] as Part, config)

/** What the gate says of the product with one chart broken, by the code and the sessions that `npm run check` uses. */
const gateWith = (id: string, broken: (machine: AnyStateMachine) => AnyStateMachine): ReadonlyArray<string> => {
  const all = charts.map((chart) => {
    if (chart.machine.id !== id) return chart
    const machine = broken(chart.machine)
    return { ...chart, machine, walks: chart.walks.map((one) => ({ ...one, walk: { ...one.walk, machine } })) }
  })
  const sessions = playSessions(sessionsFolder, all)
  const own = all.filter(({ machine }) => machine.id === id)
  const coverages = own.map((chart) => coverageOf(chart, null, sessions.paths.get(id) ?? []))
  return gateFaults({ charts: own, coverages, program: undefined, sessions, reasons: {} })
}
const changed = (change: (config: Part) => void) => (machine: AnyStateMachine) => {
  const config = copyOf(machine.config) as Part
  change(config)
  return createMachine(config as never).provide(machine.implementations as never)
}

/** Where nothing is being done to a template. */
const nothingDone = ["states", "deed", "states", "none"] as const

describe("a chart that is broken on purpose turns the gate red", () => {
  it("and the same chart as it is does not", () => {
    for (const id of ["templates", "command", "newCampaign", "database"])
      expect(gateWith(id, (machine) => machine)).toEqual([])
  })

  it("when a transition is removed: what it led to is never reached, and no one hears its event", () => {
    const faults = gateWith(
      "templates",
      changed((config) => delete partOf(config, ...nothingDone, "on")["delete.pressed"]),
    )
    expect(faults).toContain(
      "No path of the tests takes templates.deed.acting xstate.done.actor.command #1 [isDeleted].",
    )
    expect(faults).toContain("templates never hears delete.pressed 3 of its walk.")
  })

  it("when a transition is removed whose event and target another has, too: a recorded session goes elsewhere", () => {
    const faults = gateWith(
      "command",
      changed((config) => delete partOf(config, "states", "asking", "on")["cancel.pressed"]),
    )
    expect(faults).toEqual([
      expect.stringMatching(
        /^tests\/sessions\/template-edited\/command\.journal\.json: "command" goes elsewhere on the path .*: after step \d+ \(cancel\.pressed\) it is in \{"asking":"ready"\}, not in "cancelled"/,
      ),
    ])
  })

  it("when a target is changed: what should come of the state that was meant is never heard", () => {
    const faults = gateWith(
      "templates",
      changed((config) => {
        partOf(config, ...nothingDone, "on", "publish.pressed")["target"] = "none"
      }),
    )
    expect(faults).toContain("templates never hears xstate.done.actor.command 0 of its walk.")
  })

  it("when a target is changed to a state that is reached anyway: a recorded session goes elsewhere", () => {
    const faults = gateWith(
      "database",
      changed((config) => {
        partOf(config, "states", "working", "states", "uploading", "invoke", "onError")["target"] = "mapping"
        partOf(config, "states", "working", "states", "starting", "invoke", "onDone")["target"] = "mapping"
      }),
    )
    expect(faults.join()).toMatch(
      /import\/database\.journal\.json: "database" goes elsewhere .*xstate\.done\.actor\.run/,
    )
  })

  it("when a guard is inverted", () => {
    const inverted = (machine: AnyStateMachine) => {
      const asked = machine.implementations.guards["hasEligible"] as (...given: ReadonlyArray<unknown>) => boolean
      const guards = {
        ...machine.implementations.guards,
        hasEligible: (...given: ReadonlyArray<unknown>) => !asked(...given),
      }
      return machine.provide({ guards } as never)
    }
    expect(gateWith("newCampaign", inverted).join()).toMatch(
      /newCampaign\.journal\.json: "newCampaign" goes elsewhere .*xstate\.done\.actor\.check/,
    )
  })
})
