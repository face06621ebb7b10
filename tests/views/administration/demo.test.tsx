import "#views/administration/demoClock.css"
import "#views/administration/handsets.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import {
  demoClockMachine,
  type DemoClockEvent,
  type DemoClockSnapshot,
} from "#machines/administration/demoClock.machine.ts"
import {
  handsetsMachine,
  type HandsetsEvent,
  type HandsetsSnapshot,
} from "#machines/administration/handsets.machine.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { SendReply, type Handset, type HandsetCall, type HandsetSummary } from "#schemas/administration/demo.ts"
import { validatorOf } from "#schemas/validate.ts"
import { DemoClockView } from "#views/administration/DemoClockView.tsx"
import { HandsetsView } from "#views/administration/HandsetsView.tsx"
import { clockRead, demoClockWalk } from "#tests/machines/administration/demoClock.walk.ts"
import { handsetsWalk, samplePhone } from "#tests/machines/administration/handsets.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"

const phones: ReadonlyArray<HandsetSummary> = [
  {
    phone: samplePhone.phone,
    patient: "Maria Lopez",
    lastText: "Hello Maria, flu shots are here.",
    lastAt: "2026-11-21T15:00:00Z",
  },
  { phone: "+14155550101", patient: "Sam Reed", lastText: "Hello Sam.", lastAt: "2026-11-21T14:00:00Z" },
]
const ringing: HandsetCall = {
  ...{ id: "CA1", from: "+14155550199", at: "2026-11-21T15:02:00Z", status: "ringing", seconds: null, inHand: true },
  heard: [],
}
const handset: Handset = {
  ...samplePhone,
  steps: [
    {
      id: "2",
      at: "2026-11-21T15:00:01Z",
      type: "MessageFailed",
      campaign: "Flu shots",
      campaignHashedId: "fluShots000000001",
      code: "30005",
    },
  ],
  messages: [
    {
      id: "1",
      direction: "toPhone",
      text: "Hello Maria, flu shots are here: https://example.test/book.",
      at: "2026-11-21T15:00:00Z",
      status: "delivered",
    },
    { id: "2", direction: "fromPhone", text: "STOP", at: "2026-11-21T15:01:00Z", status: "received" },
    { id: "3", direction: "toPhone", text: "You are unsubscribed.", at: "2026-11-21T15:01:01Z", status: "teleported" },
  ],
}

const showPhones = async (snapshot: HandsetsSnapshot, dark = false, list = phones, calls = handset.calls) => {
  const page = recorder<HandsetsEvent>()
  const form = recorder<FormEvent>()
  const writing = snapshot.matches({ holding: "writing" })
  const rendered = await render(
    <HandsetsView
      page={{ snapshot, send: page.send }}
      handsets={seenReading<ReadonlyArray<HandsetSummary>>({ ready: list })}
      handset={seenReading<Handset>(
        writing ? { ready: { ...handset, calls } } : snapshot.context.phone === null ? "idle" : "loading",
      )}
      reply={
        writing
          ? seenForm({ phone: samplePhone.phone, to: "+14155550199", text: "" }, [], validatorOf(SendReply), form.send)
          : undefined
      }
    />,
    { dark },
  )
  return { ...rendered, toPage: page.sent, toForm: form.sent }
}
const phonesAfter = (...events: ReadonlyArray<AnyEventObject>) =>
  after(handsetsMachine, events) as unknown as HandsetsSnapshot
const inHand = phonesAfter(
  { type: "phone.chosen", phone: samplePhone.phone },
  { type: "xstate.snapshot.handset", snapshot: { context: { data: handset } } },
)

