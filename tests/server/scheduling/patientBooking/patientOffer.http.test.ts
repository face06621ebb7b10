import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { waitlistLimits } from "#schemas/scheduling/waitlist.ts"
import { findCaller } from "#server/scheduling/patientBooking/patientCaller.queries.ts"
import { patientLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
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
import { waitlistCalls } from "#tests/support/waitlist.ts"

const day = 86_400_000
const headers = {}
const empty = { headers, payload: {} }

/** Runs a call as whoever has this link. */
const by = Effect.fnUntraced(function* (companyId: CompanyId, subject: Parameters<typeof patientLink>[1]) {
  const address = yield* patientLink(companyId, subject, noon + day)
  const caller = yield* findCaller(address.split("#")[1] ?? "")
  if (caller === undefined) return yield* Effect.die("The link does not work")
  return <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, LinkCaller, caller)
})

const { GetLink, Accept, Decline, Confirm, Wait } = {
  GetLink: Effect.flatMap(schedulingClient, ({ Booking }) => Effect.map(Booking.GetLink(), ({ data }) => data)),
  Accept: Effect.flatMap(schedulingClient, ({ Booking }) => Effect.map(Booking.Accept(empty), ({ data }) => data)),
  Decline: Effect.flatMap(schedulingClient, ({ Booking }) => Effect.map(Booking.Decline(empty), ({ data }) => data)),
  Confirm: Effect.flatMap(schedulingClient, ({ Booking }) => Effect.map(Booking.Confirm(empty), ({ data }) => data)),
  Wait: (hashedId: string) =>
    Effect.flatMap(schedulingClient, ({ Booking }) =>
      Effect.map(Booking.Wait({ headers, payload: { hashedId } }), ({ data }) => data),
    ),
}

/** Runs in a company with one free seat on Monday at nine, which is offered to the first of two people who wait. */
const whenOffered = <A, E, R>(
  work: (here: { readonly companyId: CompanyId; readonly place: string }) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const { companyId, patients } = yield* companyWith(3)
    yield* (yield* MovableClock).move(noon)
    return yield* asCompany(companyId)(
      Effect.gen(function* () {
        const place = yield* savedPlace([morning(monday, [slotAt("09:00", "09:30", { capacity: 1 })])])
        const { add, offer } = yield* waitlistCalls
        for (const patient of patients.slice(0, 2)) yield* add(patient)
        yield* offer(yield* slotIdOf(place, monday, "09:00"))
        return yield* work({ companyId, place })
      }),
    )
  })

const offerIds = Effect.map(
  Effect.flatMap(waitlistCalls, ({ log }) => log),
  ([round]) => round?.offers.map(({ offerId }) => offerId) ?? [],
)
const offerAt = Effect.fnUntraced(function* (companyId: CompanyId, at: number) {
  return yield* by(companyId, { purpose: "offer", offerId: (yield* offerIds)[at] ?? 0 })
})

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("an offer by a link", (it) => {
  it.effect("shows the time until when it can be answered, books it, and shows the visit from then on", () =>
    whenOffered(({ companyId }) =>
      Effect.gen(function* () {
        const first = yield* offerAt(companyId, 0)
        const shown = yield* first(GetLink)
        expect(shown).toMatchObject({
          ...{ purpose: "offer", canBook: false, visit: null },
          offer: { state: "offered", startsAt: "2026-11-23T17:00:00.000Z", place: { name: "Eastmont" } },
        })
        const wait = Date.parse(shown.offer?.answerBy ?? "") - Date.parse(shown.offer?.now ?? "")
        expect(Math.ceil(wait / 60_000)).toBe(waitlistLimits.answerMinutes)
        expect(yield* first(Accept)).toMatchObject({ offer: { state: "accepted" }, visit: { status: "booked" } })
        expect(yield* Effect.flip(first(Accept))).toMatchObject({ problem: "NotAllowedNow" })
        expect(yield* first(Confirm)).toMatchObject({ status: "confirmed", start: "09:00" })
        expect(yield* seatDrift).toEqual([])
        const { sql, company } = yield* Database
        const kept = sql`select row ->> 'by' as by from read_models where category = 'offer' and state = 'accepted'`
        expect(yield* company(companyId)(kept)).toEqual([{ by: "link" }])
      }),
    ),
  )

  it.effect("goes to the next person by a no, and says to each what became of theirs", () =>
    whenOffered(({ companyId }) =>
      Effect.gen(function* () {
        const first = yield* offerAt(companyId, 0)
        expect(yield* first(Decline)).toMatchObject({ offer: { state: "declined" }, visit: null })
        const second = yield* offerAt(companyId, 1)
        expect(yield* second(GetLink)).toMatchObject({ offer: { state: "offered" } })
        expect(yield* Effect.flip(first(Accept))).toMatchObject({
          problem: "NotAllowedNow",
          message: "This time is not offered any more. Load the page again to see why.",
        })
        yield* (yield* MovableClock).move(noon + (waitlistLimits.answerMinutes + 1) * 60_000)
        // No job has ended it yet.
        expect(yield* second(GetLink)).toMatchObject({ offer: { state: "lapsed" } })
        expect(yield* Effect.flip(second(Accept))).toMatchObject({ problem: "NotAllowedNow" })
      }),
    ),
  )

  it.effect("is about no one in another company, and answers no call that is for a link of a text", () =>
    whenOffered(({ companyId, place }) =>
      Effect.gen(function* () {
        const first = yield* offerAt(companyId, 0)
        expect(yield* Effect.flip(first(Wait(place)))).toMatchObject({ problem: "NotAllowedNow" })
        const [offerId = 0] = yield* offerIds
        const stranger = yield* companyWith(1)
        const address = yield* patientLink(stranger.companyId, { purpose: "offer", offerId }, noon + day)
        expect(yield* findCaller(address.split("#")[1] ?? "")).toBeUndefined()
      }),
    ),
  )

  it.effect("puts a patient on the waitlist of a place by the link of a text, once, and says so", () =>
    whenOffered(({ companyId, place }) =>
      Effect.gen(function* () {
        const { sql, company } = yield* Database
        const [third] = yield* company(companyId)(
          sql<{ id: never }>`select patient_id as id from patients order by patient_id desc limit 1`,
        )
        const subject = { purpose: "book", companyId, campaignId: 71 as never, recipientId: 3 } as const
        const asThird = Effect.provideService(LinkCaller, { subject, patientId: third!.id })
        expect((yield* asThird(GetLink)).places).toMatchObject([{ hashedId: place, isWaiting: false }])
        const twice = yield* asThird(Effect.all([Wait(place), Wait(place)], { concurrency: 2 }))
        expect(twice.map(({ places }) => places[0]?.isWaiting)).toEqual([true, true])
        const { entries } = yield* (yield* waitlistCalls).waitlist
        expect(entries.map(({ location }) => location?.name ?? null)).toEqual([null, null, "Eastmont"])
        expect(yield* Effect.flip(asThird(Wait("x".repeat(22))))).toMatchObject({
          message: "No one more can be put on the waitlist now. Please call the clinic.",
        })
      }),
    ),
  )
})
