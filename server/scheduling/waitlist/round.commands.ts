import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { OfferEvent } from "#schemas/scheduling/events.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, type RoundState } from "#schemas/scheduling/waitlist.ts"
import { handle, systemContext, type CommandContext } from "#server/handle.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import { notOffered, whyNot } from "#server/scheduling/appointments/booking.rule.ts"
import { seatName } from "#server/scheduling/locations/placeName.queries.ts"
import { giveSeatBack, takeSeat } from "#server/scheduling/appointments/seat.queries.ts"
import type { StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { Database } from "#server/store/Database.ts"
import type { EventStore } from "#server/store/EventStore.ts"
import type { Stream } from "#server/store/stream.ts"
import { nextToAsk } from "./fairOrder.rule.ts"
import { offerDecider, type OfferCommand, type OfferFold } from "./offer.decider.ts"
import { offerProjection, type OfferRow } from "./offer.projection.ts"
import { foundOffer, foundRound, readOpenOffers, readUnanswered, type StoredRound } from "./round.queries.ts"
import { nextNumber, readGroup, readWaiting } from "./waitlist.queries.ts"

/** The streams of offers: `offer-7`. */
export const offerStream: Stream<OfferFold, OfferCommand, OfferEvent, OfferRow> = {
  decider: offerDecider,
  events: OfferEvent,
  projection: offerProjection,
  outside: "number",
  activity: {
    name: ({ company, id }) =>
      `select ${seatName(company, { locationId: "o.location_id", startsAt: "o.starts_at::text", zone: "o.zone" })}
       from read_models f join offer_rounds o on o.company_id = f.company_id and o.round_id = f.round_id
       where f.company_id = ${company} and f.category = 'offer' and f.id = ${id}`,
    opens: null,
    isNumbered: true,
  },
}

/**
 * Runs a change of a company’s rounds alone: they come one after the other, so a person is asked about one seat at a
 * time and a seat is given once. Patients are locked after it, and slots after them.
 */
export const inTurn =
  (companyId: CompanyId) =>
  <A, E, R>(change: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      const lock = Effect.orDie(sql`select pg_advisory_xact_lock(hashtext('waitlist'), ${companyId}::int)`)
      return yield* company(companyId)(Effect.andThen(lock, change))
    })

type Without<Command, Key extends PropertyKey> = Command extends unknown ? Omit<Command, Key> : never

/** Does something to an offer. */
export const toOffer = Effect.fnUntraced(function* (
  context: CommandContext,
  offerId: OfferId,
  asked: Without<OfferCommand, "now">,
) {
  const now = yield* Clock.currentTimeMillis
  return yield* handle(offerStream, offerId, { ...asked, now } as OfferCommand, context)
})

/** The same to each offer of a round that waits for an answer. */
export const toOpenOffers = Effect.fnUntraced(function* (
  context: CommandContext,
  roundId: RoundId,
  asked: { readonly _tag: "LoseOffer" | "WithdrawOffer" },
) {
  const open = yield* readOpenOffers(context.actingCompanyId, { roundId })
  yield* Effect.forEach(open, ({ offerId }) => toOffer(context, offerId, asked), { discard: true })
})

/** Ends a round; one that is not filled gives its seat back. */
export const endRound = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { roundId, slotId }: StoredRound,
  state: Exclude<RoundState, "open">,
) {
  const { sql } = yield* Database
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* Effect.orDie(sql`
    update offer_rounds set state = ${state}, ended_at = ${now}::timestamptz
    where company_id = ${companyId} and round_id = ${roundId}`)
  if (state !== "filled") yield* giveSeatBack(companyId, slotId, "held")
})

