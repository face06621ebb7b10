import { describe, expect, it } from "vitest"
import { globalRulesMachine, losesRulesChanges } from "#machines/administration/globalRules.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { globalRulesWalk } from "./globalRules.walk.ts"

const walk = pathsOf(globalRulesMachine, globalRulesWalk)

describe("the chart of the rules for all companies", () => {
  it("asks before changes are lost, and only then", () => {
    const asking = walk.states.filter((snapshot) => snapshot.matches({ writing: "asking" }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of asking) expect(losesRulesChanges(snapshot as never)).toBe(true)
  })

  it("reads again what the server has, after every save", () => {
    const saved = walk.paths.filter(({ events }) => events.at(-1)?.type === "xstate.done.actor.form")
    expect(saved.length).toBeGreaterThan(0)
    for (const { snapshot } of saved) expect(snapshot.matches("opening")).toBe(true)
  })
})
