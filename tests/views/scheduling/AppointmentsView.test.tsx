import { usualPreferences } from "#schemas/preferences.ts"
import "#views/scheduling/appointments.css"
import { describe, expect, it } from "vitest"
import {
  appointmentsMachine,
  type AppointmentsEvent,
  type AppointmentsSnapshot,
} from "#machines/scheduling/appointments.machine.ts"
import { problem } from "#schemas/problem.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Appointment, Availability, LocationDays } from "#schemas/scheduling/appointment.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { ChangeNotice } from "#schemas/scheduling/moveTimes.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { Now } from "#views/parts/Time.tsx"
import { AppointmentsView } from "#views/scheduling/AppointmentsView.tsx"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { anotherDay, appointmentsWalk, timeTaken, whereItStands } from "#tests/machines/scheduling/appointments.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { changedAppointment, midtownDays, sampleDetail, sampleNotice } from "#tests/support/appointmentSamples.ts"
import {
  bookedAppointment,
  fullSlot,
  sampleAvailability,
  sampleSlot,
  sampleStages,
} from "#tests/support/bookingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const admin: SignedInPerson = {
  userId: UserId.make(2),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Admin",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/New_York",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [7],
}
const { places } = pathsOf(appointmentsMachine, appointmentsWalk)
const day = { day: bookedAppointment.date }
const chosen = { ...day, id: bookedAppointment.hashedId }
const startsAt = Date.parse(bookedAppointment.startsAt)
const minute = 60_000

