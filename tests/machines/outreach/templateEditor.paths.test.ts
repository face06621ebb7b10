import { describe, expect, it } from "vitest"
import { templateEditorMachine } from "#machines/outreach/templateEditor.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
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

  it("ends as left when its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })
})
