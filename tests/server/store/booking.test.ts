import { expect, layer } from "@effect/vitest"
import { Array as Arr, Effect, Result } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
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

/** Two who wait for each other in a circle: the database ends one of them, and counts it. */
const deadlocks = Effect.gen(function* () {
  const { sql } = yield* Database
  // The counters are written once a session is idle, or when they are asked for.
  yield* sql`select pg_stat_clear_snapshot()`
  const [row] = yield* sql<{ readonly deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`
  return row?.deadlocks
})

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
    it.effect.each([
      { seats: 1, bookers: 1_000 },
      { seats: 10, bookers: 200 },
    ])(
      "gives $seats of $bookers people a seat where there are no more, and names other times to the others",
      ({ seats, bookers }) =>
        Effect.gen(function* () {
          const before = yield* deadlocks
          const { companyId, patients } = yield* companyWith(bookers)
          yield* Effect.gen(function* () {
            const { book } = yield* bookings
            const place = yield* savedPlace([
              morning(monday, [
                slotAt("09:00", "09:30", { capacity: seats }),
                slotAt("09:30", "10:00", { capacity: 1 }),
              ]),
            ])
            const slotId = yield* slotIdOf(place, monday, "09:00")
            const other = yield* slotIdOf(place, monday, "09:30")
            const ends = yield* atOnce(patients.map((patient) => book(slotId, patient)))
            expect(tally(ends)).toEqual({ done: seats, SlotTaken: bookers - seats })
            const offered = ends.flatMap((end) => (Result.isFailure(end) ? [(end.failure as Problem).offered] : []))
            expect(new Set(offered.map((times) => JSON.stringify(times)))).toEqual(
              new Set([JSON.stringify([{ slotId: other, startsAt: "2026-11-23T17:30:00.000Z" }])]),
            )
            expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: seats, held: 0, status: "busy" })
            expect(yield* seatDrift).toEqual([])
            expect(yield* deadlocks).toBe(before)
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

    it.effect.each(["the location is disabled", "its section is switched off", "the day is closed"] as const)(
      "books who came before, and no one after, while %s",
      (what) =>
        Effect.gen(function* () {
          const { companyId, patients } = yield* companyWith(41)
          yield* Effect.gen(function* () {
            const { book } = yield* bookings
            const { Location, Scheduler } = yield* schedulingClient
            const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 60 })])])
            const slotId = yield* slotIdOf(place, monday, "09:00")
            const closed = { ...location, name: "Eastmont", closures: [{ from: monday, to: monday, reason: "Moving" }] }
            const closing = {
              "the location is disabled": Location.ChangeState({
                headers: {},
                payload: { hashedId: place, action: "disable" },
              }),
              "its section is switched off": Scheduler.SaveScheduler({
                headers: {},
                payload: {
                  hashedId: place,
                  sections: sections.map((one) => ({ ...one, switchValue: false })),
                  days: [],
                },
              }),
              "the day is closed": Location.SaveLocation({
                headers: {},
                payload: { hashedId: place, location: closed },
              }),
            }[what]
            const booking = patients.slice(0, 40).map((patient) => book(slotId, patient))
            const ends = yield* atOnce<unknown, unknown, Effect.Services<typeof closing>>([
              ...booking.slice(0, 20),
              closing,
              ...booking.slice(20),
            ])
            const refused = ends.flatMap((end) => (Result.isFailure(end) ? [(end.failure as Problem).problem] : []))
            expect(refused.filter((one) => one !== "NotAllowedNow")).toEqual([])
            // Who has a seat has an appointment there, and no one else has one.
            const { sql, company } = yield* Database
            const visits = yield* company(companyId)(
              sql`select 1 from read_models where category = 'appointment' and state in ('booked', 'pending')`,
            )
            const [counted] = yield* company(companyId)(
              sql<{
                readonly taken: number
              }>`select (booked + held)::int as taken from slots where slot_id = ${slotId}`,
            )
            expect(visits.length).toBe(counted?.taken)
            expect(visits.length).toBe(40 - refused.length)
            const late = yield* Effect.result(book(slotId, patients[40]))
            expect(Result.isFailure(late) && (late.failure as Problem).problem).toBe("NotAllowedNow")
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
