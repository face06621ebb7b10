import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, type CompanyId, type PatientId } from "#schemas/ids.ts"
import { lapseOffers } from "#server/scheduling/waitlist/round.commands.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { LinkCaller } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon } from "#tests/support/outreach.ts"
import { schedulingClient, schedulingOn, slotIdOf } from "#tests/support/scheduling.ts"
import { book, inSeries } from "#tests/support/stages.ts"
import { waitlistCalls } from "#tests/support/waitlist.ts"

const headers = {}

/** Runs calls by the link of a campaign’s text to the first patient of a company. */
const byLink = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [one] = yield* company(companyId)(
    sql<{ id: PatientId }>`select min(patient_id) as id from patients where company_id = ${companyId}`,
  )
  if (one === undefined) return yield* Effect.die("There is no patient")
  const subject = { purpose: "book", companyId, campaignId: CampaignId.make(71), recipientId: 1 } as const
  return <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provideService(work, LinkCaller, { subject, patientId: one.id })
})

/** The free times of a location in the week of a day, as the patient of a link sees them. */
const timesOf = Effect.fnUntraced(function* (place: string, startDate: string) {
  const { Booking } = yield* schedulingClient
  const { data } = yield* Booking.GetTimes({ query: { hashedId: place, startDate } })
  return data.days.flatMap(({ times }) => times.map(({ date, start }) => `${date} ${start}`))
})

const stageOfVisits = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(sql<{ stage: string | null }>`
    select row ->> 'stageId' as stage from read_models
    where category = 'appointment' and state in ('pending', 'booked') order by id`)
  return rows.map(({ stage }) => stage)
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("visits by links", (it) => {
  it.effect("are for the stage that comes next: its sections and days are offered, and another time is refused", () =>
    inSeries(({ companyId, place, patients: [patient = ""], ids: [first] }) =>
      Effect.gen(function* () {
        const linked = yield* byLink(companyId)
        const { Booking } = yield* schedulingClient
        expect(yield* linked(timesOf(place, "2026-12-14"))).toEqual(["2026-12-14 09:00", "2026-12-14 09:30"])
        yield* book(place, "2026-11-23", { patient, stageId: first })
        expect(yield* linked(timesOf(place, "2026-12-07"))).toEqual([])
        expect(yield* linked(timesOf(place, "2026-12-14"))).toContain("2026-12-14 14:00")
        const { places } = (yield* linked(Booking.GetLink())).data
        expect(places[0]?.firstStartsAt).toBe("2026-12-14T17:00:00.000Z")
        const early = yield* slotIdOf(place, "2026-12-07", "09:00")
        const refused = yield* Effect.flip(linked(Booking.Hold({ headers, payload: { slotId: early } })))
        expect(refused).toMatchObject({ problem: "NotAllowedNow", message: expect.stringContaining("Choose another") })
        // Neither the stage nor the other visit is said to someone who is not signed in.
        expect(JSON.stringify(refused)).not.toContain("Dose")
        const late = yield* slotIdOf(place, "2026-12-14", "14:00")
        yield* linked(Booking.Hold({ headers, payload: { slotId: late } }))
        // The held seat itself is no visit that stands against another time.
        expect(yield* linked(timesOf(place, "2027-01-04"))).toEqual(["2027-01-04 09:00", "2027-01-04 09:30"])
        const other = yield* slotIdOf(place, "2027-01-04", "09:00")
        yield* linked(Booking.Hold({ headers, payload: { slotId: other } }))
        yield* linked(Booking.Book({ headers, payload: {} }))
        expect(yield* stageOfVisits(companyId)).toEqual(["1", "2"])
      }),
    ),
  )

  it.effect("offer only the days of their stage when they are moved", () =>
    inSeries(({ companyId, place, patients: [patient = ""], ids: [, second] }) =>
      Effect.gen(function* () {
        const linked = yield* byLink(companyId)
        const { Booking } = yield* schedulingClient
        yield* linked(Booking.Hold({ headers, payload: { slotId: yield* slotIdOf(place, "2026-11-23", "09:00") } }))
        yield* linked(Booking.Book({ headers, payload: {} }))
        yield* book(place, "2026-12-14", { patient, stageId: second })
        expect(yield* linked(timesOf(place, "2026-12-07"))).toEqual([])
        const slotId = yield* slotIdOf(place, "2026-12-07", "09:00")
        expect(yield* Effect.flip(linked(Booking.Move({ headers, payload: { slotId } })))).toMatchObject({
          problem: "NotAllowedNow",
        })
        expect(yield* linked(timesOf(place, "2026-11-23"))).toEqual(["2026-11-23 09:00", "2026-11-23 09:30"])
      }),
    ),
  )
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("offers of seats", (it) => {
  it.effect("go to those whose next stage is possible then, and book it", () =>
    inSeries(({ companyId, place, patients: [one = "", two = ""], ids: [first] }) =>
      Effect.gen(function* () {
        const { add, offer, waitlist, answer, log } = yield* waitlistCalls
        yield* book(place, "2026-11-23", { patient: one, stageId: first })
        yield* add(one)
        yield* add(two)
        // Dose 2 of the first comes three weeks after Dose 1; the second has had none.
        yield* offer(yield* slotIdOf(place, "2026-12-07", "09:00"))
        const [round] = (yield* waitlist).rounds
        expect(round?.people.map(({ why }) => why)).toEqual(["stage", "asked"])
        expect(round?.offers.map(({ patient }) => patient.hashedId)).toEqual([two])
        yield* (yield* MovableClock).move(noon + 16 * 60_000)
        yield* lapseOffers
        yield* offer(yield* slotIdOf(place, "2026-12-14", "14:00"))
        const [latest] = yield* log
        expect(latest?.offers.map(({ patient }) => patient.hashedId)).toEqual([one])
        yield* answer(latest!.offers[0]!.offerId, "accept")
        expect(yield* stageOfVisits(companyId)).toEqual(["1", "2"])
      }),
    ),
  )

  it.effect("are refused when another visit was booked meanwhile that the days do not allow", () =>
    inSeries(({ companyId, place, patients: [patient = ""], ids: [first] }) =>
      Effect.gen(function* () {
        yield* (yield* MovableClock).move(noon)
        const { add, offer, answer, log } = yield* waitlistCalls
        yield* add(patient)
        yield* offer(yield* slotIdOf(place, "2026-12-07", "09:00"))
        yield* book(place, "2026-11-23", { patient, stageId: first })
        const [{ offers } = { offers: [] }] = yield* log
        expect(yield* Effect.flip(answer(offers[0]!.offerId, "accept")) as Effect.Effect<unknown>).toMatchObject({
          problem: "NotAllowedNow",
          message: "Dose 2 is possible from Dec 14 to Jan 4: 21 to 42 days after Dose 1 on Nov 23.",
        })
        expect(yield* stageOfVisits(companyId)).toEqual(["1"])
      }),
    ),
  )
})
