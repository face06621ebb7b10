import { describe, expect, it } from "vitest"
import { companyEditorMachine, losesCompanyChanges } from "#machines/administration/companyEditor.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { companyEditorWalk } from "./companyEditor.walk.ts"

const walk = pathsOf(companyEditorMachine, companyEditorWalk)

describe("the editor of a company", () => {
  it("asks before changes are lost, and only then", () => {
    const asking = walk.states.filter((snapshot) => snapshot.matches({ writing: "asking" }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of asking) expect(losesCompanyChanges(snapshot as never)).toBe(true)
    const left = walk.paths.filter(({ snapshot }) => snapshot.matches("left"))
    expect(left.map(({ events }) => events.at(-1)?.type)).toContain("leave.asked")
    for (const { steps } of left) {
      const before = steps.at(-2)?.snapshot ?? steps[0]?.snapshot
      if (before === undefined || !before.matches("writing")) continue
      const asked = steps.at(-1)?.event.type === "leave.confirmed"
      expect(losesCompanyChanges(before as never)).toBe(asked)
    }
  })
})
