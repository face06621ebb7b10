import { Clock, Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { Offer, OfferId, OfferRound, OpenRound, RoundId, RoundState } from "#schemas/scheduling/waitlist.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { limitOf, pageOf } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { inFairOrder, whyNoOffer } from "./fairOrder.rule.ts"
import { offerProjection, type OfferRow } from "./offer.projection.ts"
import { personJson, readGroup, readWaiting } from "./waitlist.queries.ts"

const rowOf = readRow(offerProjection)

/** A round as its commands need it. */
export type StoredRound = {
  readonly roundId: RoundId
  readonly state: RoundState
  readonly slotId: SlotId
  readonly locationId: LocationId
}

/** A round by its number; fails with NotFound. */
export const foundRound = Effect.fn("foundRound")(function* (companyId: CompanyId, roundId: RoundId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<StoredRound>`
      select round_id as "roundId", state, slot_id as "slotId", location_id as "locationId" from offer_rounds
      where company_id = ${companyId} and round_id = ${roundId}`,
  )
  return yield* orNotFound(Effect.succeed(rows[0]))
})

/** An offer by its number; fails with NotFound. */
export const foundOffer = Effect.fn("foundOffer")(function* (companyId: CompanyId, offerId: OfferId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select t.row from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", offerProjection)} and t.id = ${offerId}`,
  )
  return yield* orNotFound(Effect.succeed(rows[0] === undefined ? undefined : rowOf(rows[0].row)))
})

/** The offers that wait for an answer, of a round or of an entry. */
export const readOpenOffers = Effect.fn("readOpenOffers")(function* (
  companyId: CompanyId,
  of: Partial<Pick<OfferRow, "roundId" | "entryId">>,
) {
  const { sql, read } = yield* Database
  const { roundId, entryId } = of
  const rows = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select t.row from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", offerProjection)} and t.state = 'offered'
        ${roundId === undefined ? sql`` : sql`and t.round_id = ${roundId}`}
        ${entryId === undefined ? sql`` : sql`and t.entry_id = ${entryId}`}
      order by t.id`,
  )
  return rows.map(({ row }) => rowOf(row))
})

/** Offers of all companies whose time is over: as many as are ended at once. */
export const readUnanswered = Effect.fn("readUnansweredOffers")(function* () {
  const { sql, readEveryCompany } = yield* Database
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  return yield* readEveryCompany(sql<{ readonly companyId: CompanyId; readonly offerId: OfferId }>`
    select t.company_id as "companyId", t.id as "offerId" from read_models t
    where ${rowsOf(sql, "t", offerProjection)} and t.state = 'offered' and (t.row ->> 'answerBy') collate "C" <= ${now}
    order by (t.row ->> 'answerBy') collate "C" limit 200`)
})

type RoundRow = Omit<OfferRound, "offers" | "startsAt" | "freedAt" | "endedAt"> & {
  readonly locationId: LocationId
  readonly startsAt: Date
  readonly endsAt: Date
  readonly freedAt: Date
  readonly endedAt: Date | null
}

const readRounds = Effect.fnUntraced(function* (companyId: CompanyId, which: Fragment) {
  const { sql, read } = yield* Database
  const rounds = yield* read(
    companyId,
    sql<RoundRow>`
      select r.round_id as "roundId", r.state, r.slot_id as "slotId", to_char(r.date, 'YYYY-MM-DD') as date,
        r.start_time as start, r.end_time as "end", r.zone, r.starts_at as "startsAt", r.location_id as "locationId",
        r.freed_at as "freedAt", r.ended_at as "endedAt",
        coalesce((select s.ends_at from slots s where s.company_id = r.company_id and s.slot_id = r.slot_id),
          r.starts_at) as "endsAt",
        json_build_object('hashedId', h.hashed_id, 'name', l.row ->> 'name') as location
      from offer_rounds r
      join read_models l on l.company_id = r.company_id and ${rowsOf(sql, "l", locationProjection)} and l.id = r.location_id
      join hashed_ids h on h.company_id = r.company_id and h.kind = 'location' and h.id = l.id
      where r.company_id = ${companyId} and ${which}`,
  )
  if (rounds.length === 0) return []
  const ids = rounds.map(({ roundId }) => roundId)
  const offers = yield* read(
    companyId,
    sql<{ readonly row: unknown; readonly patient: Offer["patient"]; readonly textedAt: Date | null }>`
      select t.row, ${sql.literal(personJson("p"))} as patient,
        (select max(r.sent_at) from recipients r
         where r.about = 'offer-' || t.id and r.company_id = t.company_id and r.key = 'offer') as "textedAt"
      from read_models t
      join patients p on p.company_id = t.company_id and p.patient_id = t.patient_id
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", offerProjection)}
        and t.round_id = any(${integers(ids)}::int[])
      order by t.id`,
  )
  const shown = offers.map(({ row, patient, textedAt }) => ({
    ...rowOf(row),
    patient,
    textedAt: textedAt?.toISOString() ?? null,
  }))
  return rounds.map(({ startsAt, endsAt, freedAt, endedAt, ...round }) => ({
    ...round,
    ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), freedAt: freedAt.toISOString() },
    endedAt: endedAt?.toISOString() ?? null,
    offers: shown.filter(({ roundId }) => roundId === round.roundId).map(shownOffer),
  }))
})

const shownOffer = (offer: OfferRow & Pick<Offer, "patient" | "textedAt">): Offer => {
  const { offerId, entryId, patient, offeredAt, textedAt, answerBy, endedAt, by, status } = offer
  // A stored offer was made to someone.
  return {
    ...{ offerId, entryId, patient, offeredAt, textedAt, answerBy, endedAt, by },
    state: status as Offer["state"],
  }
}

/** The seats that are being offered, the first to begin first, with why each person who waits is asked or not. */
export const readOpenRounds = Effect.fn("readOpenRounds")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rounds = yield* readRounds(companyId, sql`r.state = 'open' order by r.starts_at, r.round_id`)
  return yield* Effect.forEach(rounds, ({ locationId, endsAt, ...round }) =>
    Effect.gen(function* () {
      const slot = { ...round, locationId, endsAt, group: yield* readGroup(companyId, locationId) }
      const people = yield* company(companyId)(readWaiting(companyId, slot))
      return {
        ...round,
        people: inFairOrder(people).map((person) => {
          const why = whyNoOffer(slot, person)
          const passes = why === "quiet" && person.quietUntil !== null && person.quietUntil !== Infinity
          return { entryId: person.entryId, why, until: passes ? new Date(person.quietUntil).toISOString() : null }
        }),
      } satisfies OpenRound
    }),
  )
})

/** One page of the offer log, the newest round first. */
export const readOfferLog = Effect.fn("readOfferLog")(function* (
  companyId: CompanyId,
  { after, pageSize }: { readonly after?: number | undefined; readonly pageSize: number },
) {
  const { sql } = yield* Database
  const beyond = after === undefined ? sql`` : sql`and r.round_id < ${after}`
  const rows = yield* readRounds(companyId, sql`true ${beyond} order by r.round_id desc ${limitOf(sql, pageSize)}`)
  const rounds = rows.map(({ locationId: _, endsAt: __, ...round }): OfferRound => round)
  return pageOf(rounds, pageSize, ({ roundId }) => roundId)
})
