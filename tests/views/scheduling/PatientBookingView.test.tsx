import "#views/scheduling/patientBooking.css"
import { describe, expect, it } from "vitest"
import {
  patientBookingMachine,
  type PatientBookingEvent,
  type PatientBookingSnapshot,
} from "#machines/scheduling/patientBooking.machine.ts"
import { problem } from "#schemas/problem.ts"
import { PatientBookingView } from "#views/scheduling/PatientBookingView.tsx"
import { patientBookingWalk } from "#tests/machines/scheduling/patientBooking.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { offeredTimes, patientLink, patientOffer, patientVisit } from "#tests/support/patientSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const { places } = pathsOf(patientBookingMachine, patientBookingWalk)

const read = (output: unknown) => ({ type: "xstate.done.actor.read", output })
const times = { type: "xstate.done.actor.readTimes", output: offeredTimes }
const pressed = { type: "time.pressed", slotId: 4 }
const refused = (error: unknown) => ({ type: "xstate.error.actor.act", error })
const held = patientLink({ visit: patientVisit({ status: "pending", heldUntil: "2026-11-19T17:05:00.000Z" }) })
const at = (...events: Parameters<typeof after>[1]) =>
  after(patientBookingMachine, events) as unknown as PatientBookingSnapshot

const show = async (snapshot: PatientBookingSnapshot, { left = 252, dark = false } = {}) => {
  const { sent, send } = recorder<PatientBookingEvent>()
  const secondsLeft = { subscribe: () => () => undefined, read: () => left }
  const rendered = await render(<PatientBookingView snapshot={snapshot} send={send} secondsLeft={secondsLeft} />, {
    dark,
  })
  return { ...rendered, sent, text: () => textOf(rendered.container) }
}

