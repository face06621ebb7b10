import { describe, expect, it } from "vitest"
import { callFlowEditorMachine } from "#machines/outreach/callFlowEditor.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { newCallFlowValues } from "#tests/support/callFlowSamples.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { callFlowEditorWalk } from "./callFlowEditor.walk.ts"

const walk = pathsOf(callFlowEditorMachine, callFlowEditorWalk)
const opened = { type: "xstate.done.actor.open", output: newCallFlowValues }

describe("the chart of the call flow editor", () => {
  it("takes every transition", () => {
    expect(walk.untaken).toEqual([])
  })

  it("opens the first step, and one that is chosen in its place", () => {
    const stepId = (...more: ReadonlyArray<object>) =>
      after(callFlowEditorMachine, [opened, ...(more as never[])], callFlowEditorWalk.input).context.stepId
    expect(stepId()).toBe(1)
    expect(stepId({ type: "step.chosen", stepId: 2 })).toBe(2)
    expect(stepId({ type: "step.chosen", stepId: null })).toBeNull()
  })

  it("ends as left when its form was left", () => {
    const left = walk.paths.flatMap(({ steps }) => steps).filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })
})
