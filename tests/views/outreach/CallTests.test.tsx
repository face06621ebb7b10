import "#views/outreach/outreach.css"
import "#views/outreach/callFlows.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { eventOf } from "#machines/lifecycles/calls/callTest.ts"
import { newCallTest } from "#machines/outreach/callTestCommands.ts"
import { callFlowsMachine, type CallFlowsEvent, type CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import type { CallStep } from "#schemas/outreach/callFlow.ts"
import { CallTestDraft, type CallTest, type Happening } from "#schemas/outreach/callTest.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallChecks } from "#views/outreach/CallChecks.tsx"
import { CallTrialPart } from "#views/outreach/CallTrialPart.tsx"
import { after } from "#tests/paths/paths.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { heardPrompt, keptOptOut, sampleCallFlow } from "#tests/support/callFlowSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"

const admin = { userType: 2 as const, accessIds: [2, 3, 5, 17] }
const hearer = { userType: 2 as const, accessIds: Array.from({ length: 17 }, (_, place) => place + 1) }
/** May make campaigns, and hear no prompt. */
const caller = { userType: 3 as const, accessIds: [3] }
const reader = { userType: 3 as const, accessIds: [2] }
const search = { id: sampleCallFlow.hashedId, tab: "try" }

type Shown = {
  readonly flow?: Ivr
  readonly happened?: ReadonlyArray<Happening>
  readonly ran?: CallTest
  readonly rights?: typeof admin | typeof reader
  readonly form?: Parameters<typeof seenForm>[1]
  readonly dark?: boolean
}
const show = async ({ flow = sampleCallFlow, happened = [], ran, rights = admin, form, dark = false }: Shown = {}) => {
  const events = [
    ...(ran === undefined ? [] : [{ type: "test.run", test: ran }]),
    ...happened.map((one) => ({ type: "call.happened", event: eventOf(one) })),
  ]
  const snapshot = after(callFlowsMachine, events, { search }) as unknown as CallFlowsSnapshot
  const { sent, send } = recorder<CallFlowsEvent>()
  const values = newCallTest({ type: "keep.pressed", flow, name: "Never answered", happened })
  const seen = form === undefined ? undefined : seenForm({ ...values }, form, validatorOf(CallTestDraft) as never)
  const view = <CallTrialPart page={{ snapshot, send }} rights={rights} shown={flow} form={seen} />
  return { ...(await render(view, { dark })), sent }
}
const lines = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map(textOf)
const withSteps = (change: (step: CallStep) => CallStep, flow: Ivr = sampleCallFlow): Ivr => ({
  ...flow,
  flow: { ...flow.flow, steps: flow.flow.steps.map(change) },
})
/** The caller who opts out hears a thank-you first now. */
const thanked = withSteps((step) => (step._tag === "OptOut" ? { ...step, next: 7 } : step))

describe("the sound of a tried call", () => {
  const hello = { _tag: "Speech", text: "Hello {{ firstName }}." }
  const on = (events: ReadonlyArray<AnyEventObject> = []) =>
    after(callFlowsMachine, [{ type: "sound.switched", heard: [hello], voice: undefined }, ...events], { search })
  const sounding = async (snapshot: unknown, rights: typeof admin | typeof reader = hearer) => {
    const { sent, send } = recorder<CallFlowsEvent>()
    const page = { snapshot: snapshot as CallFlowsSnapshot, send }
    const view = <CallTrialPart page={page} rights={rights} shown={sampleCallFlow} form={undefined} />
    return { ...(await render(view)), sent }
  }
  const made = { type: "xstate.done.actor.hear", actorId: "hear", output: heardPrompt }

  it("is off at first, and is turned on with what the call says where it is", async () => {
    const off = await sounding(after(callFlowsMachine, [{ type: "test.run", test: keptOptOut }], { search }))
    const box = off.container.querySelector<HTMLInputElement>("#call-sound")
    expect(box?.checked).toBe(false)
    box?.click()
    expect(off.sent).toEqual([{ type: "sound.switched", heard: [], voice: undefined }])
    await press("Start again", off.container)
  })

  it("comes with each step that the call comes to, and not while it is off", async () => {
    const quiet = await sounding(on([{ type: "call.restarted" }]))
    await press("A person answers", quiet.container)
    expect(quiet.sent).toMatchObject([{ type: "call.happened", heard: [hello, null, { _tag: "Speech" }] }])
    const silent = await sounding(after(callFlowsMachine, [], { search }))
    await press("A person answers", silent.container)
    expect(silent.sent).toMatchObject([{ type: "call.happened", heard: [] }])
  })

  it("says whether it is made, played or not to be had", async () => {
    expect(textOf((await sounding(on())).container)).toContain("Making the sound…")
    expect(textOf((await sounding(on([made]))).container)).toContain("Playing…")
    const unplayed = await sounding(on([made, { type: "player.failed" }]))
    expect(textOf(unplayed.container.querySelector(".notice"))).toBe(
      "Your browser could not play the sound. The trial goes on without it.",
    )
    const error = { type: "xstate.error.actor.hear", actorId: "hear", error: unreachable() }
    const unmade = await sounding(on([error]))
    expect(textOf(unmade.container.querySelector(".notice"))).toContain("The trial goes on without it.")
    expect(textOf(unmade.container.querySelector(".notice"))).toContain(unreachable().message)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is not offered to who may not hear prompts", async () => {
    expect(
      (await sounding(after(callFlowsMachine, [], { search }), caller)).container.querySelector("#call-sound"),
    ).toBeNull()
  })
})

describe("the kept tests of a call flow", () => {
  it("stand below the trial, each with its end, and are run into the transcript", async () => {
    const { container, sent } = await show()
    expect(lines(container, ".call-test")).toEqual(["Opts out with key 9Passes: We hang upRunRemove"])
    expect(textOf(container)).toContain("1 of 1 pass")
    await press("Run “Opts out with key 9”", container)
    expect(sent).toEqual([{ type: "test.run", test: keptOptOut }])
    expect(await accessibilityFaults()).toEqual([])

    const run = await show({ ran: keptOptOut })
    expect(lines(run.container, ".call-transcript li")).toContain("Pressed 9")
    expect(textOf(run.container)).toContain("Kept as “Opts out with key 9”.")
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("say how they fail, in the %s", async (_, dark) => {
    const tests: ReadonlyArray<CallTest> = [
      keptOptOut,
      { ...keptOptOut, testId: 2, name: "Ends elsewhere", happened: ["Busy"], passed: [], end: "notAnswered" },
      { ...keptOptOut, testId: 3, name: "Another way", passed: [1, 2, 99, 8] },
      { ...keptOptOut, testId: 4, name: "A machine", happened: ["MachineAnswered"], passed: [], end: "tryLater" },
    ]
    const { container } = await show({ flow: { ...thanked, tests: tests.slice(0, 1) }, dark })
    expect(lines(container, ".call-test p")).toEqual([
      "Opts out with key 9",
      "Now comes no further than 8. Hang up, expected “We hang up”.",
      "After 6. Stop calls comes 7. Thank you instead of 8. Hang up.",
    ])
    const others = await show({ flow: { ...sampleCallFlow, tests: tests.slice(1) }, dark })
    expect(lines(others.container, ".call-test p")).toEqual([
      ...["Ends elsewhere", "Now ends with “Busy”, expected “No one answered”."],
      "Another way",
      "Ends as expected, but goes another way.",
      "After 2. Main menu comes 6. Stop calls instead of a step that is gone (99).",
      ...["A machine", "Now comes no further than the voicemail, expected “Called again later”."],
    ])
    expect(textOf(others.container)).toContain("0 of 3 pass")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("take what the call leads to now, once that is a whole call: their own, or what it was gone on with", async () => {
    const replace = "Keep the new outcome of “Opts out with key 9”"
    const short = await show({ flow: thanked })
    expect(short.container.querySelector(`[aria-label="${replace}"]`)).toBeNull()
    const goneOn = await show({ flow: thanked, ran: keptOptOut, happened: ["StepFinished"] })
    await press(replace, goneOn.container)
    const happened = [...keptOptOut.happened, "StepFinished"]
    expect(goneOn.sent).toEqual([{ type: "test.replace.pressed", flow: thanked, test: keptOptOut, happened }])

    const ended = { ...sampleCallFlow, tests: [{ ...keptOptOut, end: "connected" as const }] }
    const own = await show({ flow: ended, happened: ["Busy"] })
    await press(replace, own.container)
    expect(own.sent).toMatchObject([{ type: "test.replace.pressed", happened: keptOptOut.happened }])
  })

  it("are removed by who may, and a retired call flow keeps them as they are", async () => {
    const { container, sent } = await show()
    await press("Remove “Opts out with key 9”", container)
    expect(sent).toEqual([{ type: "test.remove.pressed", flow: sampleCallFlow, test: keptOptOut }])
    for (const shown of [{ rights: reader }, { flow: { ...sampleCallFlow, state: "retired" as const } }]) {
      const other = await show({ ...shown, happened: ["Busy"] })
      expect(lines(other.container, ".call-test button")).toEqual(["Run"])
      expect(textOf(other.container)).not.toContain("Keep as a test")
    }
    const retired = await show({ flow: { ...sampleCallFlow, state: "retired" }, happened: ["Busy"] })
    expect(textOf(retired.container)).toContain("A retired call flow keeps its tests as they are.")
  })

  it("are made of a call that is over, under a name that says what happened", async () => {
    const { container } = await show({ happened: ["PersonAnswered"] })
    expect(textOf(container)).toContain("Once the call is over, you can keep it as a test.")
    const name = async (happened: ReadonlyArray<Happening>, tests: Ivr["tests"] = []) => {
      const over = await show({ flow: { ...sampleCallFlow, tests }, happened })
      await press("Keep as a test", over.container)
      return over.sent.map((event) => ("name" in event ? [event.name, event.happened] : []))
    }
    const desk = ["PersonAnswered", "StepFinished", "5", "1", "TransferAnswered"] as const
    expect(await name(desk)).toEqual([["Key 5, 1: Connected", desk]])
    const taken = ["No one answered", "no one answered (2)"].map((name, place) => ({
      ...keptOptOut,
      testId: place + 1,
      name,
    }))
    expect(await name(["NotAnswered"], taken)).toEqual([["No one answered (3)", ["NotAnswered"]]])
  })

  it("are not made of a call that is one of them, nor where there are fifty", async () => {
    const same = await show({ happened: keptOptOut.happened })
    expect(textOf(same.container)).toContain("Kept as “Opts out with key 9”.")
    const tests = Array.from({ length: 50 }, (_, place) => ({
      ...keptOptOut,
      testId: place + 1,
      name: `Test ${place}`,
    }))
    const full = await show({ flow: { ...sampleCallFlow, tests }, happened: ["Busy"] })
    expect(textOf(full.container)).toContain("A call flow keeps at most 50 tests.")
  })

  it("have a form for the name, which says what is wrong with it", async () => {
    const named = await show({ happened: ["NotAnswered"], form: [] })
    expect(named.container.querySelector<HTMLInputElement>("#call-test-name")?.value).toBe("Never answered")
    expect(await accessibilityFaults()).toEqual([])
    const empty = await show({
      happened: ["NotAnswered"],
      form: [{ type: "field.changed", field: "name", value: " " }, { type: "submit.pressed" }],
    })
    expect(textOf(empty.container)).toContain("Name the test.")
  })

  it("say how they are begun where there is none", async () => {
    const { container } = await show({ flow: { ...sampleCallFlow, tests: [] } })
    expect(textOf(container)).toContain("None yet. A call that is kept is run again")
  })

  it("that fail stand as warnings among what is checked before publishing", async () => {
    const { container } = await render(
      <CallChecks flow={thanked.flow} numbers={null} tests={thanked.tests} lookAtTests={<a href="?tab=try">Look</a>} />,
    )
    expect(lines(container, ".checks-warning")).toEqual(["“Opts out with key 9” failsLook"])
    const passing = await render(<CallChecks flow={sampleCallFlow.flow} numbers={null} tests={sampleCallFlow.tests} />)
    expect(passing.container.querySelector(".checks-warning")).toBeNull()
  })
})