describe("the phones", () => {
  it.each(pathsOf(handsetsMachine, handsetsWalk).places.map((place) => [titleOf(place), place] as const))(
    "are accessible in %s",
    async (_, { snapshot }) => {
      await showPhones(snapshot as unknown as HandsetsSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("say that nothing leaves the computer, and open one", async () => {
    const { container, toPage } = await showPhones(phonesAfter())
    expect(textOf(container)).toContain("Simulated – nothing leaves this computer.")
    await act(async () => container.querySelector<HTMLElement>(".phone-row")?.click())
    expect(toPage).toEqual([{ type: "phone.chosen", phone: samplePhone.phone }])
  })

  it("ring, and are answered, declined or left to the voicemail", async () => {
    const { container, toPage } = await showPhones(inHand, false, phones, [ringing])
    expect(textOf(container.querySelector(".phone-call"))).toContain("+14155550199 is calling")
    for (const label of ["Answer", "Decline", "Send to voicemail"]) await press(label)
    expect(toPage).toEqual(["answer", "decline", "voicemail"].map((act) => ({ type: "call.acted", call: "CA1", act })))
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([false, true])("have keys and what is said on a call, in the dark: %s", async (dark) => {
    const said = { what: "said", text: "Press 1 to confirm.", at: ringing.at } as const
    const played = { what: "played", text: "https://example.test/hello.wav", at: ringing.at } as const
    const talking = { ...ringing, status: "in-progress", heard: [said, played] }
    const { container, toPage } = await showPhones(inHand, dark, phones, [talking])
    expect(textOf(container.querySelector(".call-heard"))).toContain("Press 1 to confirm.")
    expect(container.querySelector("audio")?.getAttribute("src")).toBe("https://example.test/hello.wav")
    expect(container.querySelectorAll(".phone-keys button")).toHaveLength(12)
    await press("Press 1")
    await press("Hang up")
    expect(toPage.map((event) => ("act" in event ? event.act : event.type))).toEqual(["1", "hangUp"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leave a call to its simulated person, and keep what was said in those before", async () => {
    const theirs = { ...ringing, inHand: false }
    const left = { ...ringing, id: "CA0", status: "completed", seconds: 21 }
    const heard = [
      { what: "beeped", text: "", at: ringing.at },
      { what: "said", text: "Call us.", at: ringing.at },
    ] as const
    const { container } = await showPhones(inHand, false, phones, [theirs, { ...left, heard }])
    expect(textOf(container.querySelector(".phone-call"))).toContain("A simulated person has this call")
    expect(container.querySelectorAll(".phone-call button")).toHaveLength(0)
    expect(textOf(container.querySelector(".calls-past"))).toMatch(/Over.*21 seconds.*Beep.*Call us\./s)
  })

  it("mark the one in the hand", async () => {
    const { container } = await showPhones(inHand)
    const marked = [...container.querySelectorAll(".phone-row[aria-current]")]
    expect(marked.map((row) => textOf(row.querySelector(".phone-number")))).toEqual([samplePhone.phone])
    const none = await showPhones(phonesAfter())
    expect(none.container.querySelector(".phone-row[aria-current]")).toBeNull()
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("show texts with their status and take a quick reply, in the %s", async (_, dark) => {
    const { container, toForm } = await showPhones(inHand, dark)
    expect([...container.querySelectorAll(".chat-out")].map(textOf)).toEqual([
      expect.stringContaining("STOPReceived, Nov 21, 2026"),
    ])
    expect(textOf(container.querySelector(".chats"))).toContain("teleported")
    expect(container.querySelector(".chats a")?.getAttribute("href")).toBe("https://example.test/book")
    expect(textOf(container.querySelector(".carrier-steps"))).toContain("Not deliveredFlu shotsCode 30005")
    expect(container.querySelector(".carrier-steps a")?.getAttribute("href")).toBe("/campaign?id=fluShots000000001")
    await press("Write STOP")
    await press("Send reply")
    expect(toForm).toEqual([{ type: "field.changed", field: "text", value: "STOP" }, { type: "submit.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("teach when there is none, and when none matches", async () => {
    const { container } = await showPhones(phonesAfter(), false, [])
    expect(textOf(container)).toContain("No phone has a text yet")
    const searched = await showPhones(phonesAfter({ type: "search.changed", search: "Lopes" }), false, [])
    expect(textOf(searched.container)).toContain("No phone matches “Lopes”")
  })
})

const showClock = async (snapshot: DemoClockSnapshot, dark = false) => {
  const { sent, send } = recorder<DemoClockEvent>()
  const rendered = await render(<DemoClockView snapshot={snapshot} send={send} />, { dark })
  return { ...rendered, sent }
}
const clockAt = (offsetMillis: number) =>
  after(demoClockMachine, [
    { type: "xstate.done.actor.ask", output: { ...clockRead, clock: { ...clockRead.clock, offsetMillis } } },
  ]) as unknown as DemoClockSnapshot

describe("the demo clock", () => {
  it.each(pathsOf(demoClockMachine, demoClockWalk).places.map((place) => [titleOf(place), place] as const))(
    "is accessible in %s",
    async (_, { snapshot }) => {
      const { container } = await showClock(snapshot as unknown as DemoClockSnapshot)
      expect(await accessibilityFaults()).toEqual([])
      expect(container.querySelector(".demo-chip") === null).toBe(snapshot.context.clock === null)
    },
  )

  it.each([
    [0, "the real time"],
    [600_000, "moved from the real time"],
    [7_200_000, "2 hours ahead of the real time"],
    [-3_600_000, "1 hour behind the real time"],
  ])("shows the product's time with its zone, %i ms away: %s", async (offset, said) => {
    const { container } = await showClock(clockAt(offset), offset > 0)
    expect(textOf(container)).toContain(`Demo clock, 10:00 AMSat, Nov 21, 2026, 10:00 AM EST${said}`)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is moved by its buttons; back to real time only when it was moved", async () => {
    const { container, sent } = await showClock(clockAt(0))
    await press("+1 hour")
    await press("To next 9:00")
    expect(sent).toEqual([
      { type: "move.pressed", move: "hourLater" },
      { type: "move.pressed", move: "nextMorning" },
    ])
    expect([...container.querySelectorAll<HTMLButtonElement>("button:disabled")].map(textOf)).toEqual([
      "Back to real time",
    ])
  })
})
