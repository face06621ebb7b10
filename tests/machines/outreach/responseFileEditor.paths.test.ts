import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  losesLayout,
  responseFileEditorMachine,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
import { responseFileEditorWalk } from "./responseFileEditor.walk.ts"

const walk = pathsOf(responseFileEditorMachine, responseFileEditorWalk)
const states = walk.states as unknown as ReadonlyArray<ResponseFileEditorSnapshot>

const snapshotAfter = (...events: ReadonlyArray<AnyEventObject>) =>
  after(responseFileEditorMachine, events, responseFileEditorWalk.input) as unknown as ResponseFileEditorSnapshot

describe("the chart of a response file", () => {
  it("deletes only what was confirmed", () => {
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) => (/\.remove$/.test(type) ? [events.slice(0, index)] : [])),
    )
    expect(begun.length).toBeGreaterThan(0)
    for (const before of begun) expect(before.map(({ type }) => type)).toContain("confirm.pressed")
  })

  it("reads the file anew, and says why, when somebody changed it before it was deleted", () => {
    const refusedFor = (error: Problem) =>
      snapshotAfter(
        { type: "xstate.done.actor.open", output: sampleLayout },
        { type: "delete.pressed" },
        { type: "confirm.pressed" },
        { type: "xstate.error.actor.remove", error },
      )
    const stale = refusedFor(problem("StaleVersion", "Someone changed this first."))
    expect(stale.value).toBe("opening")
    expect(stale.context.problem?.problem).toBe("StaleVersion")
    expect(refusedFor(notFound()).matches({ designing: { doing: "still" } })).toBe(true)
  })

  it("leaves to where the person asked last", () => {
    const shown = { values: { ...sampleLayout, fileName: "Results" }, initial: sampleLayout, errors: [] }
    const { context } = snapshotAfter(
      { type: "xstate.done.actor.open", output: sampleLayout },
      { type: "xstate.snapshot.form", snapshot: { context: shown } },
      { type: "leave.asked", to: "/sms" },
      { type: "leave.asked", to: "/report" },
      { type: "leave.confirmed" },
    )
    expect(context.leavingTo).toBe("/report")
  })

  it("asks before a layout is lost, and never without a change", () => {
    const asking = states.filter((snapshot) => snapshot.matches({ designing: { leaving: "asking" } }))
    expect(asking.length).toBeGreaterThan(0)
    for (const snapshot of states) if (!snapshot.matches("designing")) expect(losesLayout(snapshot)).toBe(false)
  })
})
