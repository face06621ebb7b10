import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callProblems } from "#machines/lifecycles/calls/callChecks.ts"
import {
  newCallFlow,
  newStep,
  nextStepId,
  stepKinds,
  withoutStep,
  withStep,
  withStepRaised,
} from "#machines/outreach/callFlowDraft.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const idsOf = ({ steps }: typeof fluShotCall) => steps.map(({ stepId }) => stepId)

describe("the draft of a call flow", () => {
  it("begins as one that may be published", () => {
    expect(callProblems(newCallFlow, null)).toEqual([])
  })

  it("puts a step after another one, which leads to it only where it led nowhere", () => {
    const step = newStep("Say", nextStepId(newCallFlow), "Say")
    expect(idsOf(withStep(newCallFlow, step, 1))).toEqual([1, 3, 2])
    expect(withStep(newCallFlow, step, 1).steps[0]).toMatchObject({ next: 2 })
    const open = withStep(newCallFlow, step, null)
    expect(idsOf(open)).toEqual([1, 2, 3])
    const more = withStep(open, newStep("HangUp", 4, "End"), 3)
    expect(more.steps[2]).toMatchObject({ stepId: 3, next: 4 })
  })

  it("never gives a number twice, and leaves no way to a step that is deleted", () => {
    fc.assert(
      fc.property(anyCallFlow, fc.constantFrom(...stepKinds), fc.nat(6), (flow, kind, place) => {
        const added = withStep(flow, newStep(kind, nextStepId(flow), "New"), flow.steps[place]?.stepId ?? null)
        expect(new Set(idsOf(added)).size).toBe(flow.steps.length + 1)
        const gone = added.steps[place % added.steps.length]?.stepId ?? 0
        const left = withoutStep(added, gone)
        expect(idsOf(left)).toEqual(idsOf(added).filter((id) => id !== gone))
        expect(JSON.stringify(left).match(new RegExp(`"(next|otherwise)":${gone}[,}]`))).toBeNull()
      }),
    )
  })

  it("moves a step up, the first one nowhere", () => {
    expect(idsOf(withStepRaised(fluShotCall, 3))).toEqual([1, 3, 2, 4, 5, 6, 7, 8])
    expect(withStepRaised(fluShotCall, 1)).toBe(fluShotCall)
  })
})
