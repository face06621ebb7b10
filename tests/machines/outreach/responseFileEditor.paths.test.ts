import { describe, expect, it } from "vitest"
import {
  losesLayout,
  responseFileEditorMachine,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { responseFileEditorWalk } from "./responseFileEditor.walk.ts"

const walk = pathsOf(responseFileEditorMachine, responseFileEditorWalk)
const states = walk.states as unknown as ReadonlyArray<ResponseFileEditorSnapshot>

describe("the chart of a response file", () => {
  it("deletes only what was confirmed", () => {
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) => (/\.remove$/.test(type) ? [events.slice(0, index)] : [])),
    )
    expect(begun.length).toBeGreaterThan(0)
    for (const before of begun) expect(before.map(({ type }) => type)).toContain("confirm.pressed")
  })

  it("asks before a layout is lost, and never without a change", () => {
    const asking = states.filter((snapshot) => snapshot.matches({ designing: { leaving: "asking" } }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of states) if (!snapshot.matches("designing")) expect(losesLayout(snapshot)).toBe(false)
  })
})
