import { usualPreferences } from "#schemas/preferences.ts"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { bookingMachine, type BookingEvent, type BookingSnapshot } from "#machines/scheduling/booking.machine.ts"
import { accessIds } from "#schemas/access.ts"
import { CompanyId, HashedId, UserId } from "#schemas/ids.ts"
import type { FormEvent } from "#machines/session/form.machine.ts"
import { PatientDraft } from "#schemas/people/patientDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { Appointment, Availability, BookableLocation, SlotExplanation } from "#schemas/scheduling/appointment.ts"
import type { HeldSeat } from "#schemas/scheduling/appointmentText.ts"
import type { AppointmentDetail } from "#schemas/scheduling/appointmentsAsked.ts"
import type { StageList } from "#schemas/scheduling/stage.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { problem } from "#schemas/problem.ts"
import { BookingView } from "#views/scheduling/BookingView.tsx"
import { bookingWalk } from "#tests/machines/scheduling/booking.walk.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { sampleDetail } from "#tests/support/appointmentSamples.ts"
import {
  bookedAppointment,
  fullSlot,
  heldAppointment,
  sampleAvailability,
  sampleBookable,
  sampleExplanation,
  samplePatient,
  samplePatientDraft,
  sampleSlot,
  sampleStages,
} from "#tests/support/bookingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const actingPerson: SignedInPerson = {
  ...{ userId: UserId.make(1), userType: 1, userName: "nora", displayName: "Nora Reyes" },
  ...{ companyId: CompanyId.make(1), companyName: "Seed Outreach", companyZone: "America/New_York" },
  preferences: usualPreferences,
  actingCompany: {
    companyId: CompanyId.make(2),
    ...{ hashedId: HashedId.make("n".repeat(20)), name: "Northwind Clinics", timezone: "America/New_York" },
  },
  accessIds: Object.values(accessIds),
}
const { places } = pathsOf(bookingMachine, bookingWalk)

const choosing = [
  { type: "search.changed", searched: "Lopez" },
  { type: "patient.chosen", patient: samplePatient },
  { type: "location.chosen", location: sampleBookable, startDate: "2026-11-18", stageId: null },
] as const
const hold = { type: "hold.pressed", slotId: sampleSlot.slotId } as const
const book = { type: "book.pressed" } as const
const subject = { slotId: sampleSlot.slotId, overbook: false, patientHashedId: samplePatient.hashedId }
const held = [...choosing, hold, commandEnded({ verb: "hold", subject, outcome: "done", answer: heldAppointment })]
const at = (events: Parameters<typeof after>[1]) =>
  after(bookingMachine, events, { search: {} }) as unknown as BookingSnapshot

type Options = {
  readonly dark?: boolean
  readonly tab?: string
  readonly person?: SignedInPerson
  readonly written?: ReadonlyArray<FormEvent>
  readonly locations?: ReadonlyArray<BookableLocation>
  readonly explanation?: SlotExplanation
  readonly booked?: Appointment
}

