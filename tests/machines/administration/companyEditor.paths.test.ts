import { describe, expect, it } from "vitest"
import { companyEditorMachine, losesCompanyChanges } from "#machines/administration/companyEditor.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { companyEditorWalk } from "./companyEditor.walk.ts"

const walk = pathsOf(companyEditorMachine, companyEditorWalk)

describe("the editor of a company", () => {
  it("asks before changes are lost, and only then", () => {
    const asked = walk.paths
      .flatMap(({ steps }) => steps)
      .filter(({ event, snapshot }) => event.type === "leave.asked" && snapshot.matches({ writing: "asking" }))
    expect(asked.length).toBeGreaterThan(0)
    for (const { snapshot } of asked) expect(losesCompanyChanges(snapshot as never)).toBe(true)
    const left = walk.paths.filter(({ snapshot }) => snapshot.matches("left"))
    expect(left.map(({ events }) => events.at(-1)?.type)).toContain("leave.asked")
    for (const { steps } of left) {
      const before = steps.at(-2)?.snapshot ?? steps[0]?.snapshot
      if (before === undefined || !before.matches("writing")) continue
      if (steps.at(-1)?.event.type === "leave.asked") expect(losesCompanyChanges(before as never)).toBe(false)
    }
  })
})
