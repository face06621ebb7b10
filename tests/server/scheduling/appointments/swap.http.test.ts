import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"
import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { systemContext } from "#server/handle.ts"
import { setUpTexts } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { followAppointments } from "#server/scheduling/texts/texts.job.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon, senderIdOf } from "#tests/support/outreach.ts"
import { slotAt } from "#tests/support/scheduleSamples.ts"
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
import { book as bookAt, hold, inSeries } from "#tests/support/stages.ts"

const one = { capacity: 1, overbook: 1 }
const slots = [slotAt("09:00", "09:30", one), slotAt("09:30", "10:00", one), slotAt("10:00", "10:30", one)]

/** Runs with a location of three slots of one seat, and four patients. */
const inPlace = <A, E, R>(work: (place: string, patients: ReadonlyArray<string>) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(companyWith(4), ({ companyId, patients }) =>
    Effect.flatMap(savedPlace([morning(monday, slots)]), (place) => work(place, patients)).pipe(asCompany(companyId)),
  )

const book = (place: string, start: string, patient: string | undefined) =>
  bookAt(place, monday, { start, ...(patient === undefined ? {} : { patient }) })

type Seen = Pick<Appointment, "hashedId" | "version">
const swap = Effect.fnUntraced(function* (mine: Seen, { hashedId, version }: Seen) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.Swap({
    headers: { "if-match": String(mine.version) },
    payload: { hashedId: mine.hashedId, other: { hashedId, version } },
  })).data
})
const detail = Effect.fnUntraced(function* ({ hashedId }: Pick<Appointment, "hashedId">) {
  const { Appointment } = yield* schedulingClient
  return (yield* Appointment.GetAppointmentDetail({ query: { hashedId } })).data
})
const startOf = (of: Seen) => Effect.map(detail(of), ({ appointment }) => appointment.start)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("a swap", (it) => {
  it.effect("gives two people each other’s time, says so in both histories, and leaves all seats taken", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const mine = yield* book(place, "09:00", first)
        const theirs = yield* book(place, "09:30", second)
        expect(yield* swap(mine, theirs)).toMatchObject({ hashedId: mine.hashedId, start: "09:30", status: "booked" })
        expect(yield* startOf(theirs)).toBe("09:00")
        for (const of of [mine, theirs])
          expect((yield* detail(of)).history[0]).toMatchObject({ type: "AppointmentSwapped" })
        expect((yield* slotsOf(place, monday)).map(({ booked }) => booked)).toEqual([1, 1, 0])
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("leaves the mark of an overbooked seat with the seat", () =>
    inPlace((place, [first, second, third]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        yield* book(place, "09:00", first)
        const slotId = yield* slotIdOf(place, monday, "09:00")
        const held = yield* Appointment.HoldSlot({
          headers: {},
          payload: { slotId, patientHashedId: second ?? "", overbook: true },
        })
        const beyond = yield* Appointment.BookAppointment({
          headers: {},
          payload: { hashedId: held.data.hashedId, note: "" },
        })
        const usual = yield* book(place, "09:30", third)
        expect(yield* swap(beyond.data, usual)).toMatchObject({ start: "09:30", isOverbooked: false })
        expect((yield* detail(usual)).appointment).toMatchObject({ start: "09:00", isOverbooked: true })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("is done once, and not at all where either was changed since", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const { Appointment } = yield* schedulingClient
        const mine = yield* book(place, "09:00", first)
        const theirs = yield* book(place, "09:30", second)
        const answer = yield* swap(mine, theirs)
        expect(yield* Effect.flip(swap(mine, theirs))).toMatchObject({ problem: "StaleVersion" })
        const after = (yield* detail(theirs)).appointment
        yield* Appointment.ChangeStatus({
          headers: {},
          payload: { hashedId: theirs.hashedId, action: "confirm", reason: null },
        })
        expect(yield* Effect.flip(swap(answer, after))).toMatchObject({ problem: "StaleVersion" })
        expect(yield* startOf(mine)).toBe("09:30")
      }),
    ),
  )

  it.effect("needs two booked appointments of two people, at two times", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const mine = yield* book(place, "09:00", first)
        expect(yield* Effect.flip(swap(mine, mine))).toMatchObject({ problem: "NotAllowedNow" })
        const own = yield* book(place, "09:30", first)
        expect((yield* Effect.flip(swap(mine, own))).message).toContain("of the same patient")
        const held = yield* hold(place, monday, { start: "10:00", patient: second ?? "" })
        expect((yield* Effect.flip(swap(mine, held))).message).toBe(
          "The other appointment cannot have this one’s time. The seat is only held. Book it first, or release it.",
        )
        // Another company’s appointments do not exist, as one’s own or as the other.
        yield* inPlace((elsewhere, [theirs]) =>
          Effect.gen(function* () {
            const known = yield* book(elsewhere, "09:00", theirs)
            for (const [one, other] of [
              [mine, known],
              [known, mine],
            ] as const)
              expect(yield* Effect.flip(swap(one, other))).toMatchObject({ problem: "NotFound" })
          }),
        )
        expect(yield* startOf(mine)).toBe("09:00")
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("leaves both where they are, and says whose it is, where one has another visit then", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const away = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30")])], { name: "Westmont" })
        const mine = yield* book(place, "09:30", first)
        const theirs = yield* book(place, "09:00", second)
        yield* book(away, "09:00", first)
        const visit =
          "This patient has another visit at that time, at Westmont. Choose another time, or move that visit."
        expect(yield* Effect.flip(swap(mine, theirs))).toMatchObject({ problem: "AlreadyExists", message: visit })
        expect(yield* Effect.flip(swap(theirs, mine))).toMatchObject({
          ...{ problem: "AlreadyExists", message: `The other appointment cannot have this one’s time. ${visit}` },
        })
        expect([yield* startOf(mine), yield* startOf(theirs)]).toEqual(["09:30", "09:00"])
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("keeps the days between stages of both", () =>
    inSeries(({ place, patients: [first = "", second = ""], ids: [stageId, next] }) =>
      Effect.gen(function* () {
        yield* bookAt(place, "2026-11-23", { patient: first, stageId })
        yield* bookAt(place, "2026-11-23", { patient: second, stageId, start: "09:30" })
        const mine = yield* bookAt(place, "2026-12-14", { patient: first, stageId: next })
        const early = yield* bookAt(place, "2026-12-07", { patient: second })
        const failure = yield* Effect.flip(swap(early, mine))
        expect(failure).toMatchObject({ problem: "NotAllowedNow" })
        expect(failure.message).toContain(
          "The other appointment cannot have this one’s time. Dose 2 is possible from Dec",
        )
        const later = yield* bookAt(place, "2027-01-04", { patient: second, stageId: next })
        expect((yield* swap(mine, later)).date).toBe("2027-01-04")
        expect((yield* detail(later)).appointment.date).toBe("2026-12-14")
      }),
    ),
  )

  it.effect.each(["sms", "none"] as const)("tells both patients, or neither: %s", (notice) =>
    Effect.gen(function* () {
      const { companyId, patients } = yield* companyWith(2)
      yield* setUpTexts(systemContext(companyId, "set-up"), {
        ...{ senderId: yield* senderIdOf(companyId), kinds: ["moved"], reminders: defaultReminders },
      })
      const place = yield* asCompany(companyId)(savedPlace([morning(monday, slots)]))
      const { Appointment } = yield* schedulingClient
      const both = yield* asCompany(companyId)(
        Effect.all([book(place, "09:00", patients[0]), book(place, "09:30", patients[1])]),
      )
      const [mine, theirs] = both
      const other = { hashedId: theirs.hashedId, version: theirs.version }
      yield* asCompany(companyId)(
        Appointment.Swap({ headers: {}, payload: { hashedId: mine.hashedId, other, notice } }),
      )
      const store = yield* EventStore
      for (const { appointmentId } of both)
        yield* followAppointments(yield* store.readStream(companyId, `appointment-${appointmentId}`))
      const { sql, company } = yield* Database
      const texts = yield* company(companyId)(
        sql<{ about: string }>`select about from recipients where company_id = ${companyId} order by about`,
      )
      const told = both.map(({ appointmentId }) => `appointment-${appointmentId}`).toSorted()
      expect(texts.map(({ about }) => about)).toEqual(notice === "sms" ? told : [])
    }),
  )

  it.effect("is for times that are offered still", () =>
    inPlace((place, [first, second]) =>
      Effect.gen(function* () {
        const clock = yield* MovableClock
        const mine = yield* book(place, "10:00", first)
        const theirs = yield* book(place, "09:00", second)
        // Ninety minutes before the earlier one begins.
        yield* clock.move(Date.parse(theirs.startsAt) - 90 * 60_000)
        const failure = yield* Effect.flip(swap(mine, theirs))
        yield* clock.move(noon)
        expect(failure.message).toBe("This time begins in less than 2 hours. Choose a later one.")
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )
})