const show = async (snapshot: BookingSnapshot, options: Options = {}) => {
  const { context } = snapshot
  const search = options.tab === undefined ? context.search : { tab: options.tab }
  const { sent, send } = recorder<BookingEvent>()
  const chosen = <A,>(isChosen: boolean, data: A) => seenReading<A>(isChosen ? { ready: data } : "idle")
  const rendered = await render(
    <BookingView
      page={{ snapshot, send }}
      url={pageUrl(search).url}
      person={options.person ?? actingPerson}
      patients={chosen<ReadonlyArray<Patient>>(context.searched !== "", [samplePatient])}
      form={
        snapshot.matches("writing")
          ? seenForm(snapshot.context.known?.draft ?? samplePatientDraft, options.written, validatorOf(PatientDraft))
          : undefined
      }
      stages={chosen<StageList>(context.patient !== null, sampleStages)}
      locations={chosen<ReadonlyArray<BookableLocation>>(
        context.patient !== null,
        options.locations ?? [sampleBookable],
      )}
      availability={chosen<Availability>(context.location !== null, sampleAvailability)}
      explanation={chosen<SlotExplanation>(context.explained !== null, options.explanation ?? sampleExplanation)}
      appointments={seenReading<ReadonlyArray<Appointment>>({ ready: [bookedAppointment], counts: { booked: 1 } })}
      booked={seenReading<AppointmentDetail>(
        options.booked === undefined ? "idle" : { ready: { ...sampleDetail, appointment: options.booked } },
      )}
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

  it("says for which company it books, and tells patients apart by phone and birth date as people write them", async () => {
    const { container } = await show(at(choosing.slice(0, 1)))
    const [company, patient] = [...container.querySelectorAll(".folded-step")].map(textOf)
    expect(company).toContain("Northwind Clinics")
    expect(patient).toContain("NW-210472, (646) 555-0118, Mar 4, 1958")
  })

  it.each([
    ["leads to a company", Object.values(accessIds), "Choose a company"],
    ["names the missing right", [accessIds.SuperAdminAppointment], "You need the right to manage all companies"],
  ])("keeps the patient step closed for a Super Admin without a company, and %s", async (_, held, said) => {
    const { container } = await show(at([]), { person: { ...actingPerson, actingCompany: null, accessIds: held } })
    const [company, patient] = [...container.querySelectorAll(".folded-step")]
    expect(textOf(company ?? null)).toContain(said)
    expect(company?.querySelector("a")?.getAttribute("href")).toBe(held.length > 1 ? "/global" : undefined)
    expect(patient?.querySelector("input")).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("adds a patient by a form that says at its fields what cannot be taken", async () => {
    const wrong = { type: "field.changed", field: "lastName", value: "" } as const
    const { container } = await show(at([{ type: "new.pressed" }]), { written: [wrong, { type: "submit.pressed" }] })
    expect(textOf(container.querySelector("#newPatient-lastName-error"))).toBe(
      "Enter a last name of at most 100 characters.",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers to choose someone who is on record, or to correct what was written", async () => {
    const written = { patient: samplePatient, draft: samplePatientDraft, isNew: false }
    const saved = { type: "xstate.done.actor.form", output: { discarded: false, left: null, value: written } } as const
    const { container, sent } = await show(at([{ type: "new.pressed" }, saved]))
    expect(textOf(container.querySelector(".notice"))).toContain("Lopez, Maria NW-210472, (646) 555-0118, Mar 4, 1958")
    await press("Choose this patient")
    await press("Correct it")
    expect(sent).toEqual([{ type: "patient.chosen", patient: samplePatient }, { type: "new.pressed" }])
    expect(at([{ type: "new.pressed" }, saved, { type: "new.pressed" }]).context.known?.draft).toEqual(
      samplePatientDraft,
    )
  })

  it("asks an administrator of one company for none", async () => {
    const { container } = await show(at([]), { person: { ...actingPerson, userType: 2, actingCompany: null } })
    const [company] = [...container.querySelectorAll(".folded-step")]
    expect(textOf(company ?? null)).toContain("Seed Outreach")
    expect(company?.querySelector("a")).toBeNull()
  })

  it.each([
    ["no location is there", [], "There is no location yet", "/location"],
    [
      "no location has a free time",
      [{ ...sampleBookable, seatsLeft: 0, firstStartsAt: null }],
      "No location has a free time",
      "/scheduler",
    ],
  ])("says what comes first where %s, and still offers the waitlist", async (_, locations, said, href) => {
    const { container } = await show(at(choosing.slice(0, 2)), { locations })
    expect(textOf(container)).toContain(said)
    expect(container.querySelector(".step-here a")?.getAttribute("href")).toBe(href)
    expect(container.querySelectorAll(".choice-row")).toHaveLength(locations.length)
    expect(await accessibilityFaults()).toEqual([])
  })

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
    expect(times).toEqual([
      "Fri, Nov 20 9:30 AM 3 left",
      "Fri, Nov 20 10:00 AM Overbook · 1 left",
      "Sat, Nov 21 9:30 AM 3 left",
    ])
    await press("Fri, Nov 20 9:30 AM 3 left")
    await press("Fri, Nov 20 10:00 AM Overbook · 1 left")
    expect(sent).toEqual([hold, { type: "why.pressed", slotId: 12 }])
  })

  it.each([
    ["where only its seats stand against it", true, true],
    ["but not where the patient is elsewhere then", false, false],
  ])("offers to overbook a full time, %s", async (_, isFree, isOffered) => {
    const rules = sampleExplanation.rules.map((one) => (one.rule === "patient" ? { ...one, holds: isFree } : one))
    const { container, sent } = await show(at([...choosing, { type: "why.pressed", slotId: fullSlot.slotId }]), {
      explanation: { ...sampleExplanation, rules },
    })
    expect(textOf(container.querySelector(".booking-why")).includes("marked as overbooked")).toBe(isOffered)
    if (!isOffered) return
    await press("Overbook this time")
    expect(sent).toEqual([{ type: "overbook.pressed", slotId: fullSlot.slotId }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("marks a seat beyond those of its slot while it is held and once it is booked", async () => {
    const beyond = { ...heldAppointment, isOverbooked: true }
    const { container } = await show(
      at([...held.slice(0, -1), commandEnded({ verb: "hold", subject, outcome: "done", answer: beyond })]),
    )
    expect(textOf(container.querySelector(".booking-aside"))).toContain("Overbooked")
  })

  it.each([
    ["stands", bookedAppointment, "Booked", "The patient"],
    ["was cancelled", { ...bookedAppointment, status: "cancelled" }, "Cancelled meanwhile", "Someone cancelled"],
    ["was moved", { ...bookedAppointment, startsAt: "2026-11-20T19:15:00.000Z" }, "Moved meanwhile", "2:15 PM"],
  ] as const)("says of what was booked just now that it %s", async (_, now, title, said) => {
    const answer = { ...bookedAppointment }
    const done = commandEnded({ verb: "book", subject: { appointment: answer }, outcome: "done", answer })
    const { container } = await show(at([...held, book, done]), { booked: now })
    const section = textOf(container.querySelector(".booking-middle section"))
    expect(section.startsWith(title)).toBe(true)
    expect(section).toContain(said)
    expect(await accessibilityFaults()).toEqual([])
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

  it("offers to text the patient or not, and shows how the text reads", async () => {
    const { container, sent } = await show(at(held))
    expect(textOf(container.querySelector(".phone-bubble"))).toContain("your appointment is booked for Friday")
    await act(async () => container.querySelector<HTMLInputElement>(".notice-choice [id$=none]")?.click())
    expect(sent).toEqual([{ type: "notice.chosen", notice: "none" }])
    const silent = await show(at([...held, { type: "notice.chosen", notice: "none" }]))
    expect(silent.container.querySelector(".phone-bubble")).toBeNull()
  })

  it.each([
    ["off", "This text is not switched on.Set up texts"],
    ["noPhone", "No text can be sent. No valid phone number."],
  ] as const)("books without notice where a text cannot be sent (%s), and says why", async (why, said) => {
    const answer: HeldSeat = { ...heldAppointment, notice: { text: null, leavesAt: null, why } }
    const snapshot = at([...choosing, hold, commandEnded({ verb: "hold", subject, outcome: "done", answer })])
    const { container } = await show(snapshot)
    expect(textOf(container.querySelector(".notice-choice .field-hint"))).toBe(said)
    expect(container.querySelector<HTMLInputElement>(".notice-choice [id$=sms]")?.disabled).toBe(true)
    expect(container.querySelector<HTMLInputElement>(".notice-choice [id$=none]")?.checked).toBe(true)
    const asked = at([...choosing, hold, commandEnded({ verb: "hold", subject, outcome: "done", answer }), book])
    expect(asked.children["command"]?.getSnapshot()).toMatchObject({ context: { subject: { notice: "none" } } })
    expect(await accessibilityFaults()).toEqual([])
  })

  it("lists what is booked, with counts", async () => {
    const { container } = await show(at([]), { tab: "booked" })
    expect(textOf(container.querySelector("tbody tr"))).toContain("Lopez, Maria")
    expect([...container.querySelectorAll(".tab")].map(textOf).slice(0, 2)).toEqual(["Book", "Booked 1"])
  })
})
