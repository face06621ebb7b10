import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  losesLayout,
  responseFileEditorMachine,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { problem } from "#schemas/problem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
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

  it("reads the file anew when another was saved before it was deleted, unless that would lose what was designed", () => {
    const refused = (...shown: ReadonlyArray<object>) =>
      after(
        responseFileEditorMachine,
        [
          { type: "xstate.done.actor.open", output: sampleLayout },
          ...shown,
          { type: "delete.pressed" },
          { type: "confirm.pressed" },
          { type: "xstate.error.actor.remove", error: problem("StaleVersion", "Someone changed this first.") },
        ] as ReadonlyArray<AnyEventObject>,
        responseFileEditorWalk.input as object,
      ) as unknown as ResponseFileEditorSnapshot
    const designed = { ...sampleLayout, fileName: "Results" }
    const shown = { values: designed, initial: sampleLayout, errors: [] }
    const edited = refused({ type: "xstate.snapshot.form", snapshot: { context: shown } })
    expect(edited.matches({ designing: { doing: "still" } })).toBe(true)
    expect(edited.context.values).toEqual(designed)
    expect(refused().value).toBe("opening")
    for (const { context } of [edited, refused()]) expect(context.problem?.problem).toBe("StaleVersion")
  })

  it("asks before a layout is lost, and never without a change", () => {
    const asking = states.filter((snapshot) => snapshot.matches({ designing: { leaving: "asking" } }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of states) if (!snapshot.matches("designing")) expect(losesLayout(snapshot)).toBe(false)
  })
})
