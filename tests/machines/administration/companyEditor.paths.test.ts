import { describe, expect, it } from "vitest"
import { companyEditorMachine } from "#machines/administration/companyEditor.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { companyEditorWalk } from "./companyEditor.walk.ts"

const walk = pathsOf(companyEditorMachine, companyEditorWalk)

describe("the editor of a company", () => {
  it("ends as left when its form was left, and as saved when it was saved", () => {
    const ended = walk.paths
      .flatMap(({ steps }) => steps)
      .filter(({ event }) => event.type === "xstate.done.actor.form")
      .map(({ event, snapshot }) => [isLeft({ event }), snapshot.value])
    expect(ended).toContainEqual([true, "left"])
    expect(ended).toContainEqual([false, "saved"])
    expect(new Set(ended.map(String)).size).toBe(2)
  })
})
