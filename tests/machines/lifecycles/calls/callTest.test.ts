import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { eventOf, failingTests, happenedIn, outcomeOf, resultOf } from "#machines/lifecycles/calls/callTest.ts"
import { tryCall } from "#machines/lifecycles/calls/callTrial.ts"
import type { CallFlow, CallStep } from "#schemas/outreach/callFlow.ts"
import { Happening, type CallTest } from "#schemas/outreach/callTest.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"
import { keptOptOut } from "#tests/support/callFlowSamples.ts"

/** Most callers answer and listen on. */
const anyHappenings = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constant("PersonAnswered" as const) }, fc.constantFrom(...Happening.literals)),
    fc.array(
      fc.oneof({ weight: 2, arbitrary: fc.constant("StepFinished" as const) }, fc.constantFrom(...Happening.literals)),
      { maxLength: 40 },
    ),
  )
  .map(([first, later]): ReadonlyArray<Happening> => [first, ...later])
const kept = (flow: CallFlow, happened: ReadonlyArray<Happening>): CallTest | null => {
  const outcome = outcomeOf(flow, happened)
  return outcome === null ? null : { testId: 1, name: "Kept", happened, ...outcome }
}
const changed = (stepId: number, change: Partial<CallStep>): CallFlow => ({
  ...fluShotCall,
  steps: fluShotCall.steps.map((step) => (step.stepId === stepId ? ({ ...step, ...change } as CallStep) : step)),
})
const failed = (flow: CallFlow, test: CallTest) => {
  const result = resultOf(flow, test)
  if (result.passes) throw new Error("The test passes.")
  const { trial, after, came, awaited } = result
  return [trial.state, after?.step?.name, came?.step?.name ?? came?.state, awaited.step?.name ?? awaited.state]
}

describe("a call that is kept as a test", () => {
  it("is kept with the steps it came to and its end, once it is over", () => {
    expect(kept(fluShotCall, keptOptOut.happened)).toEqual({ ...keptOptOut, name: "Kept" })
    expect(kept(fluShotCall, keptOptOut.happened.slice(0, -1))).toBeNull()
    expect(kept(fluShotCall, ["NotAnswered"])).toMatchObject({ passed: [], end: "notAnswered" })
  })

  it("is none where something of it cannot happen", () => {
    expect(kept(fluShotCall, ["1", "NotAnswered"])).toBeNull()
    expect(kept(fluShotCall, ["NotAnswered", "CallerHungUp"])).toBeNull()
  })

  it("passes on the call flow that it was kept with, whatever that is and whatever happened", () => {
    let whole = 0
    fc.assert(
      fc.property(anyCallFlow, anyHappenings, fc.nat(), (flow, tried, at) => {
        const trial = tryCall(flow, tried.map(eventOf))
        // A call that is not over yet is hung up.
        const happened: ReadonlyArray<Happening> = trial.isOver
          ? happenedIn(trial)
          : [...happenedIn(trial), "CallerHungUp"]
        const test = kept(flow, happened)
        expect(test).not.toBeNull()
        expect(failingTests(flow, [test!])).toEqual([])
        // What is left of it after less has happened is no whole call.
        expect(outcomeOf(flow, happened.slice(0, at % happened.length))).toBeNull()
        whole += test!.passed.length
      }),
    )
    expect(whole).toBeGreaterThan(100)
  })

  it("fails where it ends otherwise, and says where it first goes another way", () => {
    expect(failed(changed(6, { next: 2 } as never), keptOptOut)).toEqual([
      ...["step2", "Stop calls", "Main menu", "Hang up"],
    ])
    const elsewhere = changed(2, { keys: [{ key: "9", next: 7 }] } as never)
    expect(failed(elsewhere, keptOptOut)).toEqual(["ended", "Main menu", "Thank you", "Stop calls"])
    const unheard = {
      ...keptOptOut,
      happened: ["MachineAnswered" as const],
      passed: [],
      end: "endedAtMachine" as const,
    }
    expect(failed(fluShotCall, unheard)).toEqual(["voicemail", undefined, undefined, "endedAtMachine"])
  })

  it("fails where it comes to the same end by another way", () => {
    const longer = { ...keptOptOut, passed: [1, 2, 7, 8] }
    expect(failed(fluShotCall, longer)).toEqual(["ended", "Main menu", "Stop calls", "Thank you"])
  })

  it("fails where it comes no further, and names a step that is gone by its state", () => {
    const flow = changed(1, { next: 8 } as never)
    expect(failed({ ...flow, steps: flow.steps.filter(({ stepId }) => stepId !== 2) }, keptOptOut)).toEqual([
      ...["ended", "Greeting", "Hang up", "step2"],
    ])
    const cut = { ...keptOptOut, happened: keptOptOut.happened.slice(0, 3) }
    expect(failed(fluShotCall, cut)).toEqual(["step6", "Stop calls", undefined, "Hang up"])
  })

  it("does not fail when what is said or how long it rings changes", () => {
    const said = changed(1, { prompt: { _tag: "Speech", text: "Good day." } } as never)
    expect(failingTests({ ...said, ringSeconds: 15 }, [keptOptOut])).toEqual([])
  })
})
