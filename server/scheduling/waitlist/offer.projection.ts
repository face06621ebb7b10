import { Schema } from "effect"
import { offerTable } from "#machines/lifecycles/offer.lifecycle.ts"
import { noneOf, PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { OfferEvent } from "#schemas/scheduling/events.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { AnsweredBy, OfferId, OfferState, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import type { Projection } from "#server/decider.ts"

/** The read model of an offer; its slot and place stand with its round. */
export const OfferRow = Schema.Struct({
  offerId: OfferId,
  roundId: RoundId,
  entryId: WaitlistEntryId,
  patientId: PatientId,
  slotId: SlotId,
  status: Schema.Union([OfferState, Schema.Literal("reserved")]),
  offeredAt: Schema.String,
  answerBy: Schema.String,
  endedAt: Schema.NullOr(Schema.String),
  by: Schema.NullOr(AnsweredBy),
  appointmentId: Schema.NullOr(AppointmentId),
})
export type OfferRow = typeof OfferRow.Type

/** Offers by id; of a round, one is accepted. */
export const offerProjection: Projection<OfferRow, OfferEvent> = {
  category: "offer",
  version: 1,
  row: OfferRow,
  initialRow: {
    offerId: noneOf(OfferId),
    roundId: noneOf(RoundId),
    entryId: noneOf(WaitlistEntryId),
    patientId: noneOf(PatientId),
    slotId: noneOf(SlotId),
    status: "reserved",
    ...{ offeredAt: "", answerBy: "", endedAt: null, by: null, appointmentId: null },
  },
  evolve: (row, event, { at }) => {
    const { _tag, ...facts } = event
    const status = offerTable.next(row.status, _tag) ?? row.status
    return { ...row, ...facts, status, ...(_tag === "SlotOffered" ? { offeredAt: at } : { endedAt: at }) }
  },
  keys: ({ status, roundId }) => ({ state: status, uniqueKey: status === "accepted" ? `round ${roundId}` : null }),
}
