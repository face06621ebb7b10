import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { lapseOffers } from "#server/scheduling/waitlist/round.commands.ts"
import { expireEntries } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import { Database } from "#server/store/Database.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
import {
  monday,
  morning,
  savedPlace,
  schedulingClient,
  schedulingOn,
  seatDrift,
  slotIdOf,
  slotsOf,
} from "#tests/support/scheduling.ts"
import { after, type Here, inPlace, showFreed, textOffers, waitlistCalls, wish } from "#tests/support/waitlist.ts"

const minute = 60_000
/** An instant of the day within a minute: the clock goes on. */
const at = (time: string) => expect.stringContaining(`2026-11-18T${time}:`) as string

/** Runs as `inPlace`, once an appointment of the first patient is cancelled and the others wait, the last patient the longest. */
const whenFreed = <A, E, R>(people: number, work: (here: Here) => Effect.Effect<A, E, R>) =>
  inPlace(people + 1, (here) =>
    Effect.gen(function* () {
      const { add, book, cancel } = yield* waitlistCalls
      const [first = "", ...others] = here.patients
      for (const [index, patient] of others.toReversed().entries()) {
        yield* after(index)
        yield* add(patient)
      }
      yield* after(10)
      const { hashedId } = yield* book(here.slotId, first)
      yield* cancel(hashedId)
      yield* showFreed(here.companyId)
      return yield* work({ ...here, patients: others.toReversed() })
    }),
  )

