import { describe, expect, it } from "vitest"
import { callMeMachine, type CallMeEvent, type CallMeSnapshot } from "#machines/outreach/callMe.machine.ts"
import { PlaceTestCall, type TestCall, type TestCalls } from "#schemas/outreach/testCall.ts"
import { problem } from "#schemas/problem.ts"
import { validatorOf } from "#schemas/validate.ts"
import { CallMeView, NoCallMe } from "#views/outreach/CallMeView.tsx"
import { callsShow, testCallsRead } from "#tests/machines/outreach/callMe.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { sampleCallFlow, sampleTestCall } from "#tests/support/callFlowSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"

const { none, ringing, over, without } = testCallsRead
const pressed = { type: "call.me.pressed" }
const input = { search: { id: sampleCallFlow.hashedId, tab: "try" } }
const submit = { type: "submit.pressed" }

type Shown = {
  readonly form?: ReadonlyArray<{ readonly type: string }>
  readonly phone?: string
  readonly dark?: boolean
}
const show = async (
  events: ReadonlyArray<{ readonly type: string }>,
  { form = [], phone = "", dark = false }: Shown = {},
) => {
  const { sent, send } = recorder<CallMeEvent>()
  const snapshot = after(callMeMachine, events, input) as unknown as CallMeSnapshot
  const values = { templateId: 51, senderId: 11, language: null, phone }
  const seen = snapshot.matches("asking") ? seenForm(values, form, validatorOf(PlaceTestCall)) : undefined
  const calls = seenReading<TestCalls>(snapshot.context.read === null ? "loading" : { ready: snapshot.context.read })
  await render(<CallMeView page={{ snapshot, send }} calls={calls} form={seen} />, { dark })
  return sent
}
const said = () => textOf(document.querySelector("[aria-live=polite] p"))
const page = () => textOf(document.body)
const withCall = (changed: Partial<TestCall>): TestCalls => ({ ...none, last: { ...sampleTestCall, ...changed } })

describe("a call flow that calls the person who looks at it", () => {
  it("offers the call, and says that a stop in it stops nothing", async () => {
    const sent = await show([callsShow(none)])
    expect(page()).toContain("A key that stops the calls stops none here")
    expect(await accessibilityFaults()).toEqual([])
    await press("Call me")
    expect(sent).toEqual([pressed])
  })

  it.each([false, true])(
    "asks for the phone, and by which number and in which language it calls (dark: %s)",
    async (dark) => {
      await show([callsShow(none), pressed], { dark })
      expect(document.querySelector<HTMLInputElement>("#call-me-phone")?.type).toBe("tel")
      expect([...document.querySelectorAll("option")].map(textOf)).toEqual([
        "Calls (564) 555-0104",
        "Desk (564) 555-0105",
        "As it is written",
        "Spanish",
      ])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("leaves the choices out where one number calls in one language", async () => {
    await show([callsShow({ ...none, senders: none.senders.slice(0, 1), languages: [] }), pressed])
    expect(document.querySelector("select")).toBeNull()
    expect(document.querySelector("#call-me-phone")).not.toBeNull()
  })

  it("says at the field what is wrong with it, and over it why no call was placed", async () => {
    await show([callsShow(none), pressed], { form: [submit] })
    expect(textOf(document.querySelector("#call-me-phone-error"))).toBe("Enter the phone that is called.")
    const goingOn = "Your last test call is still going on. Hang up before you call again."
    const refused = { type: "xstate.error.actor.submit", error: problem("NotAllowedNow", goingOn) }
    await show([callsShow(none), pressed], { form: [submit, refused], phone: "+12125550171" })
    expect(page()).toContain(goingOn)
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [{ state: "calling" }, "Calling (212) 555-0171…"],
    [{ state: "ringing" }, "(212) 555-0171 rings."],
    [{ state: "answered" }, "(212) 555-0171 answered. Listen there, and press its keys."],
  ] as const)("follows the call: %o", async (changed, sentence) => {
    await show([callsShow(withCall(changed))])
    expect(said()).toBe(sentence)
    expect([...document.querySelectorAll("button")]).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [{ ending: "completed", seconds: 1 }, "The call is over after 1 second."],
    [{ ending: "completed", seconds: 31 }, "The call is over after 31 seconds."],
    [{ ending: "completed", seconds: null }, "The call is over."],
    [{ ending: "machine", seconds: 4 }, "The call is over: a machine answered."],
    [{ ending: "busy" }, "The line was busy."],
    [{ ending: "notAnswered" }, "No one answered."],
    [{ ending: "failed", reason: "The number cannot be called" }, "The call failed: The number cannot be called."],
    [{ ending: "lost" }, "The carrier did not say how the call ended."],
  ] as const)("says how it ended, and calls again: %o", async (changed, sentence) => {
    const sent = await show([callsShow(ringing), callsShow(withCall({ state: "over", ...changed }))])
    expect(said()).toBe(sentence)
    await press("Call me again")
    expect(sent).toEqual([pressed])
  })

  it("says nothing of a call that ended before the page was opened", async () => {
    await show([callsShow(over)])
    expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("")
  })

  it("says where a company that has none gets a number that calls", async () => {
    await show([callsShow(without)])
    expect(page()).toContain("Your company has no number that calls.")
    expect([...document.querySelectorAll("button")]).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says why a person without the right is not called", async () => {
    await render(<NoCallMe reason="You need the right to templates." />)
    expect(page()).toContain("You need the right to templates.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