describe("the patient’s page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "is accessible, and has something to say, in %s",
    async (_, place) => {
      const { container } = await show(place.snapshot as unknown as PatientBookingSnapshot)
      expect(textOf(container.querySelector("main"))).not.toBe("")
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("offers times by part of the day, in the zone of the place, which is said once", async () => {
    const { container, sent, text } = await show(at(read(patientLink()), times))
    expect(textOf(container.querySelector("h1"))).toBe("Choose a time for your visit")
    expect([...container.querySelectorAll(".patient-time")].map(textOf)).toEqual([
      "8:00 AM1 left",
      "9:00 AM2 left",
      "9:30 AM",
      "1:30 PM1 left",
    ])
    expect(text().match(/Eastern Time/g)).toHaveLength(1)
    expect(text()).toContain("Friday, November 20")
    await press("9:30 AM")
    await press("Later days ›")
    expect(sent).toEqual([pressed, { type: "days.chosen", startDate: "2026-11-26" }])
  })

  it("counts a hold down, and says once that less than a minute is left", async () => {
    const holding = at(read(patientLink()), times, pressed, { type: "xstate.done.actor.act", output: held })
    const { container, sent } = await show(holding)
    expect(textOf(container.querySelector(".patient-left"))).toBe("4:12kept for you")
    expect(container.querySelector(".patient-time[aria-pressed=true]")?.textContent).toBe("9:30 AM")
    await press("Confirm this time")
    await press("I need more time")
    expect(sent.map(({ type }) => type)).toEqual(["book.pressed", "extend.pressed"])
    const short = await show(holding, { left: 59 })
    expect(textOf(short.container.querySelector(".patient-hold [role=status]"))).toBe(
      "Less than a minute left to confirm this time.",
    )
  })

  it("offers the nearest times where one was just taken, and focuses the first", async () => {
    const offered = [{ slotId: 3, startsAt: "2026-11-20T14:00:00.000Z" }]
    const taken = refused(problem("SlotTaken", "taken", { offered }))
    const { container, sent } = await show(at(read(patientLink()), times, pressed, taken, times))
    expect(textOf(container.querySelector("[role=alert]"))).toContain("That time was just taken.")
    expect(textOf(document.activeElement)).toBe("Fri, Nov 20, 9:00 AM")
    await press("Fri, Nov 20, 9:00 AM")
    expect(sent).toEqual([{ type: "time.pressed", slotId: 3 }])
  })

  it.each([false, true])(
    "shows a visit with what can be done, and asks before it is cancelled (dark: %s)",
    async (dark) => {
      const visit = patientVisit({ calendar: "BEGIN:VCALENDAR\r\nEND:VCALENDAR" })
      const booked = at(read(patientLink({ canBook: false, visit })))
      const { text, sent } = await show(booked, { dark })
      const calendar = document.querySelector<HTMLAnchorElement>("a[download]")
      expect([calendar?.textContent, calendar?.download]).toEqual(["Add to calendar", "visit.ics"])
      expect(calendar?.href).toBe("data:text/calendar;charset=utf-8,BEGIN%3AVCALENDAR%0D%0AEND%3AVCALENDAR")
      expect(text()).toContain("Fri, Nov 20, 9:30 AM")
      expect(text()).toContain("Call (212) 555-0140")
      for (const name of ["I will come", "Change the time", "Cancel the visit"]) await press(name)
      expect(sent.map(({ type }) => type)).toEqual(["confirm.pressed", "move.pressed", "cancel.pressed"])
      const asking = await show(
        after(patientBookingMachine, [
          read(patientLink({ canBook: false, visit: patientVisit() })),
          { type: "cancel.pressed" },
        ]) as unknown as PatientBookingSnapshot,
        { dark },
      )
      await press("Yes, cancel it")
      expect(asking.sent).toEqual([{ type: "cancel.confirmed" }])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("offers a time of the waitlist until when it can be answered, and says what became of the offer", async () => {
    const offer = patientLink({ purpose: "offer", canBook: false, offer: patientOffer() })
    const { container, sent, text } = await show(at(read(offer)))
    expect(textOf(container.querySelector("h1"))).toBe("A time has come free for you")
    expect(text()).toContain("Fri, Nov 20, 9:30 AM")
    expect(text()).toContain("Please answer by 12:14 PM.")
    await press("Take this time")
    await press("No, thank you")
    expect(sent).toEqual([{ type: "accept.pressed" }, { type: "decline.pressed" }])
    const lost = await show(at(read({ ...offer, offer: patientOffer({ state: "lost" }) })))
    expect(textOf(lost.container.querySelector("h1"))).toBe("Someone else took this time first")
    expect(lost.text()).toContain("Call (212) 555-0140")
  })

  it("leads to the waitlist where no time suits, and says where the patient is on it", async () => {
    const { sent } = await show(at(read(patientLink()), times))
    await press("Text me when a time comes free")
    expect(sent).toEqual([{ type: "wait.pressed" }])
    const there = await show(at(read(patientLink()), times, { type: "place.chosen", hashedId: "place-2" }, times))
    expect(there.text()).toContain("You are on the waitlist here.")
    expect(there.text()).not.toContain("Text me")
  })

  it("speaks the language of the link, and the one that is chosen", async () => {
    const spanish = at(read(patientLink({ language: "es" })), times)
    const { container, text } = await show(spanish)
    expect(container.querySelector(".patient-page")?.getAttribute("lang")).toBe("es")
    expect(text()).toContain("viernes, 20 de noviembre")
    const english = await show(
      at(read(patientLink({ language: "es" })), times, { type: "language.chosen", language: "en" }),
    )
    expect(english.text()).toContain("Friday, November 20")
  })

  it.each([
    ["NotFound", "This link does not work any more. Please call the clinic."],
    ["Unreachable", "The page could not be reached"],
  ] as const)("says what to do where nothing can be shown: %s", async (name, said) => {
    const { container } = await show(at({ type: "xstate.error.actor.read", error: problem(name, "") }))
    expect(textOf(container.querySelector("h1"))).toBe(said)
  })
})
