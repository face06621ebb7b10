import { expect, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Replicate } from "#schemas/scheduling/schedule.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const wednesday = "2026-11-25"
const endDate = "2027-01-02"
const range = { apptSection: 1, mode: "Range", startDate: monday, endDate, existing: "replace" } as const
/** Two weeks that fit each other nowhere: half an hour apart, on the same days. */
const weekFrom = (minute: "00" | "15"): Replicate["week"] =>
  [1, 2, 3].map((day) => ({
    day: day as 1,
    slots: ["09", "10", "11"].map((hour) => slotAt(`${hour}:${minute}`, `${hour}:${Number(minute) + 30}`)),
  }))

const inCompany = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(companyWith(0), ({ companyId }) => asCompany(companyId)(work))

const replicating = Effect.map(
  schedulingClient,
  ({ Scheduler }) =>
    (hashedId: string, more: Partial<Replicate> = {}) =>
      Scheduler.Replicate({ headers: {}, payload: { ...range, week: weekFrom("00"), ...more, hashedId } }),
)

const startsOf = (hashedId: string, to = endDate) =>
  Effect.map(slotsOf(hashedId, monday, to), (slots) => slots.map(({ date, start }) => `${date} ${start}`))

for (const [name, database] of testDatabases) {
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 120_000 })(`replicating on ${name}`, (it) => {
    it.effect("ends, where two people do it at once, as one of them after the other would", () =>
      inCompany(
        Effect.gen(function* () {
          const replicate = yield* replicating
          const place = yield* savedPlace([morning(wednesday, [slotAt("09:00", "09:30")])])
          const both = [weekFrom("00"), weekFrom("15")].map((week) => replicate(place, { week }))
          const ends = yield* Effect.forEach(both, Effect.result, { concurrency: "unbounded" })
          expect(ends.map(Result.isSuccess)).toEqual([true, true])
          const starts = yield* startsOf(place)
          const minutes = new Set(starts.map((start) => start.slice(-2)))
          expect(minutes.size).toBe(1)
          const alone = yield* savedPlace([], { name: "Midtown" })
          yield* replicate(alone, { week: weekFrom([...minutes][0] as "00" | "15") })
          expect(starts).toEqual(yield* startsOf(alone))
        }),
      ),
    )

    it.effect("keeps the slots on the wall over both changes of the clocks, and says so by their instants", () =>
      inCompany(
        Effect.gen(function* () {
          const replicate = yield* replicating
          const place = yield* savedPlace([])
          yield* replicate(place, { endDate: "2027-12-01" })
          const spring = yield* slotsOf(place, "2027-03-08", "2027-03-20")
          const autumn = yield* slotsOf(place, "2027-11-01", "2027-11-13")
          const nines = [...spring, ...autumn]
            .filter(({ start }) => start === "09:00")
            .map(({ startsAt }) => startsAt.slice(11, 16))
          // Winter, summer, winter on the west coast.
          expect(nines.filter((at, place) => at !== nines[place - 1])).toEqual(["17:00", "16:00", "17:00"])
        }),
      ),
    )
  })
}
