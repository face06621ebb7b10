import "#views/scheduling/appointments.css"
import { describe, expect, it } from "vitest"
import { appointmentsMachine, type AppointmentsSnapshot } from "#machines/scheduling/appointments.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { appointmentsWalk } from "#tests/machines/scheduling/appointments.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { changedAppointment, midtownDays, sampleDetail } from "#tests/support/appointmentSamples.ts"
import { bookedAppointment, sampleStages } from "#tests/support/bookingSamples.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { chosen, day, show, startsAt } from "#tests/support/shownAppointments.tsx"

const { places } = pathsOf(appointmentsMachine, appointmentsWalk)
const detailOf = (status: Appointment["status"]): AppointmentDetail => ({
  ...sampleDetail,
  appointment: changedAppointment(status, bookedAppointment.version),
})

describe("the page of appointments", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as AppointmentsSnapshot
      await show({ snapshot, search: { ...day, ...snapshot.context.search } })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("draws a day as a column for each location, with what is booked and free, and each appointment as a card", async () => {
    const { container } = await show()
    expect(textOf(container.querySelector(".appointment-head"))).toBe("Midtown1 booked, 6 seats free")
    const card = container.querySelector(".appointment-card")
    expect(textOf(card)).toBe("Maria Lopez9:30 AM, Booked")
    expect(card?.getAttribute("title")).toBe("Maria Lopez, 9:30 AM – 10:00 AM, Booked")
    expect([...container.querySelectorAll(".appointment-legend li")].map(textOf)).toEqual(["1 Booked"])
  })

  it("asks for a location before it draws a week", async () => {
    const { container, changed } = await show({ search: { view: "week" } })
    expect(textOf(container)).toContain("A week is shown for one location.")
    expect(container.querySelector(".appointment-narrow")).toBeNull()
    await press("Next week")
    expect(changed).toHaveLength(1)
    const week = await show({ search: { ...day, view: "week", at: midtownDays.hashedId } })
    expect([...week.container.querySelectorAll(".appointment-head h2")].map(textOf)).toEqual(["Fri, Nov 20"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("goes to the next day, to today, and to a list", async () => {
    const { changed } = await show()
    await press("Next day")
    await press("Today")
    await press("List")
    await press("Week")
    expect(changed).toEqual([
      { day: "2026-11-21", until: null },
      { day: null, until: null },
      { view: "list", until: null },
      { view: "week", until: null, at: midtownDays.hashedId },
    ])
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("lists appointments with the usual action of each, in the %s", async (_, dark) => {
    const { container, sent } = await show({ search: { ...day, view: "list" }, dark })
    expect(textOf(container.querySelector("tbody tr"))).toContain("Maria Lopez9:30 AM – 10:00 AMBookedMidtown")
    await press("Confirm: Maria Lopez")
    expect(sent).toEqual([{ type: "confirm.pressed", appointment: bookedAppointment }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("narrows to a stage where the company has some, in their order", async () => {
    const { changed } = await show({ stages: sampleStages.stages })
    await press("Stage All")
    await press("Follow-up")
    expect(changed).toEqual([{ stage: "2" }])
    const { container } = await show()
    expect(textOf(container)).not.toContain("Stage")
  })

  it("narrows to where appointments were made", async () => {
    const { changed } = await show()
    await press("Booked by All")
    await press("Patient’s link")
    expect(changed).toEqual([{ source: "link" }])
  })

  it("saves the days shown of a location as a calendar file, once a location is chosen", async () => {
    const week = await show({ search: { ...day, view: "week", at: midtownDays.hashedId } })
    await press("Calendar file")
    expect(week.sent).toEqual([
      {
        type: "calendar.pressed",
        of: { locationHashedId: midtownDays.hashedId, startDate: "2026-11-15", endDate: "2026-11-21" },
      },
    ])
    const all = await show()
    expect(textOf(all.container)).toContain("Choose a location first: a file is of one.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that a day is empty, and takes away what narrowed it", async () => {
    const { container, changed } = await show({
      search: { ...day, view: "list", state: "noshow" },
      appointments: { ready: [] },
    })
    expect(textOf(container)).toContain("No appointment of this day fits what you chose.")
    await press("Show all")
    expect(changed).toEqual([{ at: null, state: null, stage: null, source: null }])
  })

  it("leads to the locations where there are none, and says what could not be loaded", async () => {
    const none = await show({ locations: [], appointments: { ready: [] } })
    expect(textOf(none.container)).toContain("There are no locations yet")
    const { container } = await show({ search: { view: "list" }, appointments: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
  })

  it("offers only what is legal now, and says what is not yet", async () => {
    const buttons = (container: Element) =>
      [...container.querySelectorAll(".appointment-actions button")].map((one) => textOf(one).replace(/[CA]$/, ""))
    const before = await show({ search: chosen })
    expect(buttons(before.container)).toEqual(["Confirm", "Reschedule…", "Mark arrived", "Cancel…"])
    expect(textOf(before.container.querySelector(".appointment-later"))).toBe(
      "Not yet: Complete needs “arrived” first. No-show is possible from 9:30 AM, when it begins.",
    )
    const dayBefore = await show({ search: chosen, now: startsAt - 24 * 3_600_000 })
    expect(buttons(dayBefore.container)).not.toContain("Mark arrived")
    expect(textOf(dayBefore.container.querySelector(".appointment-later"))).toMatch(
      /^Not yet: Mark arrived is possible on Friday, Nov 20\. Complete needs/,
    )
    const begun = await show({ search: chosen, now: startsAt })
    expect(buttons(begun.container)).toContain("No-show")
    const arrived = await show({ search: chosen, detail: detailOf("arrived") })
    expect(buttons(arrived.container)).toEqual(["Complete"])
    const seen = await show({ search: chosen, detail: detailOf("fulfilled") })
    expect(buttons(seen.container)).toEqual([])
    expect(textOf(seen.container)).toContain("The visit is over. Nothing is left to do.")
  })

  it("offers the seat of a cancelled appointment to the waitlist until it begins, and says why it was not", async () => {
    const detail = detailOf("cancelled")
    const { appointment } = detail
    const { sent } = await show({ search: chosen, detail })
    await press("Offer the time to the waitlist")
    expect(sent).toEqual([{ type: "offer.pressed", appointment }])
    const begun = await show({ search: chosen, detail, now: startsAt })
    expect(textOf(begun.container)).not.toContain("Offer the time to the waitlist")
    const refused = commandEnded({
      ...{ verb: "offer", outcome: "refused", subject: { appointment, reason: null, slotId: null, notice: "sms" } },
      problem: problem("NotAllowedNow", "No one else on the waitlist fits this time now. Look at the reasons."),
    })
    const { container } = await show({
      search: chosen,
      detail,
      events: [{ type: "offer.pressed", appointment }, refused],
    })
    expect(textOf(container)).toContain("The seat was not offered")
    expect(textOf(container)).toContain("No one else on the waitlist fits this time now.")
  })

  it("tells what happened to an appointment, and no name in the address", async () => {
    const { container } = await show({ search: chosen })
    expect([...container.querySelectorAll(".history strong")].map(textOf)).toEqual(["Booked", "Seat held"])
    expect(textOf(container.querySelector(".quick-look h2"))).toBe("Maria Lopez")
  })

  it("asks why it is cancelled, and can keep it", async () => {
    const { sent } = await show({
      search: chosen,
      events: [{ type: "cancel.pressed", appointment: bookedAppointment }],
    })
    await press("Keep it")
    await press("Cancel appointment")
    expect(sent).toEqual([{ type: "asked.dismissed" }, { type: "asked.confirmed", slotId: null }])
    expect(await accessibilityFaults()).toEqual([])
  })

  const noticeIn = (dialog: string) => document.querySelector(`${dialog} .notice-choice`)

  it("says how the text of a cancellation reads, and lets staff send none", async () => {
    const cancelling = { type: "cancel.pressed", appointment: bookedAppointment } as const
    const cancelled = await show({ search: chosen, events: [cancelling] })
    const choice = () => noticeIn(".confirm-dialog")
    expect(textOf(choice())).toContain("is cancelled.")
    choice()?.querySelector<HTMLInputElement>("[id$=none]")?.click()
    expect(cancelled.sent).toEqual([{ type: "notice.chosen", notice: "none" }])
    expect(await accessibilityFaults()).toEqual([])
    await show({ search: chosen, events: [cancelling, { type: "notice.chosen", notice: "none" }] })
    expect(textOf(choice())).not.toContain("is cancelled.")
  })

  it("marks who is overbooked, next to the day and among its rows", async () => {
    const appointment = { ...bookedAppointment, isOverbooked: true }
    const { container } = await show({ search: { ...chosen, view: "list" }, appointments: { ready: [appointment] } })
    expect(textOf(container.querySelector("tbody"))).toContain("Overbooked")
  })

  it("prints the day as a table for each location", async () => {
    const { container, printed } = await show()
    await press("Day sheet")
    expect(printed).toEqual(["printed"])
    const sheet = container.querySelector(".day-sheet")
    expect(textOf(sheet?.querySelector(".day-sheet-title") ?? null)).toBe("Midtown · Appointments of Friday, Nov 20")
    expect([...(sheet?.querySelectorAll("tbody td") ?? [])].map(textOf).slice(0, 4)).toEqual([
      "9:30 AM – 10:00 AM",
      "Maria Lopez",
      "NW-210472",
      "(646) 555-0118",
    ])
  })

  it("links to booking for those who may book", async () => {
    const without = await show()
    expect(without.container.querySelector('a[href="/bookAppointment"]')).toBeNull()
    const { container } = await show({ accessIds: [7, 9] })
    expect(container.querySelector('a[href="/bookAppointment"]')).not.toBeNull()
  })
})
