import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  responseFileEditorMachine,
  type ResponseFileEditorSnapshot,
} from "#machines/outreach/responseFileEditor.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sampleLayout } from "#tests/support/outreachSamples.ts"
import { responseFileEditorWalk } from "./responseFileEditor.walk.ts"

const walk = pathsOf(responseFileEditorMachine, responseFileEditorWalk)

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

  it("ends as left when its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })
})
