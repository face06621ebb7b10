import { describe, expect, it } from "vitest"
import { bookingMachine, type BookingEvent, type BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { Appointment, Availability, BookableLocation, SlotExplanation } from "#schemas/scheduling/appointment.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import { problem } from "#schemas/problem.ts"
import { BookingView } from "#views/scheduling/BookingView.tsx"
import { bookingWalk } from "#tests/machines/scheduling/booking.walk.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import {
  bookedAppointment,
  heldAppointment,
  sampleAvailability,
  sampleBookable,
  sampleExplanation,
  samplePatient,
  sampleSlot,
  sampleStages,
} from "#tests/support/bookingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(bookingMachine, bookingWalk)

const choosing = [
  { type: "search.changed", searched: "Lopez" },
  { type: "patient.chosen", patient: samplePatient },
  { type: "location.chosen", location: sampleBookable, startDate: "2026-11-18", stageId: null },
] as const
const hold = { type: "hold.pressed", slotId: sampleSlot.slotId } as const
const subject = { slotId: sampleSlot.slotId, patientHashedId: samplePatient.hashedId }
const held = [...choosing, hold, commandEnded({ verb: "hold", subject, outcome: "done", answer: heldAppointment })]
const at = (events: Parameters<typeof after>[1]) =>
  after(bookingMachine, events, { search: {} }) as unknown as BookingSnapshot

const show = async (snapshot: BookingSnapshot, options: { readonly dark?: boolean; readonly tab?: string } = {}) => {
  const { context } = snapshot
  const search = options.tab === undefined ? context.search : { tab: options.tab }
  const { sent, send } = recorder<BookingEvent>()
  const chosen = <A,>(isChosen: boolean, data: A) => seenReading<A>(isChosen ? { ready: data } : "idle")
  const rendered = await render(
    <BookingView
      page={{ snapshot, send }}
      url={pageUrl(search).url}
      patients={chosen<ReadonlyArray<Patient>>(context.searched !== "", [samplePatient])}
      stages={chosen<StageList>(context.patient !== null, sampleStages)}
      locations={chosen<ReadonlyArray<BookableLocation>>(context.patient !== null, [sampleBookable])}
      availability={chosen<Availability>(context.location !== null, sampleAvailability)}
      explanation={chosen<SlotExplanation>(context.explained !== null, sampleExplanation)}
      appointments={seenReading<ReadonlyArray<Appointment>>({ ready: [bookedAppointment], counts: { booked: 1 } })}
      command={seenCommand(snapshot)}
    />,
    { dark: options.dark ?? false },
  )
  return { ...rendered, sent }
}

describe("the booking page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as BookingSnapshot
      await show(snapshot)
      if (snapshot.context.search["tab"] === undefined) expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("books for the stage that comes next, unless another is chosen", async () => {
    const { container, sent } = await show(at(choosing.slice(0, 2)))
    const select = container.querySelector<HTMLSelectElement>("select")
    expect(select?.selectedOptions[0]?.text).toBe("Follow-up")
    await press(/Midtown/u)
    expect(sent.at(-1)).toMatchObject({ type: "location.chosen", stageId: 2 })
  })

  it("says of each time to come how many seats are left, or why it is not offered", async () => {
    const { container, sent } = await show(at(choosing))
    const times = [...container.querySelectorAll(".slot")].map(textOf)
    expect(times).toEqual(["Fri, Nov 20 9:30 AM 3 left", "Fri, Nov 20 10:00 AM full", "Sat, Nov 21 9:30 AM 3 left"])
    await press("Fri, Nov 20 9:30 AM 3 left")
    await press("Fri, Nov 20 10:00 AM full")
    expect(sent).toEqual([hold, { type: "why.pressed", slotId: 12 }])
  })

  it("answers why a time is not offered, rule by rule", async () => {
    const { container } = await show(at([...choosing, { type: "why.pressed", slotId: sampleSlot.slotId }]))
    expect([...container.querySelectorAll(".rule-fails")].map(textOf)).toEqual([
      "No: No seat is free",
      expect.stringContaining("No: The patient has another visit at Harlem"),
    ])
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("shows how long the seat is held, and what can be done about it, in the %s", async (_, dark) => {
    const { container, sent } = await show(at(held), { dark })
    expect(textOf(container.querySelector(".booking-left span"))).toBe("5:00")
    await press("5 min more")
    await press("Release")
    await press("Book this time")
    expect(sent.map(({ type }) => type)).toEqual(["extend.pressed", "release.pressed", "book.pressed"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers the nearest free times where someone else was first", async () => {
    const taken = problem("SlotTaken", "Someone else took the last seat of this time. Choose another one.", {
      offered: [{ slotId: 13, startsAt: "2026-11-21T14:30:00.000Z" }],
    })
    const lost = [...choosing, hold, commandEnded({ verb: "hold", subject, outcome: "refused", problem: taken })]
    const { container, sent } = await show(at(lost))
    expect(textOf(container.querySelector("[role=alert]"))).toContain("Someone else took the last seat")
    container.querySelector<HTMLElement>(".notice-actions button")?.click()
    expect(sent).toEqual([{ type: "hold.pressed", slotId: 13 }])
  })

  it("lists what is booked, with counts", async () => {
    const { container } = await show(at([]), { tab: "booked" })
    expect(textOf(container.querySelector("tbody tr"))).toContain("Lopez, Maria")
    expect([...container.querySelectorAll(".tab")].map(textOf).slice(0, 2)).toEqual(["Book", "Booked 1"])
  })
})
