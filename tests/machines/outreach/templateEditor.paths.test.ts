import { describe, expect, it } from "vitest"
import {
  losesTemplateChanges,
  templateEditorMachine,
  type TemplateEditorSnapshot,
} from "#machines/outreach/templateEditor.machine.ts"
import { templateEditorWalk } from "./templateEditor.walk.ts"
import { pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(templateEditorMachine, templateEditorWalk)

describe("the template editor's chart", () => {
  it("previews only after a pause in typing, and never an empty text", () => {
    const reading = walk.states.filter((snapshot) => snapshot.matches({ writing: { preview: "reading" } }))
    expect(reading.length).toBeGreaterThan(0)
    for (const { context } of reading) expect(context.values.text).not.toBe("")
    for (const { events, snapshot } of walk.paths) {
      const last = events.at(-1)?.type
      if (last === "xstate.snapshot.form") expect(snapshot.matches({ writing: { preview: "reading" } })).toBe(false)
    }
  })

  it("asks before changes are lost, and never without any", () => {
    for (const snapshot of walk.states as ReadonlyArray<TemplateEditorSnapshot>) {
      if (snapshot.matches({ writing: { leaving: "asking" } }))
        expect(losesTemplateChanges(snapshot) || snapshot.context.leavingTo !== null).toBe(true)
      if (!snapshot.matches("writing")) expect(losesTemplateChanges(snapshot)).toBe(false)
    }
    for (const { events, snapshot } of walk.paths) {
      const before = events.at(-2)?.type
      if (snapshot.value === "left" && events.at(-1)?.type === "leave.asked") expect(before).not.toBe("leave.confirmed")
    }
  })
})
