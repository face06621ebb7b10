import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { keepWallTimes } from "#server/scheduling/zoneRules/zoneRules.job.ts"
import { beginRules, ZoneRules } from "#server/scheduling/zoneRules/zoneRules.queries.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { statementsOf } from "#tests/support/countedStatements.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  companyWith,
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  slotIdOf,
} from "#tests/support/scheduling.ts"
import { pass } from "#tests/support/zoneRules.ts"

const hold = Effect.fnUntraced(function* (place: string, start: string, patientHashedId = "") {
  const { Appointment } = yield* schedulingClient
  const slotId = yield* slotIdOf(place, monday, start)
  return Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } })
})
const book = Effect.fnUntraced(function* (hashedId: string) {
  const { Appointment } = yield* schedulingClient
  return yield* Appointment.BookAppointment({ headers: {}, payload: { hashedId, note: "" } })
})

/** Runs in a company of so many patients, at a location with two slots of two seats. */
const at = <A, E, R>(
  people: number,
  work: (place: string, patients: ReadonlyArray<string>) => Effect.Effect<A, E, R>,
) =>
  Effect.flatMap(companyWith(people), ({ companyId, patients }) =>
    Effect.flatMap(
      savedPlace([
        morning(monday, [slotAt("09:00", "09:30", { capacity: 2 }), slotAt("10:00", "10:30", { capacity: 2 })]),
      ]),
      (place) => work(place, patients),
    ).pipe(asCompany(companyId)),
  )

// Each statement is a round trip: what is added to one of these is paid at every booking.
layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("the statements", (it) => {
  it.effect("of a hold, of its booking, and of a hold of a slot that is full are no more than they were", () =>
    at(3, (place, patients) =>
      Effect.gen(function* () {
        // The first call of a process makes what later ones find.
        yield* book((yield* yield* hold(place, "09:00", patients[0])).data.hashedId)
        const second = yield* hold(place, "09:00", patients[1])
        let held = ""
        expect(yield* statementsOf(Effect.map(second, ({ data }) => (held = data.hashedId)))).toHaveLength(3)
        expect(yield* statementsOf(book(held))).toHaveLength(3)
        expect(yield* statementsOf(Effect.flip(yield* hold(place, "09:00", patients[2])))).toHaveLength(2)
      }),
    ),
  )

  it.effect("of the free times of a week are no more than they were", () =>
    at(0, (place) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const week = Appointment.GetAvailableAppointments({
          query: { hashedId: place, startDate: monday, endDate: "2026-11-29" },
        })
        yield* week
        expect(yield* statementsOf(week)).toHaveLength(3)
      }),
    ),
  )

  it.effect("of time-zone rules that were applied already are one", () =>
    Effect.gen(function* () {
      const clock = yield* MovableClock
      const { version } = yield* ZoneRules
      yield* clock.move(noon)
      yield* beginRules(version)
      yield* pass
      yield* clock.move(noon + 601_000)
      yield* keepWallTimes
      expect(yield* statementsOf(keepWallTimes)).toHaveLength(1)
    }),
  )
})
