import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
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

/** The location is in Los Angeles. */
const inZone = (hashedId: string, timezone: string) =>
  Effect.flatMap(schedulingClient, ({ Location }) =>
    Location.SaveLocation({ headers: {}, payload: { hashedId, location: { ...location, closures: [], timezone } } }),
  )
const timesOf = (hashedId: string, date = monday) =>
  Effect.map(slotsOf(hashedId, date), (slots) =>
    slots.map(({ start, startsAt, endsAt }) => [start, startsAt.slice(11, 16), endsAt.slice(11, 16)]),
  )

/** Runs as an administrator of a company of its own, who has one patient. */
const inCompany = <A, E, R>(work: (patient: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(companyWith(1), ({ companyId, patients }) => asCompany(companyId)(work(patients[0] ?? "")))

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("another zone", (it) => {
  it.effect("keeps the wall times of free slots, and those of later changes", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30")])])
        expect(yield* timesOf(place)).toEqual([["09:00", "17:00", "17:30"]])
        yield* inZone(place, "America/New_York")
        expect(yield* timesOf(place)).toEqual([["09:00", "14:00", "14:30"]])
        const days = [morning(monday, [slotAt("09:00", "09:45", { capacity: 7 }), slotAt("10:00", "10:30")])]
        yield* Scheduler.SaveScheduler({ headers: {}, payload: { hashedId: place, sections, days } })
        expect(yield* timesOf(place)).toEqual([
          ["09:00", "14:00", "14:45"],
          ["10:00", "15:00", "15:30"],
        ])
      }),
    ),
  )

  it.effect("takes a time away that its clock skips, which an undone change does not bring back", () =>
    inCompany(() =>
      Effect.gen(function* () {
        const { Scheduler } = yield* schedulingClient
        const place = yield* savedPlace([])
        yield* inZone(place, "America/Phoenix")
        const night = "2027-03-14"
        const save = (slots: Parameters<typeof morning>[1]) =>
          Scheduler.SaveScheduler({
            headers: {},
            payload: { hashedId: place, sections, days: [morning(night, slots)] },
          })
        const slots = [slotAt("02:30", "03:00"), slotAt("03:00", "03:30")]
        yield* save(slots)
        yield* inZone(place, "America/Los_Angeles")
        expect(yield* timesOf(place, night)).toEqual([["03:00", "10:00", "10:30"]])
        yield* inZone(place, "America/Phoenix")
        yield* save(slots)
        yield* save([])
        yield* inZone(place, "America/Los_Angeles")
        yield* Scheduler.UndoScheduler({ headers: {}, payload: { hashedId: place } })
        expect(yield* timesOf(place, night)).toEqual([["03:00", "10:00", "10:30"]])
      }),
    ),
  )

  it.effect("is refused at its field while a seat to come is held or booked", () =>
    inCompany((patientHashedId) =>
      Effect.gen(function* () {
        const { Appointment, Location } = yield* schedulingClient
        const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30"), slotAt("10:00", "10:30")])])
        const slotId = yield* slotIdOf(place, monday, "10:00")
        yield* Appointment.HoldSlot({ headers: {}, payload: { slotId, patientHashedId, overbook: false } })
        const message =
          "Visits to come are at times of America/Los_Angeles. Move or cancel them first, or set up another location."
        expect(yield* Effect.flip(inZone(place, "America/New_York"))).toMatchObject({
          ...{ problem: "Invalid", errors: [{ field: "timezone", message }] },
        })
        const { data } = yield* Location.GetLocationDetail({ query: { hashedId: place } })
        expect(data.location.timezone).toBe("America/Los_Angeles")
        expect((yield* timesOf(place))[0]).toEqual(["09:00", "17:00", "17:30"])
      }),
    ),
  )
})
