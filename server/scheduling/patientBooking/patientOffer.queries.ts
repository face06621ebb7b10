import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { OfferId } from "#schemas/scheduling/waitlist.ts"
import { offerProjection } from "#server/scheduling/waitlist/offer.projection.ts"
import { foundOffer } from "#server/scheduling/waitlist/round.queries.ts"
import { waitlistEntryProjection } from "#server/scheduling/waitlist/waitlistEntry.projection.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { offerState } from "./patientBooking.rule.ts"

/** One fact of the stored offer, as a part of a query: a number, or null. */
export const offered = Effect.fnUntraced(function* (
  companyId: CompanyId,
  offerId: number,
  fact: "patientId" | "appointmentId",
) {
  const { sql } = yield* Database
  return sql`(select (f.row ->> ${fact})::integer from read_models f
    where f.company_id = ${companyId} and ${rowsOf(sql, "f", offerProjection)} and f.id = ${offerId})`
})

type OfferedSeat = {
  readonly locationId: LocationId
  readonly startsAt: Date
  readonly endsAt: Date
  readonly zone: string
}

/** The time that an offer is about, and what has become of it. */
export const readOfferedSeat = Effect.fn("readOfferedSeat")(function* (companyId: CompanyId, id: number) {
  const { sql, read } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const { roundId, status, answerBy } = yield* foundOffer(companyId, OfferId.make(id))
  const [seat] = yield* read(
    companyId,
    sql<OfferedSeat>`
      select r.location_id as "locationId", r.starts_at as "startsAt", r.zone,
        coalesce((select s.ends_at from slots s where s.company_id = r.company_id and s.slot_id = r.slot_id),
          r.starts_at) as "endsAt"
      from offer_rounds r where r.company_id = ${companyId} and r.round_id = ${roundId}`,
  )
  if (seat === undefined) return yield* Effect.die("An offer has no round")
  return {
    locationId: seat.locationId,
    ...{ startsAt: seat.startsAt.toISOString(), endsAt: seat.endsAt.toISOString(), zone: seat.zone },
    state: offerState(status, answerBy, now),
    ...{ answerBy, now: new Date(now).toISOString() },
  }
})

/** The locations for which a patient is on the waitlist; null among them for any. */
export const readAwaited = Effect.fn("readAwaitedLocations")(function* (companyId: CompanyId, patientId: PatientId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ locationId: LocationId | null }>`
      select r.location_id as "locationId" from read_models r
      where r.company_id = ${companyId} and ${rowsOf(sql, "r", waitlistEntryProjection)} and r.state = 'waiting'
        and r.patient_id = ${patientId} and r.row ->> 'group' is null`,
  )
  return rows.map(({ locationId }) => locationId)
})
