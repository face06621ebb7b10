import { describe, expect, it } from "vitest"
import type { CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { tryCall } from "#machines/lifecycles/calls/callTrial.ts"
import type { PhoneKey } from "#schemas/outreach/callFlow.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

const press = (key: PhoneKey): CallEvent => ({ type: "KeyPressed", key })
const answered: CallEvent = { type: "PersonAnswered" }
const wentOn: CallEvent = { type: "StepFinished" }
const trial = (...events: ReadonlyArray<CallEvent>) => tryCall(fluShotCall, events)

describe("a call that is tried", () => {
  it("rings first, and offers who may answer and no keys", () => {
    expect(trial()).toMatchObject({
      ...{ state: "ringing", isOver: false, takesKeys: false },
      next: ["PersonAnswered", "MachineAnswered", "NotAnswered", "Busy"],
    })
  })

  it("takes keys in a menu, and asks again after one that does nothing", () => {
    const menu = trial(answered, wentOn, press("5"))
    expect([menu.step?.name, menu.takesKeys]).toEqual(["Main menu", true])
    expect(menu.lines.map(({ step, again }) => [step?.name, again])).toEqual([
      [undefined, false],
      ["Greeting", false],
      ["Main menu", false],
      ["Main menu", true],
    ])
    expect(menu.next).toEqual(["NoKeyPressed", "CallerHungUp"])
  })

  it("opts out by key, and ends", () => {
    const ended = trial(answered, wentOn, press("9"), wentOn, wentOn)
    expect(ended).toMatchObject({ state: "ended", optedOut: "calls", isOver: true, next: [] })
  })

  it("leaves the message where a machine answers", () => {
    const left = trial({ type: "MachineAnswered" })
    expect([left.state, left.next]).toEqual(["voicemail", ["StepFinished", "CallerHungUp"]])
  })

  it("passes over what cannot happen", () => {
    expect(trial(press("1"), answered).lines).toHaveLength(2)
  })
})
