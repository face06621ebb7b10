import { describe, expect, it } from "vitest"
import { globalRulesMachine, losesRulesChanges } from "#machines/administration/globalRules.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { globalRulesWalk } from "./globalRules.walk.ts"

const steps = pathsOf(globalRulesMachine, globalRulesWalk).paths.flatMap((path) => path.steps)

describe("the chart of the rules for all companies", () => {
  it("asks before changes are lost, and only then", () => {
    const asked = steps.filter(
      ({ event, snapshot }) => event.type === "leave.asked" && snapshot.matches({ writing: "asking" }),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const { snapshot } of asked) expect(losesRulesChanges(snapshot as never)).toBe(true)
  })

  it("reads again what the server has, after every save", () => {
    const saved = steps.filter(({ event }) => event.type === "xstate.done.actor.form")
    expect(saved.length).toBeGreaterThan(0)
    for (const { snapshot } of saved) expect(snapshot.matches("opening")).toBe(true)
  })
})