const asked = Effect.map(
  Effect.flatMap(waitlistCalls, ({ log }) => log),
  ([round]) => round?.offers.map(({ patient, state }) => [patient.hashedId, state]) ?? [],
)
const openRound = Effect.map(
  Effect.flatMap(waitlistCalls, ({ waitlist }) => waitlist),
  ({ rounds: [round] }) => round!,
)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("the waitlist", (it) => {
  it.effect("keeps who waits, the longest first, once for the same places, and forgets who is removed", () =>
    inPlace(3, ({ patients: [one = "", two = "", three = ""], place }) =>
      Effect.gen(function* () {
        const { add, waitlist } = yield* waitlistCalls
        const { Appointment } = yield* schedulingClient
        const entryId = yield* add(one, { locationHashedId: place, note: "Calls back at noon" })
        yield* after(1)
        yield* add(two, { part: "morning" })
        expect((yield* Effect.flip(add(one, { locationHashedId: place }))) as object).toMatchObject({
          problem: "AlreadyExists",
          errors: [{ field: "entry.patientHashedId" }],
        })
        yield* Appointment.SaveWaitlistEntry({ headers: {}, payload: { entryId, entry: wish(one, { weekdays: [1] }) } })
        expect((yield* waitlist).entries).toMatchObject([
          { patient: { hashedId: one }, location: null, weekdays: [1], note: "" },
          { patient: { hashedId: two }, part: "morning" },
        ])
        yield* Appointment.RemoveWaitlistEntry({ headers: {}, payload: { entryId } })
        expect((yield* waitlist).entries).toHaveLength(1)
        const stranger = Appointment.SaveWaitlistEntry({ headers: {}, payload: { entryId, entry: wish(three) } })
        expect((yield* Effect.flip(stranger)) as object).toMatchObject({ problem: "NotAllowedNow" })
      }),
    ),
  )

  it.effect("takes off who waited until a day that is over", () =>
    inPlace(2, ({ patients: [one = "", two = ""] }) =>
      Effect.gen(function* () {
        const { add, waitlist } = yield* waitlistCalls
        yield* add(one, { until: "2026-11-20" })
        yield* add(two)
        yield* after(2.4 * 24 * 60)
        yield* expireEntries
        expect((yield* waitlist).entries).toHaveLength(2)
        yield* after(4 * 24 * 60)
        yield* expireEntries
        expect((yield* waitlist).entries).toMatchObject([{ patient: { hashedId: two } }])
      }),
    ),
  )

  it.effect("offers a freed seat to the longest waiting, holds it meanwhile, and goes on when no answer comes", () =>
    whenFreed(2, ({ patients: [long = "", short = ""], place, slotId }) =>
      Effect.gen(function* () {
        expect(yield* asked).toEqual([[long, "offered"]])
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: 0, held: 1, status: "busy-tentative" })
        const { book } = yield* waitlistCalls
        expect((yield* Effect.flip(book(slotId, short))) as object).toMatchObject({ problem: "SlotTaken" })
        yield* after(24.9)
        yield* lapseOffers
        expect(yield* asked).toEqual([[long, "offered"]])
        yield* after(25.5)
        yield* lapseOffers
        expect(yield* asked).toEqual([
          [long, "lapsed"],
          [short, "offered"],
        ])
        yield* after(41)
        yield* lapseOffers
        // No one is left: the seat is free for all.
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: 0, held: 0 })
        yield* book(slotId, long)
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("books the seat for who accepts, ends their wait, and keeps how long it took", () =>
    whenFreed(2, ({ patients: [long = "", short = ""], place }) =>
      Effect.gen(function* () {
        const { answer, log, waitlist } = yield* waitlistCalls
        const { offers } = yield* openRound
        yield* answer(offers[0]!.offerId, "decline")
        expect(yield* asked).toEqual([
          [long, "declined"],
          [short, "offered"],
        ])
        yield* after(17)
        yield* answer((yield* openRound).offers[1]!.offerId, "accept")
        expect(yield* waitlist).toMatchObject({ entries: [{ patient: { hashedId: long } }], rounds: [] })
        expect((yield* log)[0]).toMatchObject({
          ...{ state: "filled", freedAt: at("17:10"), endedAt: at("17:17") },
          offers: [{ state: "declined", by: "staff" }, { state: "accepted" }],
        })
        const { Appointment } = yield* schedulingClient
        const { data } = yield* Appointment.GetBookedAppointments({
          query: { locationHashedId: place, state: "booked" },
        })
        expect(data).toMatchObject([{ patient: { hashedId: short }, source: "waitlist", start: "09:00" }])
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("starts one round of a freed seat, however often the event is seen", () =>
    whenFreed(3, ({ companyId, place }) =>
      Effect.gen(function* () {
        yield* Effect.all([showFreed(companyId), showFreed(companyId)], { concurrency: "unbounded" })
        expect((yield* (yield* waitlistCalls).log).length).toBe(1)
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ held: 1 })
      }),
    ),
  )

  it.effect("asks the next now when staff say so; of two open offers the first acceptance wins", () =>
    whenFreed(3, ({ patients }) =>
      Effect.gen(function* () {
        const { answer, next, add } = yield* waitlistCalls
        const { roundId } = yield* openRound
        yield* next(roundId)
        const { offers } = yield* openRound
        expect(offers.map(({ state }) => state)).toEqual(["offered", "offered"])
        yield* answer(offers[1]!.offerId, "accept")
        expect(yield* asked).toEqual([
          [patients[0], "lost"],
          [patients[1], "accepted"],
        ])
        expect((yield* Effect.flip(answer(offers[0]!.offerId, "accept"))) as object).toMatchObject({
          problem: "NotAllowedNow",
          message: expect.stringContaining("Someone else took this time first") as string,
        })
        // Who took the seat waits no longer, and may wait again.
        yield* add(patients[1] ?? "")
      }),
    ),
  )

  it.effect("stops when staff say so, and frees the seat", () =>
    whenFreed(2, ({ place, slotId, patients }) =>
      Effect.gen(function* () {
        const { stop, offer } = yield* waitlistCalls
        const { roundId } = yield* openRound
        yield* stop(roundId)
        expect(yield* asked).toEqual([[patients[0], "withdrawn"]])
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ held: 0 })
        expect((yield* Effect.flip(stop(roundId))) as object).toMatchObject({ problem: "NotAllowedNow" })
        // By hand it is offered again, to the same person: the last time they were not let answer.
        yield* offer(slotId)
        expect(yield* asked).toEqual([[patients[0], "offered"]])
        expect((yield* Effect.flip(offer(slotId))) as object).toMatchObject({ problem: "NotAllowedNow" })
      }),
    ),
  )

  it.effect("withdraws the offer of who is taken off the list, and asks the next", () =>
    whenFreed(2, ({ patients }) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const [first] = (yield* openRound).offers
        yield* Appointment.RemoveWaitlistEntry({ headers: {}, payload: { entryId: first!.entryId } })
        expect(yield* asked).toEqual([
          [patients[0], "withdrawn"],
          [patients[1], "offered"],
        ])
      }),
    ),
  )

  it.effect("says why people are not asked, and starts no round where no one fits", () =>
    inPlace(5, ({ companyId, patients: [booked = "", visitor = "", late = "", optedOut = "", fits = ""], slotId }) =>
      Effect.gen(function* () {
        const { add, book, cancel, offer, waitlist, log } = yield* waitlistCalls
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          insert into opt_outs (company_id, phone, channel, consent, at, source)
          select company_id, phone, 'SMS', 'revoked', now(), 'staff' from patients where hashed_id = ${optedOut}`)
        yield* add(late, { part: "afternoon" })
        yield* add(optedOut)
        const other = yield* savedPlace([morning(monday, [slotAt("09:00", "09:40")])], { name: "Westmont" })
        yield* book(yield* slotIdOf(other, monday, "09:00"), visitor)
        yield* add(visitor)
        const { hashedId } = yield* book(slotId, booked)
        yield* cancel(hashedId)
        yield* showFreed(companyId)
        expect(yield* log).toEqual([])
        expect((yield* Effect.flip(offer(slotId))) as object).toMatchObject({
          problem: "NotAllowedNow",
          message: expect.stringContaining("No one else") as string,
        })
        yield* add(fits)
        yield* offer(slotId)
        const { rounds } = yield* waitlist
        expect(rounds[0]?.people.map(({ why }) => why)).toEqual(["afternoon", "optedOut", "visit", "asked"])
      }),
    ),
  )

  it.effect("asks no one in quiet hours, and says until when", () =>
    inPlace(2, ({ slotId, patients: [one = "", two = ""], companyId }) =>
      Effect.gen(function* () {
        const { add, offer, waitlist } = yield* waitlistCalls
        const { sql, company } = yield* Database
        yield* company(companyId)(
          sql`update patients set timezone = 'Pacific/Honolulu' where company_id = ${companyId} and hashed_id = ${one}`,
        )
        yield* add(one)
        yield* add(two)
        yield* offer(slotId)
        const { rounds } = yield* waitlist
        expect(rounds[0]?.people).toMatchObject([
          { why: "quiet", until: "2026-11-18T18:00:00.000Z" },
          { why: "asked", until: null },
        ])
      }),
    ),
  )

  it.effect(
    "starts no round for a slot that begins within two hours, and gives the seat of one that comes near back",
    () =>
      whenFreed(2, ({ place, companyId }) =>
        Effect.gen(function* () {
          // Monday at 7:01 AM where the slot is at nine.
          yield* after((Date.parse("2026-11-23T15:01:00Z") - noon) / minute)
          yield* lapseOffers
          expect((yield* asked).map(([, state]) => state)).toEqual(["lapsed"])
          expect((yield* slotsOf(place, monday))[0]).toMatchObject({ held: 0 })
          yield* showFreed(companyId)
          expect((yield* (yield* waitlistCalls).waitlist).rounds).toEqual([])
        }),
      ),
  )

  it.effect("starts no round by itself while offers are not texted, and says so; staff still offer by hand", () =>
    inPlace(2, ({ companyId, patients: [first = "", second = ""], place, slotId }) =>
      Effect.gen(function* () {
        const { add, book, cancel, offer, waitlist } = yield* waitlistCalls
        yield* textOffers(companyId, ["booked"])
        yield* add(second)
        yield* cancel((yield* book(slotId, first)).hashedId)
        yield* showFreed(companyId)
        expect(yield* waitlist).toMatchObject({ rounds: [], offersByText: false })
        expect((yield* slotsOf(place, monday))[0]).toMatchObject({ booked: 0, held: 0 })
        yield* offer(slotId)
        expect((yield* waitlist).rounds).toHaveLength(1)
      }),
    ),
  )

  it.effect("ends the wait of who books what suits them by themselves, and asks the next about their offer", () =>
    whenFreed(2, ({ companyId, place, patients: [long = "", short = ""] }) =>
      Effect.gen(function* () {
        const { add, book, cancel, waitlist } = yield* waitlistCalls
        const entries = Effect.map(waitlist, (list) =>
          list.entries.map(({ patient, part }) => [patient.hashedId, part]),
        )
        const other = yield* savedPlace([morning(monday, [slotAt("10:00", "10:30", { capacity: 9 })])], {
          name: "Westmont",
        })
        const free = yield* slotIdOf(other, monday, "10:00")
        yield* add(long, { locationHashedId: place })
        yield* after(20)
        const { hashedId } = yield* book(free, long)
        // Who asks again after a visit was booked wants another one.
        yield* after(21)
        yield* add(long, { part: "morning", group: "North" })
        yield* showFreed(companyId)
        expect(yield* entries).toEqual([
          [short, "any"],
          [long, "any"],
          [long, "morning"],
        ])
        expect(yield* asked).toEqual([
          [long, "withdrawn"],
          [short, "offered"],
        ])
        yield* showFreed(companyId)
        expect((yield* waitlist).entries).toHaveLength(3)
        yield* cancel(hashedId)
      }),
    ),
  )

  it.effect("knows no entries, rounds and offers of another company", () =>
    whenFreed(1, () =>
      Effect.gen(function* () {
        const round = yield* openRound
        yield* inPlace(1, () =>
          Effect.gen(function* () {
            const { answer, next, stop, waitlist } = yield* waitlistCalls
            const { Appointment } = yield* schedulingClient
            expect(yield* waitlist).toEqual({ entries: [], rounds: [], offersByText: true })
            const [{ offerId, entryId } = { offerId: 1, entryId: 1 }] = round.offers
            const tries: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
              answer(offerId as never, "accept"),
              stop(round.roundId),
              next(round.roundId),
              Appointment.RemoveWaitlistEntry({ headers: {}, payload: { entryId: entryId as never } }),
            ]
            for (const one of tries) expect((yield* Effect.flip(one)) as object).toMatchObject({ problem: "NotFound" })
          }),
        )
      }),
    ),
  )
})
