import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { ScheduledDay } from "#schemas/scheduling/schedule.ts"
import { timeAt } from "#schemas/scheduling/slot.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { sections, slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"

const tuesday = "2026-11-24"
const nine = slotAt("09:00", "09:30")
const ten = slotAt("10:00", "10:30", { capacity: 2, bufferAfter: 10 })

/** Runs as an administrator of a company of its own, who has one patient. */
const inCompany = <A, E, R>(work: (patient: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(companyWith(1), ({ companyId, patients }) => asCompany(companyId)(work(patients[0] ?? "")))

const save = Effect.fnUntraced(function* (hashedId: string, days: ReadonlyArray<ScheduledDay>, version?: number) {
  const { Scheduler } = yield* schedulingClient
  const headers = version === undefined ? {} : { "if-match": String(version) }
  return yield* Scheduler.SaveScheduler({ headers, payload: { hashedId, sections, days } })
})

const bookAt = Effect.fnUntraced(function* (hashedId: string, date: string, start: string, patientHashedId: string) {
  const { Appointment } = yield* schedulingClient
  const slotId = yield* slotIdOf(hashedId, date, start)
  const { data } = yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } })
  return (yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId: data.hashedId, note: "" } })).data
})

const startsOf = (hashedId: string, date: string) =>
  Effect.map(slotsOf(hashedId, date), (slots) => slots.map(({ start }) => start))

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("schedules", (it) => {
  it.effect("are read again as they were saved, with the instants of their zone", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const place = yield* savedPlace([morning(monday, [nine, ten])])
        const { Scheduler } = yield* schedulingClient
        const { data } = yield* Scheduler.GetSchedulerDetails({
          query: { hashedId: place, startDate: monday, endDate: tuesday },
        })
        expect(data).toMatchObject({ name: "Eastmont", version: 1, sections, closedDays: [] })
        expect(data.lastChange).toMatchObject({ kind: "saved", days: 1 })
        expect(data.slots).toMatchObject([
          { ...nine, apptSection: 1, date: monday, status: "free", startsAt: "2026-11-23T17:00:00.000Z" },
          { ...ten, endsAt: "2026-11-23T18:30:00.000Z" },
        ])
      }),
    ),
  )

  it.effect("have three sections that are off, on workdays, where nothing was saved", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Location, Scheduler } = yield* schedulingClient
        const { data: made } = yield* Location.SaveLocation({ headers: {}, payload: { hashedId: null, location } })
        const { data } = yield* Scheduler.GetSchedulerDetails({
          query: { hashedId: made.hashedId, startDate: monday, endDate: monday },
        })
        expect(data.version).toBe(0)
        expect(data.sections.map(({ name, switchValue }) => [name, switchValue])).toEqual([
          ["Morning", false],
          ["Afternoon", false],
          ["Evening", false],
        ])
      }),
    ),
  )

  it.effect("say what is free, full, held and not offered", () =>
    inCompany((patient) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const full = slotAt("09:00", "09:30", { capacity: 1 })
        const evening = { apptSection: 3, date: monday, slots: [slotAt("18:00", "18:30")] } as const
        const place = yield* savedPlace([morning(monday, [full, ten]), evening])
        const statuses = Effect.map(slotsOf(place, monday), (slots) => slots.map(({ status }) => status))
        expect(yield* statuses).toEqual(["free", "free", "busy-unavailable"])
        const slotId = yield* slotIdOf(place, monday, "09:00")
        const payload = { slotId, patientHashedId: patient, overbook: false }
        const { data } = yield* Appointment.HoldSlot({ headers: {}, payload })
        expect(yield* statuses).toEqual(["busy-tentative", "free", "busy-unavailable"])
        yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId: data.hashedId, note: "" } })
        expect(yield* statuses).toEqual(["busy", "free", "busy-unavailable"])
      }),
    ),
  )

  it.effect("keep a booked slot that is saved away, and what is not named as it is", () =>
    inCompany((patient) =>
      Effect.gen(function* () {
        const place = yield* savedPlace([morning(monday, [nine, ten]), morning(tuesday, [nine])])
        yield* bookAt(place, monday, "10:00", patient)
        yield* save(place, [morning(monday, [slotAt("10:15", "10:45"), slotAt("11:00", "11:30")])])
        expect(yield* startsOf(place, monday)).toEqual(["10:00", "11:00"])
        expect(yield* startsOf(place, tuesday)).toEqual(["09:00"])
      }),
    ),
  )

  it.effect("take the last change back, but for what was booked since", () =>
    inCompany((patient) =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [nine])])
        yield* save(place, [morning(monday, [ten, slotAt("11:00", "11:30")])])
        yield* bookAt(place, monday, "11:00", patient)
        yield* Scheduler.UndoScheduler({ headers: {}, payload: { hashedId: place } })
        expect(yield* startsOf(place, monday)).toEqual(["09:00", "11:00"])
        expect(
          yield* Effect.flip(Scheduler.UndoScheduler({ headers: {}, payload: { hashedId: place } })),
        ).toMatchObject({
          message: "The last change was undone already.",
        })
      }),
    ),
  )

  it.effect("take a change back for a day, and no longer", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [nine])])
        yield* (yield* MovableClock).move(noon + 25 * 3_600_000)
        const refused = yield* Effect.flip(Scheduler.UndoScheduler({ headers: {}, payload: { hashedId: place } }))
        expect(refused).toMatchObject({ message: "A change can be undone for a day. Edit the slots instead." })
      }),
    ),
  )

  it.effect("are refused for another version than the one that was seen", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const place = yield* savedPlace([morning(monday, [nine])])
        yield* save(place, [morning(monday, [ten])], 1)
        expect(yield* Effect.flip(save(place, [morning(monday, [])], 1))).toMatchObject({ problem: "StaleVersion" })
        expect(yield* startsOf(place, monday)).toEqual(["10:00"])
      }),
    ),
  )

  it.effect.each([
    ["a day that is over", "2026-11-17", [nine], "days.0.date", /This day is over/],
    ["a time that the clock skips", "2027-03-14", [slotAt("02:30", "03:00")], "days.0.slots.0.start", /does not exist/],
  ] as const)("are refused with %s, at its field", ([_, date, slots, field, message]) =>
    inCompany(() =>
      Effect.gen(function* () {
        const place = yield* savedPlace([])
        const refused = (yield* Effect.flip(save(place, [morning(date, slots)]))) as Problem
        expect(refused.problem).toBe("Invalid")
        expect(refused.errors?.[0]?.field).toBe(field)
        expect(refused.errors?.[0]?.message).toMatch(message)
      }),
    ),
  )

  it.effect("are absent for another company", () =>
    Effect.gen(function* () {
      const place = yield* inCompany(() => savedPlace([morning(monday, [nine])]))
      const refused = yield* inCompany(() => Effect.flip(save(place, [])))
      expect(refused).toMatchObject({ problem: "NotFound" })
    }),
  )
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("replicating", (it) => {
  const week = [
    { day: 1, slots: [nine] },
    { day: 2, slots: [nine, ten] },
  ] as const
  const range = {
    apptSection: 1,
    mode: "Range",
    startDate: monday,
    endDate: "2026-12-06",
    existing: "keep",
    week,
  } as const

  it.effect("does what its preview says, to the matching weekdays of the range", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [nine, slotAt("11:00", "11:30")])])
        const payload = { ...range, hashedId: place }
        const { data: preview } = yield* Scheduler.PreviewReplicate({ payload })
        expect(preview).toMatchObject({ adds: 5, keeps: 2, removes: 0, affected: 0 })
        expect(preview.days).toEqual([
          { date: monday, outcome: "keeps" },
          { date: tuesday, outcome: "adds" },
          { date: "2026-11-30", outcome: "adds" },
          { date: "2026-12-01", outcome: "adds" },
        ])
        const { data: done } = yield* Scheduler.Replicate({ headers: {}, payload })
        expect(done).toEqual(preview)
        expect(yield* startsOf(place, monday)).toEqual(["09:00", "11:00"])
        expect(yield* startsOf(place, "2026-12-01")).toEqual(["09:00", "10:00"])
        expect(yield* startsOf(place, "2026-12-08")).toEqual([])
        yield* Scheduler.UndoScheduler({ headers: {}, payload: { hashedId: place } })
        expect(yield* startsOf(place, "2026-12-01")).toEqual([])
        expect(yield* startsOf(place, monday)).toEqual(["09:00", "11:00"])
      }),
    ),
  )

  it.effect("reaches all of the section when it is the whole schedule", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([])
        const payload = { ...range, hashedId: place, mode: "all schedule", startDate: null, endDate: null } as const
        const { data } = yield* Scheduler.PreviewReplicate({ payload })
        expect([data.days[0]?.date, data.days.at(-1)?.date]).toEqual([monday, "2027-12-28"])
        expect(data.clockChanges).toEqual([
          { date: "2027-03-14", minutes: 60 },
          { date: "2027-11-07", minutes: -60 },
        ])
      }),
    ),
  )

  it.effect("steps over closed days, names booked slots, and leaves out what the clock skips", () =>
    inCompany((patient) =>
      Effect.gen(function* () {
        const { Location, Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [slotAt("09:15", "09:45")])])
        yield* bookAt(place, monday, "09:15", patient)
        const closures = [{ from: tuesday, to: tuesday, reason: "Training" }]
        yield* Location.SaveLocation({ headers: {}, payload: { hashedId: place, location: { ...location, closures } } })
        const replaced = yield* Scheduler.PreviewReplicate({
          payload: { ...range, hashedId: place, existing: "replace" },
        })
        expect(replaced.data.days.slice(0, 2)).toEqual([
          { date: monday, outcome: "bookings" },
          { date: tuesday, outcome: "closed" },
        ])
        expect(replaced.data.affectedSlots).toEqual([{ date: monday, start: "09:15", booked: 1 }])
        const night = [{ day: 0, slots: [slotAt("02:30", "03:30")] }] as const
        const spring = { ...range, hashedId: place, week: night, startDate: "2027-03-07", endDate: "2027-03-21" }
        const { data } = yield* Scheduler.PreviewReplicate({ payload: spring })
        expect(data).toMatchObject({ adds: 2, leftOut: 1, skipped: [{ date: "2027-03-14", start: "02:30" }] })
      }),
    ),
  )

  it.effect("is refused as a whole above 40,000 slots, and leaves the schedule as it was", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [nine])])
        // A day of ten minutes each, on all days of more than a year.
        const slots = Array.from({ length: 143 }, (_, at) => slotAt(timeAt(at * 10), timeAt(at * 10 + 10)))
        const everyDay = ([0, 1, 2, 3, 4, 5, 6] as const).map((day) => ({ day, slots }))
        const whole = { mode: "all schedule", startDate: null, endDate: null } as const
        const payload = { ...range, ...whole, hashedId: place, week: everyDay }
        expect(yield* Effect.flip(Scheduler.Replicate({ headers: {}, payload }))).toMatchObject({
          errors: [{ field: "endDate", message: expect.stringContaining("40,000") as string }],
        })
        expect(yield* startsOf(place, monday)).toEqual(["09:00"])
        expect(yield* startsOf(place, "2026-12-01")).toEqual([])
      }),
    ),
  )

  it.effect("is refused outside the section, with the days that it has", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([])
        const payload = { ...range, hashedId: place, startDate: "2028-01-01", endDate: "2028-02-01" }
        expect(yield* Effect.flip(Scheduler.PreviewReplicate({ payload }))).toMatchObject({
          errors: [{ field: "startDate", message: expect.stringContaining("2026-01-01 to 2027-12-31") as string }],
        })
      }),
    ),
  )
})
