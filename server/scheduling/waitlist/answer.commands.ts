import { Clock, Effect } from "effect"
import { problem } from "#schemas/problem.ts"
import type { AnsweredBy, OfferId } from "#schemas/scheduling/waitlist.ts"
import { handle, type CommandContext } from "#server/handle.ts"
import { bookOfferedSeat, lockVisits } from "#server/scheduling/appointments/appointment.commands.ts"
import { nextAppointmentId } from "#server/scheduling/appointments/appointment.queries.ts"
import { foundSlot } from "#server/scheduling/schedules/schedule.queries.ts"
import { notOffered, whyNot } from "#server/scheduling/appointments/booking.rule.ts"
import { endRound, goOn, inTurn, toOffer, toOpenOffers } from "./round.commands.ts"
import { foundOffer, foundRound } from "./round.queries.ts"
import { waitlistEntryStream } from "./waitlistEntry.commands.ts"

/** What may have changed since the offer was made: an offer in time is good for a slot that begins soon, not for one that is over. */
const refuseIfGone = Effect.fnUntraced(function* ({ slot, place }: Effect.Success<ReturnType<typeof foundSlot>>) {
  const why = whyNot({ ...slot, held: slot.held - 1 }, place, yield* Clock.currentTimeMillis)
  if (why === "past" || why === "off" || why === "closed") {
    return yield* Effect.fail(problem("NotAllowedNow", notOffered[why]))
  }
})

/**
 * Accepts an offer: books the seat that its round holds, ends the wait, and tells the round’s other offers that they
 * are lost, all at once or nothing. Of any number who accept, one does. Fails with NotAllowedNow for an offer that is
 * over, and with AlreadyExists where the person has another visit then.
 */
export const acceptOffer = Effect.fn("acceptOffer")(function* (
  context: CommandContext,
  offerId: OfferId,
  by: AnsweredBy,
) {
  const companyId = context.actingCompanyId
  return yield* inTurn(companyId)(
    Effect.gen(function* () {
      const { roundId, entryId, patientId, slotId } = yield* foundOffer(companyId, offerId)
      const round = yield* foundRound(companyId, roundId)
      const appointmentId = yield* nextAppointmentId()
      yield* toOffer(context, offerId, { _tag: "AcceptOffer", by, appointmentId })
      yield* lockVisits(companyId, { patientIds: [patientId], slotIds: [slotId] })
      const found = yield* foundSlot(companyId, slotId)
      yield* refuseIfGone(found)
      yield* bookOfferedSeat(context, appointmentId, found, patientId)
      yield* handle(waitlistEntryStream, entryId, { _tag: "BookEntry", appointmentId }, context)
      yield* toOpenOffers(context, roundId, { _tag: "LoseOffer" })
      yield* endRound(companyId, round, "filled")
      return appointmentId
    }),
  )
})

/** Declines an offer; the next person is asked at once. */
export const declineOffer = Effect.fn("declineOffer")(function* (
  context: CommandContext,
  offerId: OfferId,
  by: AnsweredBy,
) {
  const companyId = context.actingCompanyId
  yield* inTurn(companyId)(
    Effect.gen(function* () {
      const { roundId } = yield* foundOffer(companyId, offerId)
      yield* toOffer(context, offerId, { _tag: "DeclineOffer", by })
      yield* goOn(context, roundId)
    }),
  )
})
