import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, type CompanyId, PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, LinkCaller } from "#tests/support/callingAs.ts"
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
  seatDrift,
  slotIdOf,
} from "#tests/support/scheduling.ts"

const campaignId = CampaignId.make(71)
const one = slotAt("09:00", "09:30", { capacity: 1 })
const headers = {}

/** Runs in a company with a public location that has these slots on Monday. */
const inPlace = <A, E, R>(
  people: number,
  work: (
    place: string,
    companyId: CompanyId,
    link: (n?: number) => typeof LinkCaller.Service,
  ) => Effect.Effect<A, E, R>,
  slots: Parameters<typeof morning>[1] = [
    one,
    slotAt("09:30", "10:00"),
    slotAt("10:00", "10:30"),
    slotAt("11:00", "11:30"),
  ],
) =>
  Effect.gen(function* () {
    const { companyId } = yield* companyWith(people)
    const { sql, company } = yield* Database
    const ids = yield* company(companyId)(
      sql<{ id: PatientId }>`select patient_id as id from patients where company_id = ${companyId} order by patient_id`,
    )
    const link = (n = 1): typeof LinkCaller.Service => ({
      subject: { purpose: "book", companyId, campaignId, recipientId: n },
      patientId: ids[n - 1]?.id ?? PatientId.make(1),
    })
    return yield* asCompany(companyId)(
      Effect.flatMap(savedPlace([morning(monday, slots)]), (place) => work(place, companyId, link)),
    ).pipe(Effect.provideService(LinkCaller, link()))
  })