const judgedSlot = Effect.fnUntraced(function* (
  companyId: CompanyId,
  slot: StoredSlot & Pick<StoredRound, "locationId">,
) {
  const { slotId, locationId, date, start, startsAt, endsAt } = slot
  const group = yield* readGroup(companyId, locationId)
  return {
    ...{ slotId, locationId, group, date, start },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
})

/** Asks the next person about a round’s seat, where someone fits; says whether anyone was asked. */
const askNext = Effect.fnUntraced(function* (
  context: CommandContext,
  roundId: RoundId,
  slot: StoredSlot & Pick<StoredRound, "locationId">,
) {
  const companyId = context.actingCompanyId
  const judged = yield* judgedSlot(companyId, slot)
  const next = nextToAsk(judged, yield* Effect.orDie(readWaiting(companyId, judged)))
  if (next === undefined) return false
  const offerId = OfferId.make(yield* nextNumber("offer_ids"))
  const { entryId, patientId } = next
  const offer = { offerId, roundId, entryId, patientId, slotId: slot.slotId }
  yield* toOffer(context, offerId, { _tag: "OfferSlot", offer })
  return true
})

/** Why a slot’s seat is not offered: the seat that a round holds counts as free for it. */
const whyNotNow = Effect.fnUntraced(function* (companyId: CompanyId, slotId: SlotId, held: 0 | 1) {
  const { slot, place } = yield* foundSlot(companyId, slotId)
  return { slot, why: whyNot({ ...slot, held: slot.held - held }, place, yield* Clock.currentTimeMillis) }
})

const noSeat = () => problem("NotAllowedNow", "No seat of this time is free. Offer another one.")
const noOne = () => problem("NotAllowedNow", "No one else on the waitlist fits this time now. Look at the reasons.")

/** What freed a seat: the event, by its stream and version, and when; null for staff who offer a seat by hand. */
export type FreedBy = { readonly cause: string; readonly at: string } | null

/**
 * Starts a round for a free seat: holds it and asks the first person. Fails with NotAllowedNow where the slot is not
 * offered or no one fits, and with SlotTaken where someone else is faster. A cause starts one round.
 */
export const startRound = Effect.fn("startRound")(function* (context: CommandContext, slotId: SlotId, freed: FreedBy) {
  const companyId = context.actingCompanyId
  return yield* inTurn(companyId)(
    Effect.gen(function* () {
      const { slot, why } = yield* whyNotNow(companyId, slotId, 0)
      if (why === "full" || why === "held") return yield* Effect.fail(noSeat())
      if (why !== null) return yield* Effect.fail(problem("NotAllowedNow", notOffered[why]))
      yield* takeSeat(companyId, slotId, { counter: "held", isOverbooked: false })
      const roundId = RoundId.make(yield* nextNumber("offer_round_ids"))
      yield* storeRound(companyId, roundId, slot, freed)
      if (!(yield* askNext(context, roundId, slot))) return yield* Effect.fail(noOne())
      return roundId
    }),
  )
})

const storeRound = Effect.fnUntraced(function* (
  companyId: CompanyId,
  roundId: RoundId,
  { slotId, locationId, date, start, end, zone, startsAt }: Effect.Success<ReturnType<typeof foundSlot>>["slot"],
  freed: FreedBy,
) {
  const { sql } = yield* Database
  const freedAt = freed?.at ?? new Date(yield* Clock.currentTimeMillis).toISOString()
  const stored = yield* Effect.orDie(sql`
    insert into offer_rounds (company_id, round_id, location_id, slot_id, date, start_time, end_time, zone, starts_at,
      cause, state, freed_at)
    values (${companyId}, ${roundId}, ${locationId}, ${slotId}, ${date}::date, ${start}, ${end}, ${zone},
      ${startsAt.toISOString()}::timestamptz, ${freed?.cause ?? null}, 'open', ${freedAt}::timestamptz)
    on conflict (company_id, cause) do nothing returning round_id`)
  if (stored.length === 0) return yield* Effect.fail(problem("AlreadyExists", "This seat was offered already."))
})

/** Goes on with a round none of whose offers is open: to the next person, or to its end. Joins a change in turn. */
export const goOn = Effect.fnUntraced(function* (context: CommandContext, roundId: RoundId) {
  const companyId = context.actingCompanyId
  const round = yield* foundRound(companyId, roundId)
  if (round.state !== "open" || (yield* readOpenOffers(companyId, { roundId })).length > 0) return
  const { slot, why } = yield* whyNotNow(companyId, round.slotId, 1)
  if (why !== null || !(yield* askNext(context, roundId, slot))) yield* endRound(companyId, round, "free")
})

const foundOpenRound = Effect.fnUntraced(function* (companyId: CompanyId, roundId: RoundId) {
  const round = yield* foundRound(companyId, roundId)
  return round.state === "open"
    ? round
    : yield* Effect.fail(problem("NotAllowedNow", "This seat is not being offered any more. Look at the offer log."))
})

/** Asks the next person of a round now, before the others have answered. */
export const offerNext = Effect.fn("offerNext")(function* (context: CommandContext, roundId: RoundId) {
  const companyId = context.actingCompanyId
  yield* inTurn(companyId)(
    Effect.gen(function* () {
      const { slotId } = yield* foundOpenRound(companyId, roundId)
      const { slot, why } = yield* whyNotNow(companyId, slotId, 1)
      if (why !== null)
        return yield* Effect.fail(
          why === "full" || why === "held" ? noSeat() : problem("NotAllowedNow", notOffered[why]),
        )
      if (!(yield* askNext(context, roundId, slot))) return yield* Effect.fail(noOne())
    }),
  )
})

/** Stops a round: its offers are withdrawn, and its seat is free for all. */
export const stopRound = Effect.fn("stopRound")(function* (context: CommandContext, roundId: RoundId) {
  const companyId = context.actingCompanyId
  yield* inTurn(companyId)(
    Effect.gen(function* () {
      const round = yield* foundOpenRound(companyId, roundId)
      yield* toOpenOffers(context, roundId, { _tag: "WithdrawOffer" })
      yield* endRound(companyId, round, "stopped")
    }),
  )
})

/** Ends an offer whose time is over, and goes on with its round. */
const lapseOffer = Effect.fnUntraced(function* (companyId: CompanyId, offerId: OfferId) {
  const context = systemContext(companyId, `offer-${offerId}`)
  yield* inTurn(companyId)(
    Effect.gen(function* () {
      const { roundId } = yield* foundOffer(companyId, offerId)
      yield* toOffer(context, offerId, { _tag: "LapseOffer" })
      yield* goOn(context, roundId)
    }),
  )
})

/** Ends the offers of all companies whose time is over. Two processes that do it at once do it once. */
export const lapseOffers: Effect.Effect<void, never, Database | EventStore> = Effect.flatMap(
  readUnanswered(),
  (offers) =>
    Effect.forEach(
      offers,
      // A refusal means that it was decided meanwhile.
      ({ companyId, offerId }) => Effect.ignore(lapseOffer(companyId, offerId)),
      { discard: true },
    ),
).pipe(Effect.withSpan("lapseOffers"))
