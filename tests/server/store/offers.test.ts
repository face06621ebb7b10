import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { waitlistLimits } from "#schemas/scheduling/waitlist.ts"
import type { Problem } from "#schemas/problem.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { lapseOffers } from "#server/scheduling/waitlist/round.commands.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingOn,
  seatDrift,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { showFreed, textOffers, waitlistCalls } from "#tests/support/waitlist.ts"

const people = 50

/** A company of so many people who wait, and a slot of one seat that two places have at the same time. */
const waiting = Effect.fnUntraced(function* (patients: ReadonlyArray<string>) {
  const { add } = yield* waitlistCalls
  yield* (yield* MovableClock).move(noon)
  const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 1 })])])
  const slotId = yield* slotIdOf(place, monday, "09:00")
  yield* Effect.forEach(patients, (patient) => add(patient), { discard: true })
  return { place, slotId }
})

for (const [name, database] of testDatabases) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(`offers at once on ${name}`, (it) => {
    it.effect("are accepted by one of fifty people, and lost by the others, who are told so", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(people)
        yield* Effect.gen(function* () {
          const { answer, next, offer, waitlist, log } = yield* waitlistCalls
          const { place, slotId } = yield* waiting(patients)
          const roundId = yield* offer(slotId)
          yield* Effect.forEach(patients.slice(1), () => next(roundId), { discard: true })
          const [round] = (yield* waitlist).rounds
          expect(round?.offers).toHaveLength(people)
          const ends = yield* Effect.forEach(
            round?.offers ?? [],
            // Each presses twice.
            ({ offerId }) =>
              Effect.all([answer(offerId, "accept"), answer(offerId, "accept")].map(Effect.result), {
                concurrency: "unbounded",
              }),
            { concurrency: "unbounded" },
          )
          const all = ends.flat()
          expect(all.filter(Result.isSuccess)).toHaveLength(1)
          const refused = all.flatMap((end) => (Result.isFailure(end) ? [(end.failure as Problem).problem] : []))
          expect(new Set(refused)).toEqual(new Set(["NotAllowedNow"]))
          expect((yield* log)[0]?.offers.filter(({ state }) => state === "lost")).toHaveLength(people - 1)
          expect((yield* waitlist).entries).toHaveLength(people - 1)
          expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: 1, held: 0 })
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("have no more people who wait than may, however many are added at once", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(8)
        const { sql, company } = yield* Database
        const there = waitlistLimits.people - 3
        yield* company(companyId)(sql`
          insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
          select ${companyId}, 'waitlistEntry', 900000 + n, 1, 1, null, 'waiting', '{"patientId": 0}'::jsonb, now()
          from generate_series(1, ${there}) n`)
        yield* Effect.gen(function* () {
          const { add, waitlist } = yield* waitlistCalls
          const ends = yield* Effect.forEach(patients, (patient) => Effect.result(add(patient)), {
            concurrency: "unbounded",
          })
          expect(ends.filter(Result.isSuccess)).toHaveLength(3)
          expect((yield* waitlist).entries).toHaveLength(3)
        }).pipe(asCompany(companyId))
      }),
    )

    it.effect("end once and go on once when processes look at the same time, while people book, decline and stop", () =>
      Effect.gen(function* () {
        const { companyId, patients } = yield* companyWith(12)
        yield* textOffers(companyId)
        yield* Effect.gen(function* () {
          const { answer, book, cancel, waitlist, log, stop } = yield* waitlistCalls
          const [first = "", ...others] = patients
          const { place, slotId } = yield* waiting(others)
          yield* cancel((yield* book(slotId, first)).hashedId)
          const both = (one: typeof lapseOffers) => Effect.all([one, one, one], { concurrency: "unbounded" })
          yield* Effect.all([showFreed(companyId), showFreed(companyId), Effect.ignore(book(slotId, first))], {
            concurrency: "unbounded",
          })
          for (let minutes = 15; minutes <= 60; minutes += 15) {
            yield* (yield* MovableClock).move(noon + minutes * 60_000)
            const open = (yield* waitlist).rounds[0]?.offers.find(({ state }) => state === "offered")
            yield* Effect.all(
              [both(lapseOffers), ...(open === undefined ? [] : [Effect.ignore(answer(open.offerId, "decline"))])],
              {
                concurrency: "unbounded",
              },
            )
            const offered = (yield* log).flatMap(({ offers }) => offers.filter(({ state }) => state === "offered"))
            expect(offered.length).toBeLessThanOrEqual(1)
            expect(yield* seatDrift).toEqual([])
          }
          const [round] = (yield* waitlist).rounds
          if (round !== undefined) {
            const [open] = round.offers.filter(({ state }) => state === "offered")
            yield* Effect.all([Effect.ignore(stop(round.roundId)), Effect.ignore(answer(open!.offerId, "accept"))], {
              concurrency: "unbounded",
            })
          }
          const [slot] = yield* slotsOf(place, monday)
          expect((slot?.booked ?? 0) + (slot?.held ?? 0)).toBeLessThanOrEqual(1)
          expect((yield* waitlist).rounds).toEqual([])
          expect(yield* seatDrift).toEqual([])
        }).pipe(asCompany(companyId))
      }),
    )
  })
}
