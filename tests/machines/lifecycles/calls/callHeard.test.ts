import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { eventOf } from "#machines/lifecycles/calls/callTest.ts"
import { heardFrom } from "#machines/lifecycles/calls/callHeard.ts"
import { tryCall } from "#machines/lifecycles/calls/callTrial.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { Happening } from "#schemas/outreach/callTest.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const heard = (happened: ReadonlyArray<Happening>, flow: CallFlow = fluShotCall) =>
  heardFrom(flow, happened.map(eventOf)).map((one) => (one?._tag === "Recording" ? one.sound : (one?.text ?? null)))
const menu = "To book, press 1. To be called back, press 2. For opening hours, press 3. To stop, press 9."

describe("what is heard in a tried call", () => {
  it("is what it says until it waits for the caller, step after step", () => {
    expect(heard([])).toEqual([])
    expect(heard(["PersonAnswered"])).toEqual(["Hello {{ firstName }}.", null, menu])
    expect(heard(["PersonAnswered", "StepFinished", "1"])).toEqual(["One moment."])
    expect(heard(["PersonAnswered", "StepFinished", "9"])).toEqual(["We stop calling.", null, null])
  })

  it("is what a key that does nothing is answered with, before the menu is said again", () => {
    expect(heard(["PersonAnswered", "StepFinished", "5"])).toEqual(["That key does nothing here.", menu])
    expect(heard(["PersonAnswered", "StepFinished", "NoKeyPressed"])).toEqual([menu])
  })

  it("is the message for a machine, and nothing once someone hung up", () => {
    expect(heard(["MachineAnswered"])).toEqual(["This is {{ companyName }}. Please call us back.", null])
    expect(heard(["PersonAnswered", "CallerHungUp"])).toEqual([])
  })

  it("leaves out what says nothing, and ends in a draft that goes round without a word", () => {
    const mute = { _tag: "Speech", text: " " } as const
    const steps = [{ _tag: "Say" as const, stepId: 1, name: "Round", prompt: mute, next: 1 }]
    expect(new Set(heard(["PersonAnswered"], { ...fluShotCall, steps }))).toEqual(new Set([null]))
  })

  it("goes as far as the chart does, in any call flow", () => {
    fc.assert(
      fc.property(
        anyCallFlow,
        fc.array(fc.constantFrom(...Happening.literals), { maxLength: 12 }),
        (flow, happened) => {
          const events = [eventOf("PersonAnswered"), ...happened.map(eventOf)]
          const script = heardFrom(flow, events)
          const ended = script.filter((one) => one === null).map(() => eventOf("StepFinished"))
          const gone = tryCall(flow, [...tryCall(flow, events).lines.flatMap(({ event }) => event ?? []), ...ended])
          const waits = gone.step === undefined || ["Menu", "Record", "Transfer"].includes(gone.step._tag)
          expect(gone.isOver || waits || script.length >= 50).toBe(true)
        },
      ),
    )
  })
})
