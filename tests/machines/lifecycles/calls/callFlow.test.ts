import { describe, expect, it } from "vitest"
import { getNextSnapshot, initialTransition } from "xstate"
import type { CallFlow, CallStep } from "#schemas/outreach/callFlow.ts"
import { callChart, callState, type CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { callPaths, mostPaths } from "#machines/lifecycles/calls/callPaths.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

/** A call by its events: the states it comes through, and what it remembers. */
const called = (flow: CallFlow, ...events: ReadonlyArray<CallEvent | CallEvent["type"]>) => {
  const chart = callChart(flow)
  let [now] = initialTransition(chart)
  const states = [callState(now)]
  for (const one of events) {
    now = getNextSnapshot(chart, now, (typeof one === "string" ? { type: one } : one) as CallEvent)
    states.push(callState(now))
  }
  return { states, context: now.context, isOver: now.status === "done" }
}
const press = (key: "1" | "2" | "3" | "5" | "9"): CallEvent => ({ type: "KeyPressed", key })
const changed = (stepId: number, change: Partial<CallStep>): CallFlow => ({
  ...fluShotCall,
  steps: fluShotCall.steps.map((step) => (step.stepId === stepId ? ({ ...step, ...change } as CallStep) : step)),
})

describe("a call", () => {
  it("goes by the keys that a person presses", () => {
    expect(called(fluShotCall, "PersonAnswered", "StepFinished", press("1"), "TransferAnswered")).toMatchObject({
      states: ["ringing", "step1", "step2", "step3", "connected"],
      isOver: true,
    })
    expect(
      called(fluShotCall, "PersonAnswered", "StepFinished", press("1"), "TransferNotAnswered", "StepFinished").states,
    ).toEqual(["ringing", "step1", "step2", "step3", "step4", "step7"])
  })

  it("remembers that the caller opted out, and of what", () => {
    const events = ["PersonAnswered", "StepFinished", press("9"), "StepFinished", "StepFinished"] as const
    expect(called(fluShotCall, ...events)).toMatchObject({ isOver: true, context: { optedOut: "calls" } })
    expect(called(changed(6, { scope: "all" }), ...events).context.optedOut).toBe("all")
    expect(called(fluShotCall, "PersonAnswered", "StepFinished", press("1")).context.optedOut).toBeNull()
  })

  it("says a menu again after no key and after one that leads nowhere, as often as it may", () => {
    expect(
      called(fluShotCall, "PersonAnswered", "StepFinished", press("5"), "NoKeyPressed", press("5")).states,
    ).toEqual(["ringing", "step1", "step2", "step2", "step2", "step8"])
    const once = changed(2, { repeats: 0 })
    expect(called(once, "PersonAnswered", "StepFinished", "NoKeyPressed").states.at(-1)).toBe("step8")
  })

  it("comes back to a menu no more often than the menu is said", () => {
    const round = [press("3"), "StepFinished"] as const
    const rounds = called(fluShotCall, "PersonAnswered", "StepFinished", ...round, ...round, ...round)
    expect(rounds.states.slice(2)).toEqual(["step2", "step5", "step2", "step5", "step2", "step5", "step8"])
  })

  it("leaves its message with a machine, whenever it is known that one answered", () => {
    expect(called(fluShotCall, "MachineAnswered", "StepFinished").states).toEqual([
      "ringing",
      "voicemail",
      "messageLeft",
    ])
    expect(called(fluShotCall, "PersonAnswered", "StepFinished", "MachineAnswered").states.at(-1)).toBe("voicemail")
    expect(called({ ...fluShotCall, voicemail: { _tag: "EndCall" } }, "MachineAnswered").states.at(-1)).toBe(
      "endedAtMachine",
    )
    expect(called({ ...fluShotCall, voicemail: { _tag: "TryLater" } }, "MachineAnswered").states.at(-1)).toBe(
      "tryLater",
    )
  })

  it("ends where no one is reached, where the caller hangs up, and stays ended", () => {
    expect(called(fluShotCall, "Busy").states.at(-1)).toBe("busy")
    expect(called(fluShotCall, "NotAnswered").states.at(-1)).toBe("notAnswered")
    expect(called(fluShotCall, "PersonAnswered", "CallerHungUp", "MachineAnswered", press("1")).states.at(-1)).toBe(
      "left",
    )
    expect(called(fluShotCall, "PersonAnswered", "CallFailed").states.at(-1)).toBe("failed")
  })

  it("says a menu again by a key that leads to it, as often as the menu is said", () => {
    const again = changed(2, { keys: [{ key: "1", next: 2 }] })
    const pressed = called(again, "PersonAnswered", "StepFinished", press("1"), press("1"), press("1"))
    expect(pressed.states.slice(2)).toEqual(["step2", "step2", "step2", "step8"])
  })

  it("ends in silence where the menus of a draft lead round without a key", () => {
    const round = changed(2, { otherwise: 2 })
    expect(
      called(round, "PersonAnswered", "StepFinished", "NoKeyPressed", "NoKeyPressed", "NoKeyPressed").states.at(-1),
    ).toBe("silent")
    expect(callPaths(round).at(-1)?.end).toBe("silent")
  })

  it("ends in silence where a step of a draft leads nowhere", () => {
    expect(called(changed(1, { next: null }), "PersonAnswered", "StepFinished")).toMatchObject({
      states: ["ringing", "step1", "silent"],
      isOver: true,
    })
    expect(called(changed(1, { next: 77 }), "PersonAnswered", "StepFinished").states.at(-1)).toBe("silent")
  })
})

describe("the paths of a call flow", () => {
  const written = (flow: CallFlow) =>
    callPaths(flow).map(({ steps, end, again }) => {
      const way = steps.map(({ step, key }) => (key === null ? `${step.stepId}` : `${step.stepId}[${key}]`)).join(" ")
      return `${way} → ${again === null ? end : `again ${again.stepId}`}`
    })

  it("are every way that a person can take", () => {
    expect(written(fluShotCall)).toEqual([
      "1 2[1] 3 → connected",
      "1 2[1] 3 4 7 8 → ended",
      "1 2[2] 4 7 8 → ended",
      "1 2[3] 5 → again 2",
      "1 2[9] 6 8 → ended",
      "1 2[none] 8 → ended",
    ])
  })

  it("show where a draft ends in silence", () => {
    expect(written(changed(5, { next: null }))).toContain("1 2[3] 5 → silent")
  })

  it("are listed up to a bound", () => {
    const menu = (stepId: number, next: number): CallStep => ({
      ...{ _tag: "Menu", stepId, name: `Menu ${stepId}`, keySeconds: 5, repeats: 0, otherwise: next, wrongKey: "" },
      prompt: { _tag: "Speech", text: "Press." },
      keys: (["1", "2", "3"] as const).map((key) => ({ key, next })),
    })
    const steps = [
      ...Array.from({ length: 12 }, (_, index) => menu(index + 1, index + 2)),
      { _tag: "HangUp", stepId: 13, name: "End" } as const,
    ]
    expect(callPaths({ ...fluShotCall, steps })).toHaveLength(mostPaths)
  })
})