const client = Effect.map(schedulingClient, ({ Booking }) => Booking)
const hold = Effect.fnUntraced(function* (slotId: SlotId) {
  return (yield* (yield* client).Hold({ headers, payload: { slotId } })).data
})
const link = Effect.flatMap(client, (calls) => Effect.map(calls.GetLink(), ({ data }) => data))
const book = Effect.flatMap(client, (calls) => Effect.map(calls.Book({ headers, payload: {} }), ({ data }) => data))
const wait = (minutes: number) => Effect.flatMap(MovableClock, (clock) => clock.move(noon + minutes * 60_000))

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("booking by a link", (it) => {
  it.effect("offers the free times of public places, holds one, books it, and keeps which text it came from", () =>
    inPlace(1, (place, companyId) =>
      Effect.gen(function* () {
        yield* savedPlace([morning(monday, [one])], { name: "Staff only", isPublic: false })
        const calls = yield* client
        const offered = yield* link
        expect(offered).toMatchObject({
          purpose: "book",
          canBook: true,
          visit: null,
          company: { name: `Clinic ${companyId}` },
        })
        expect(offered.places.map(({ name, firstStartsAt }) => [name, firstStartsAt])).toEqual([
          ["Eastmont", "2026-11-23T17:00:00.000Z"],
        ])
        const { data } = yield* calls.GetTimes({ query: { hashedId: place } })
        expect(data.days.map(({ date, times }) => [date, times.map(({ start }) => start)])[0]).toEqual([
          monday,
          ["09:00", "09:30", "10:00", "11:00"],
        ])
        const held = yield* hold(data.days[0]!.times[0]!.slotId)
        expect(held).toMatchObject({ status: "pending", start: "09:00", place: { name: "Eastmont" }, isOver: false })
        const booked = yield* book
        expect(booked).toMatchObject({ status: "booked", heldUntil: null, zone: "America/Los_Angeles" })
        expect(held.calendar).toBeNull()
        const calendar = (booked.calendar ?? "").replaceAll("\r\n ", "").split("\r\n")
        expect(calendar).toContain(`SUMMARY:Visit at Clinic ${companyId}`)
        expect(calendar).toContain("DTSTART;TZID=America/Los_Angeles:20261123T090000")
        expect(calendar.filter((line) => line.startsWith("LOCATION"))).toEqual([expect.stringContaining("Eastmont")])
        // Neither who comes nor the link stands in it.
        const { sql: query, company: inside } = yield* Database
        const [patient] = yield* inside(companyId)(
          query<{ first: string; last: string; hash: string }>`
            select first_name as first, last_name as last, hashed_id as hash from patients limit 1`,
        )
        for (const said of Object.values(patient ?? {})) expect(booked.calendar).not.toContain(said)
        expect(calendar.filter((line) => /^(URL|DESCRIPTION|ATTENDEE|ORGANIZER)/.test(line))).toEqual([])
        expect(yield* link).toMatchObject({ canBook: false, visit: { status: "booked", start: "09:00" } })
        const { sql, company } = yield* Database
        const rows = yield* company(companyId)(sql`
          select row ->> 'campaignId' as campaign, row ->> 'recipientId' as recipient, row ->> 'source' as source
          from read_models where category = 'appointment'`)
        expect(rows).toEqual([{ campaign: "71", recipient: "1", source: "link" }])
      }),
    ),
  )

  it.effect("gives a person one seat, whatever two tabs ask for at once, and an hour that passed gives it back", () =>
    inPlace(1, (place) =>
      Effect.gen(function* () {
        const starts = ["09:00", "09:30", "10:00"]
        const ids = yield* Effect.forEach(starts, (start) => slotIdOf(place, monday, start))
        yield* Effect.forEach([...ids, ...ids], hold, { concurrency: "unbounded" })
        expect(yield* seatDrift).toEqual([])
        const { sql, everyCompany } = yield* Database
        const held = yield* everyCompany(sql`select 1 from slots where held > 0`)
        expect(held).toHaveLength(1)
        yield* wait(6)
        expect(yield* Effect.flip(book)).toMatchObject({
          problem: "NotAllowedNow",
          message: "The seat is held no longer. Choose a time again.",
        })
        expect(yield* link).toMatchObject({ canBook: true, visit: null })
        expect(yield* hold(ids[0]!)).toMatchObject({ status: "pending" })
      }),
    ),
  )

  it.effect("holds for longer once, and books once however often it is pressed", () =>
    inPlace(1, (place) =>
      Effect.gen(function* () {
        const calls = yield* client
        yield* hold(yield* slotIdOf(place, monday, "09:00"))
        const { data } = yield* calls.Extend({ headers, payload: {} })
        expect(data).toMatchObject({ isExtended: true, heldUntil: expect.stringContaining("T17:10:0") as string })
        expect(yield* Effect.flip(calls.Extend({ headers, payload: {} }))).toMatchObject({ problem: "NotAllowedNow" })
        const again = yield* Effect.all([Effect.result(book), Effect.result(book)], { concurrency: 2 })
        expect(again.map(({ _tag }) => _tag).sort()).toEqual(["Failure", "Success"])
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("sells one seat to one of twenty people, and offers the others the nearest times", () =>
    inPlace(20, (place, _, of) =>
      Effect.gen(function* () {
        const slotId = yield* slotIdOf(place, monday, "09:00")
        const tries = yield* Effect.forEach(
          Array.from({ length: 20 }, (__, n) => n + 1),
          (n) => Effect.result(Effect.provideService(hold(slotId), LinkCaller, of(n))),
          { concurrency: "unbounded" },
        )
        const lost = tries.flatMap((one) => (one._tag === "Failure" ? [one.failure] : []))
        expect(lost).toHaveLength(19)
        for (const failure of lost) {
          expect(failure).toMatchObject({ problem: "SlotTaken" })
          expect("offered" in failure && failure.offered?.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual([
            "17:30",
            "18:00",
            "19:00",
          ])
        }
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("gives the last seat to one of two who move at once; the other one’s visit stays where it is", () =>
    inPlace(2, (place, _, of) =>
      Effect.gen(function* () {
        const calls = yield* client
        const to = yield* slotIdOf(place, monday, "09:00")
        const as = <A, E, R>(n: number, work: Effect.Effect<A, E, R>) => Effect.provideService(work, LinkCaller, of(n))
        const starts = ["10:00", "11:00"]
        for (const [at, start] of starts.entries())
          yield* as(at + 1, Effect.andThen(hold(yield* slotIdOf(place, monday, start)), book))
        const move = calls.Move({ headers, payload: { slotId: to } })
        const moved = yield* Effect.forEach([1, 2], (n) => Effect.result(as(n, move)), { concurrency: "unbounded" })
        const lost = moved.findIndex((one) => one._tag === "Failure")
        expect(moved.filter((one) => one._tag === "Success")).toHaveLength(1)
        expect(moved[lost]).toMatchObject({ failure: { problem: "SlotTaken" } })
        const { visit } = yield* as(lost + 1, link)
        expect(visit).toMatchObject({ status: "booked", start: starts[lost] })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect("confirms, moves and cancels, and then lets choose again", () =>
    inPlace(1, (place) =>
      Effect.gen(function* () {
        const calls = yield* client
        yield* hold(yield* slotIdOf(place, monday, "09:00"))
        yield* book
        for (const _ of [1, 2]) expect((yield* calls.Confirm({ headers, payload: {} })).data.status).toBe("confirmed")
        const slotId = yield* slotIdOf(place, monday, "10:00")
        expect((yield* calls.Move({ headers, payload: { slotId } })).data).toMatchObject({ start: "10:00" })
        expect((yield* calls.Cancel({ headers, payload: {} })).data).toMatchObject({
          canBook: true,
          visit: { status: "cancelled" },
        })
        expect(yield* Effect.flip(calls.Cancel({ headers, payload: {} }))).toMatchObject({ problem: "NotAllowedNow" })
        expect(yield* hold(slotId)).toMatchObject({ status: "pending", start: "10:00" })
        expect(yield* seatDrift).toEqual([])
      }),
    ),
  )

  it.effect(
    "refuses times at places that are not public or disabled, without saying more, and once the visit is over",
    () =>
      inPlace(1, (place) =>
        Effect.gen(function* () {
          const calls = yield* client
          const hidden = yield* savedPlace([morning(monday, [one])], { name: "Staff only", isPublic: false })
          const refused = { problem: "NotAllowedNow", message: "This time cannot be booked here. Choose another one." }
          expect(yield* Effect.flip(hold(yield* slotIdOf(hidden, monday, "09:00")))).toMatchObject(refused)
          expect(yield* Effect.flip(calls.GetTimes({ query: { hashedId: hidden } }))).toMatchObject({
            problem: "NotFound",
          })
          yield* hold(yield* slotIdOf(place, monday, "09:00"))
          yield* book
          const { Location } = yield* schedulingClient
          yield* Location.ChangeState({ headers, payload: { hashedId: place, action: "disable" } })
          expect(yield* link).toMatchObject({ places: [], visit: { status: "booked", place: { name: "Eastmont" } } })
          yield* wait(6 * 24 * 60)
          expect(yield* link).toMatchObject({ canBook: false, visit: { isOver: true } })
          expect(yield* Effect.flip(calls.Cancel({ headers, payload: {} }))).toMatchObject({
            message: "This visit is over, or it was cancelled. Please call the clinic.",
          })
        }),
      ),
  )

  it.effect("shows an appointment by a link of its own, and nothing of another company’s by the same number", () =>
    inPlace(1, (place, companyId, of) =>
      Effect.gen(function* () {
        yield* hold(yield* slotIdOf(place, monday, "09:00"))
        yield* book
        const { sql, company } = yield* Database
        const [row] = yield* company(companyId)(
          sql<{ id: number }>`select id from read_models where company_id = ${companyId} and category = 'appointment'`,
        )
        const appointmentId = AppointmentId.make(row?.id ?? 0)
        const by = (id: CompanyId) => ({
          patientId: of().patientId,
          subject: { purpose: "appointment", companyId: id, appointmentId } as const,
        })
        expect(yield* Effect.provideService(link, LinkCaller, by(companyId))).toMatchObject({
          purpose: "appointment",
          canBook: false,
          visit: { status: "booked" },
        })
        const other = yield* companyWith(1)
        expect(yield* Effect.provideService(link, LinkCaller, by(other.companyId))).toMatchObject({ visit: null })
      }),
    ),
  )

  it.effect.each([
    ["Spanish", "es"],
    ["spa", "es"],
    ["en", "en"],
    [null, "en"],
  ] as const)("opens in the language that the list says of a patient: %s", ([said, spoken]) =>
    inPlace(1, (_place, companyId) =>
      Effect.gen(function* () {
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`update patients set language = ${said} where company_id = ${companyId}`)
        expect((yield* link).language).toBe(spoken)
      }),
    ),
  )
})
