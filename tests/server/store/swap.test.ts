import { expect, layer } from "@effect/vitest"
import { Array as Arr, Effect, Result } from "effect"
import type { Problem } from "#schemas/problem.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { book } from "#tests/support/stages.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

/** Two who wait for each other in a circle: the database ends one of them, and counts it. */
const deadlocks = Effect.gen(function* () {
  const { sql } = yield* Database
  yield* sql`select pg_stat_clear_snapshot()`
  const [row] = yield* sql<{ readonly deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`
  return row?.deadlocks
})

const starts = ["09:00", "09:30", "10:00", "10:30"]
const rounds = 4

type Seen = Pick<Appointment, "hashedId" | "version">
const swap = (mine: Seen, { hashedId, version }: Seen) =>
  Effect.flatMap(schedulingClient, ({ Appointment }) =>
    Appointment.Swap({
      headers: { "if-match": String(mine.version) },
      payload: { hashedId: mine.hashedId, other: { hashedId, version } },
    }),
  )
const cancel = ({ hashedId, version }: Seen) =>
  Effect.flatMap(schedulingClient, ({ Appointment }) =>
    Appointment.ChangeStatus({
      headers: { "if-match": String(version) },
      payload: { hashedId, action: "cancel", reason: "patient" },
    }),
  )
const move = ({ hashedId, version }: Seen, { slotId }: Appointment) =>
  Effect.flatMap(schedulingClient, ({ Appointment }) =>
    Appointment.Reschedule({ headers: { "if-match": String(version) }, payload: { hashedId, slotId } }),
  )

type Four = readonly [Appointment, Appointment, Appointment, Appointment]

for (const [name, database] of testDatabases) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(
    `swapping at once on ${name}`,
    (it) => {
      it.effect.each([
        { what: "the same two, each with the other", of: ([a, b]: Four) => [swap(a, b), swap(b, a), swap(a, b)] },
        { what: "one with two others", of: ([a, b, c]: Four) => [swap(a, b), swap(b, c), swap(c, a)] },
        { what: "a circle of four", of: ([a, b, c, d]: Four) => [swap(a, b), swap(b, c), swap(c, d), swap(d, a)] },
        { what: "a swap and the cancellation of either", of: ([a, b]: Four) => [swap(a, b), cancel(b), cancel(a)] },
        { what: "a swap, and a move to what it leaves", of: ([a, b, c]: Four) => [swap(a, b), move(c, a), move(c, b)] },
      ])("ends as one after the other, with no seat twice and none lost: $what", ({ of }) =>
        Effect.gen(function* () {
          const before = yield* deadlocks
          const { companyId, patients } = yield* companyWith(4)
          yield* Effect.gen(function* () {
            for (let round = 0; round < rounds; round += 1) {
              const place = yield* savedPlace(
                [
                  morning(
                    monday,
                    starts.map((start, at) => slotAt(start, starts[at + 1] ?? "11:00", { capacity: 1 })),
                  ),
                ],
                { name: `Place ${round}` },
              )
              const booked = (yield* Effect.forEach(starts, (start, at) =>
                book(place, monday, { start, patient: patients[at] ?? "" }),
              )) as unknown as Four
              const ends = yield* Effect.forEach(of(booked), Effect.result, { concurrency: "unbounded" })
              const failures = ends.flatMap((end) => (Result.isFailure(end) ? [(end.failure as Problem).problem] : []))
              expect(ends.length - failures.length).toBeGreaterThan(0)
              expect(failures.filter((one) => !["StaleVersion", "SlotTaken", "NotAllowedNow"].includes(one))).toEqual(
                [],
              )
              const { Appointment } = yield* schedulingClient
              const { data } = yield* Appointment.GetBookedAppointments({
                query: { locationHashedId: place, sort: "start" },
              })
              const there = data.filter(({ status }) => status === "booked")
              const seats = Arr.groupBy(there, ({ start }) => start)
              expect(Object.values(seats).filter((all) => all.length > 1)).toEqual([])
              expect(new Set(data.map(({ patient }) => patient.hashedId)).size).toBe(4)
              expect((yield* slotsOf(place, monday)).map(({ start, booked: count }) => [start, count])).toEqual(
                starts.map((start) => [start, seats[start]?.length ?? 0]),
              )
              for (const { hashedId } of there)
                yield* cancel((yield* Appointment.GetAppointmentDetail({ query: { hashedId } })).data.appointment)
            }
            expect(yield* seatDrift).toEqual([])
            expect(yield* deadlocks).toBe(before)
          }).pipe(asCompany(companyId))
        }),
      )
    },
  )
}
