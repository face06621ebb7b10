import { expect, layer } from "@effect/vitest"
import { Array as Arr, Effect, Result } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { slotAt, sections } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const bookers = 1_000

/** How often each end came. */
const tally = (ends: ReadonlyArray<Result.Result<unknown, unknown>>) => {
  const names = ends.map((end) => (Result.isSuccess(end) ? "done" : (end.failure as Problem).problem))
  return Object.fromEntries(Object.entries(Arr.groupBy(names, (name) => name)).map(([name, all]) => [name, all.length]))
}

const atOnce = <A, E, R>(all: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(all, Effect.result, { concurrency: "unbounded" })

/** Holds a seat, and books it where it was had. */
const bookings = Effect.gen(function* () {
  const { Appointment } = yield* schedulingClient
  const hold = (slotId: Parameters<typeof Appointment.HoldSlot>[0]["payload"]["slotId"], patientHashedId = "") =>
    Effect.map(
      Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } }),
      ({ data }) => data.hashedId,
    )
  const book = (...of: Parameters<typeof hold>) =>
    Effect.tap(hold(...of), (hashedId) => Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } }))
  return { Appointment, hold, book }
})

for (const [name, database] of testDatabases) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(`booking at once on ${name}`, (it) => {
    it.effect("gives a slot of ten seats to ten of a thousand people, and names other times to the others", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(bookers)
        yield* Effect.gen(function* () {
          const { book } = yield* bookings
          const place = yield* savedPlace([
            morning(monday, [slotAt("09:00", "09:30", { capacity: 10 }), slotAt("09:30", "10:00", { capacity: 1 })]),
          ])
          const slotId = yield* slotIdOf(place, monday, "09:00")
          const other = yield* slotIdOf(place, monday, "09:30")
          const ends = yield* atOnce(patients.map((patient) => book(slotId, patient)))
          expect(tally(ends)).toEqual({ done: 10, SlotTaken: bookers - 10 })
          const offered = ends.flatMap((end) => (Result.isFailure(end) ? [(end.failure as Problem).offered] : []))
          expect(new Set(offered.map((times) => JSON.stringify(times)))).toEqual(
            new Set([JSON.stringify([{ slotId: other, startsAt: "2026-11-23T17:30:00.000Z" }])]),
          )
          expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: 10, held: 0, status: "busy" })
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("gives one person one of the slots that overlap, wherever they are", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(1)
        yield* Effect.gen(function* () {
          const { hold } = yield* bookings
          const slots = [morning(monday, [slotAt("09:00", "10:00"), slotAt("10:00", "10:30")])]
          const places = [yield* savedPlace(slots), yield* savedPlace(slots, { name: "Westmont" })]
          const slotIds = yield* Effect.forEach(places, (place) => slotIdOf(place, monday, "09:00"))
          const ends = yield* atOnce([...slotIds, ...slotIds, ...slotIds].map((slotId) => hold(slotId, patients[0])))
          expect(tally(ends)).toEqual({ done: 1, AlreadyExists: 5 })
          // What begins when the other ends does not overlap it.
          const next = yield* slotIdOf(places[1] ?? "", monday, "10:00")
          expect(Result.isSuccess(yield* Effect.result(hold(next, patients[0])))).toBe(true)
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("lets people exchange their times without waiting for each other, and none has two", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(40)
        yield* Effect.gen(function* () {
          const { Appointment, book } = yield* bookings
          const place = yield* savedPlace([
            morning(monday, [slotAt("09:00", "09:30", { capacity: 40 }), slotAt("09:30", "10:00", { capacity: 40 })]),
          ])
          const early = yield* slotIdOf(place, monday, "09:00")
          const late = yield* slotIdOf(place, monday, "09:30")
          const mine = yield* Effect.forEach(patients, (patient, index) =>
            book(index % 2 === 0 ? early : late, patient),
          )
          const ends = yield* atOnce(
            mine.map((hashedId, index) =>
              Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: index % 2 === 0 ? late : early } }),
            ),
          )
          expect(tally(ends)).toEqual({ done: 40 })
          expect((yield* slotsOf(place, monday)).map(({ booked }) => booked)).toEqual([20, 20])
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("keeps what is booked while its schedule is cleared, replicated and saved", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(60)
        yield* Effect.gen(function* () {
          const { book } = yield* bookings
          const { Scheduler } = yield* schedulingClient
          const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 60 })])])
          const slotId = yield* slotIdOf(place, monday, "09:00")
          const week = [{ day: 1, slots: [slotAt("09:10", "09:40")] }] as const
          const replicate = Scheduler.Replicate({
            headers: {},
            payload: {
              ...{ hashedId: place, apptSection: 1, mode: "Range", startDate: monday, endDate: "2026-12-31" },
              ...{ existing: "replace", week },
            },
          })
          const ends = yield* atOnce<unknown, unknown, never>([
            ...patients.slice(0, 30).map((patient) => book(slotId, patient)),
            Scheduler.DeleteScheduler({ headers: {}, query: { hashedId: place } }),
            replicate,
            Scheduler.SaveScheduler({
              headers: {},
              payload: { hashedId: place, sections, days: [morning(monday, [])] },
            }),
            ...patients.slice(30).map((patient) => book(slotId, patient)),
          ])
          const { done = 0 } = tally(ends)
          const [slot] = (yield* slotsOf(place, monday)).filter((one) => one.slotId === slotId)
          // Who booked has the seat; who came after the section was off or the slot gone was refused.
          expect(done).toBeGreaterThan(0)
          expect(slot === undefined ? 0 : slot.booked + slot.held).toBe(
            ends.filter((end) => Result.isSuccess(end) && typeof end.success === "string").length,
          )
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("replicates twice at once as one after the other", () =>
      Effect.gen(function* () {
        const { companyId } = yield* companyWith(1)
        yield* Effect.gen(function* () {
          const { Scheduler } = yield* schedulingClient
          const place = yield* savedPlace([])
          const payload = {
            ...({ hashedId: place, apptSection: 1, mode: "Range", startDate: monday, endDate: "2027-11-22" } as const),
            ...({ existing: "replace", week: [{ day: 1, slots: [slotAt("09:00", "09:30")] }] } as const),
          }
          const replicate = Scheduler.Replicate({ headers: {}, payload })
          const ends = yield* atOnce([replicate, replicate, replicate])
          const adds = ends.map((end) => (Result.isSuccess(end) ? end.success.data.adds : -1))
          expect(adds.toSorted((one, other) => one - other)).toEqual([0, 0, 53])
        }).pipe(asCompany(companyId))
      }),
    )
  })
}
