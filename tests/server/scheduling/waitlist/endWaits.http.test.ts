import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import { monday, morning, savedPlace, schedulingClient, schedulingOn, slotIdOf } from "#tests/support/scheduling.ts"
import { after, inPlace, showFreed, waitlistCalls } from "#tests/support/waitlist.ts"

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("a visit of who waits", (it) => {
  it.effect("keeps who waits for another time when the visit that they had before is moved", () =>
    inPlace(2, ({ companyId, slotId, patients: [one = "", two = ""] }) =>
      Effect.gen(function* () {
        const { add, book, waitlist } = yield* waitlistCalls
        const { Appointment } = yield* schedulingClient
        const place = (name: string) =>
          savedPlace([morning(monday, [slotAt("11:00", "11:30", { capacity: 9 })])], { name })
        const [other, third] = [yield* place("Westmont"), yield* place("Oakdale")]
        const later = yield* slotIdOf(other, monday, "11:00")
        const move = (hashedId: string) => Appointment.Reschedule({ headers: {}, payload: { hashedId, slotId: later } })
        const people = Effect.map(waitlist, ({ entries }) => entries.map(({ patient }) => patient.hashedId))
        const had = yield* book(slotId, one)
        yield* after(1)
        yield* add(one)
        yield* add(two, { locationHashedId: other })
        yield* after(2)
        yield* move(had.hashedId)
        // One that was booked after the wish ends it once it is moved to where it suits.
        const got = yield* book(yield* slotIdOf(third, monday, "11:00"), two)
        yield* showFreed(companyId)
        expect(yield* people).toEqual([one, two])
        yield* after(3)
        yield* move(got.hashedId)
        yield* showFreed(companyId)
        expect(yield* people).toEqual([one])
      }),
    ),
  )

  it.effect("ends each wait, where one ended meanwhile and a command on the other was quicker", () =>
    inPlace(1, ({ companyId, place, slotId, patients: [one = ""] }) =>
      Effect.gen(function* () {
        const { add, book, waitlist } = yield* waitlistCalls
        const { Appointment } = yield* schedulingClient
        const { sql, company } = yield* Database
        const entryId = yield* add(one)
        yield* add(one, { locationHashedId: place })
        yield* Appointment.RemoveWaitlistEntry({ headers: {}, payload: { entryId } })
        // As it is read by who comes just before that.
        yield* company(companyId)(sql`
          update read_models set state = 'waiting'
          where company_id = ${companyId} and category = 'waitlistEntry' and id = ${entryId}`)
        yield* after(1)
        yield* book(slotId, one)
        const store = yield* EventStore
        let quicker = 1
        const append: typeof store.append = (events) =>
          Effect.suspend(() => ((quicker -= 1) >= 0 ? Effect.fail(staleVersion()) : store.append(events)))
        yield* showFreed(companyId).pipe(Effect.provideService(EventStore, { ...store, append }))
        expect((yield* waitlist).entries.map((entry) => entry.entryId)).toEqual([entryId])
      }),
    ),
  )

  it.effect("keeps who waits when their visit was cancelled before it was heard of", () =>
    inPlace(1, ({ companyId, slotId, patients: [one = ""] }) =>
      Effect.gen(function* () {
        const { add, book, cancel, waitlist } = yield* waitlistCalls
        yield* add(one)
        yield* after(1)
        yield* cancel((yield* book(slotId, one)).hashedId)
        yield* showFreed(companyId)
        expect((yield* waitlist).entries).toHaveLength(1)
      }),
    ),
  )
})