type Shown = {
  readonly search?: Readonly<Record<string, string>>
  readonly events?: ReadonlyArray<AppointmentsEvent | ReturnType<typeof commandEnded>>
  readonly snapshot?: AppointmentsSnapshot
  readonly appointments?: Parameters<typeof seenReading<ReadonlyArray<Appointment>>>[0]
  readonly locations?: ReadonlyArray<LocationDays>
  readonly detail?: AppointmentDetail
  readonly stages?: StageList["stages"]
  readonly times?: Availability
  readonly notice?: ChangeNotice
  readonly now?: number
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const search = shown.search ?? day
  const address = pageUrl(search)
  const { sent, send } = recorder<AppointmentsEvent>()
  const snapshot =
    shown.snapshot ?? (after(appointmentsMachine, shown.events ?? [], { search }) as unknown as AppointmentsSnapshot)
  const printed: Array<string> = []
  const rendered = await render(
    <Now value={shown.now ?? startsAt - 60 * minute}>
      <AppointmentsView
        page={{ snapshot, send }}
        url={address.url}
        person={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
        appointments={seenReading<ReadonlyArray<Appointment>>(shown.appointments ?? { ready: [bookedAppointment] })}
        places={seenReading<ReadonlyArray<LocationDays>>({ ready: shown.locations ?? [midtownDays] })}
        appointment={seenReading<AppointmentDetail>("id" in search ? { ready: shown.detail ?? sampleDetail } : "idle")}
        times={seenReading<Availability>(
          (snapshot.context.asked?.to ?? null) === null ? "idle" : { ready: shown.times ?? sampleAvailability },
        )}
        notice={seenReading<ChangeNotice>(
          snapshot.context.asked === null ? "idle" : { ready: shown.notice ?? sampleNotice(snapshot.context.asked.to) },
        )}
        stages={shown.stages ?? []}
        rounds={[]}
        waitlist={() => null}
        dragging={() => undefined}
        onPrint={() => printed.push("printed")}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, ...address, sent, printed }
}
const detailOf = (status: Appointment["status"]): AppointmentDetail => ({
  ...sampleDetail,
  appointment: changedAppointment(status, bookedAppointment.version),
})
const moving: AppointmentsEvent = { type: "move.pressed", appointment: bookedAppointment, to: whereItStands }

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

  it("says how the text of a move reads and for which time, or why there is none", async () => {
    const choice = () => noticeIn(".move-dialog")
    await show({ search: chosen, events: [moving] })
    expect(textOf(choice())).toContain("The text for: Today, 9:30 AM. It names the time that you choose.")
    const off = { example: null, notice: { text: null, leavesAt: null, why: "off" } } as const
    await show({ search: chosen, events: [moving], notice: off })
    expect(textOf(choice())).toContain("This text is not switched on.")
    expect(choice()?.querySelector<HTMLInputElement>("[id$=sms]")?.disabled).toBe(true)
    await show({ search: chosen, events: [moving], notice: { example: null, notice: null } })
    expect(choice()).toBeNull()
  })

  it("offers the free times of a day for a move, and the one it was dropped at first", async () => {
    const atDay = {
      ...sampleAvailability,
      slots: sampleAvailability.slots.map((slot) => ({ ...slot, slotId: (slot.slotId + 100) as typeof slot.slotId })),
    }
    const { container } = await show({ search: chosen, events: [moving], times: atDay })
    expect([...container.ownerDocument.querySelectorAll(".move-times button")].map(textOf)).toContain("9:30 AM 3 seats")
    const dropped = await show({
      search: chosen,
      events: [{ ...moving, to: { ...whereItStands, near: "09:40" } } as AppointmentsEvent],
      times: atDay,
    })
    await press("Move to 9:30 AM")
    expect(dropped.sent).toEqual([{ type: "asked.confirmed", slotId: sampleSlot.slotId + 100 }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("asks once more before a visit moves to a full time, and leads back", async () => {
    const full: AppointmentsEvent = { type: "full.pressed", slot: fullSlot }
    const { sent } = await show({ search: chosen, events: [moving] })
    expect([...document.querySelectorAll(".move-full button")].map(textOf)).toEqual(["10:00 AM Overbook · 1 left"])
    await press("10:00 AM Overbook · 1 left")
    expect(sent).toEqual([full])
    const asked = await show({ search: chosen, events: [moving, full] })
    expect(textOf(document.querySelector(".move-full-one"))).toContain("10:00 AM is full")
    expect(document.querySelector(".move-times")).toBeNull()
    await press("Overbook 10:00 AM")
    await press("Choose another time")
    expect(asked.sent).toEqual([{ type: "overbook.confirmed" }, { type: "full.closed" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("marks who is overbooked, next to the day and among its rows", async () => {
    const appointment = { ...bookedAppointment, isOverbooked: true }
    const { container } = await show({ search: { ...chosen, view: "list" }, appointments: { ready: [appointment] } })
    expect(textOf(container.querySelector("tbody"))).toContain("Overbooked")
  })

  it("says on which days a visit of a series is possible, and why none of a day is offered", async () => {
    const stageDays = "Follow-up is possible from Nov 27 on: at least 7 days after First visit on Nov 20."
    const early = sampleAvailability.slots.map((slot) => ({ ...slot, why: "stage" as const }))
    const later = { ...sampleSlot, slotId: SlotId.make(31), date: "2026-11-27" }
    const times = { ...sampleAvailability, slots: early, stageDays, first: [later] }
    await show({ search: chosen, events: [moving], times })
    const dialog = document.querySelector(".move-dialog")
    expect(textOf(dialog)).toContain(stageDays)
    expect(textOf(dialog)).toContain("This visit is not possible on this day. The next free times:")
    expect([...document.querySelectorAll(".move-times button")].map(textOf)).toEqual(["Fri, Nov 27, 9:30 AM 3 seats"])
  })

  it("says that the time was taken meanwhile, and keeps what was asked", async () => {
    const { sent } = await show({
      search: chosen,
      events: [
        moving,
        { type: "target.changed", to: anotherDay },
        { type: "asked.confirmed", slotId: sampleSlot.slotId },
        commandEnded({
          verb: "move",
          subject: { appointment: bookedAppointment, reason: null, slotId: sampleSlot.slotId },
          outcome: "refused",
          problem: timeTaken,
          seen: { id: bookedAppointment.hashedId, version: bookedAppointment.version },
        }),
      ],
    })
    expect(textOf(document.body)).toContain("Someone else took the last seat of this time.")
    const offered = [...document.querySelectorAll<HTMLElement>(".move-form .notice button")]
    expect(offered.map(textOf)).toEqual(["Nov 23, 12:30 PM"])
    offered[0]?.click()
    expect(sent).toEqual([{ type: "asked.confirmed", slotId: 91 }])
    expect(await accessibilityFaults()).toEqual([])
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
