import { PatientId, type CompanyId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { offerStream } from "#server/scheduling/waitlist/round.commands.ts"
import type { OfferCommand } from "#server/scheduling/waitlist/offer.decider.ts"
import { waitlistEntryStream } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import type { WaitlistEntryCommand } from "#server/scheduling/waitlist/waitlistEntry.decider.ts"
import type { By } from "./goldenSetUp.ts"

const appointmentId = AppointmentId.make(1)

const save = (id: number, isNew: boolean): WaitlistEntryCommand => ({
  _tag: "SaveEntry",
  ...{ entryId: WaitlistEntryId.make(id), patientId: PatientId.make(id), isNew },
  wish: {
    ...{ locationId: id === 1 ? LocationId.make(1) : null, group: id === 2 ? "North" : null },
    ...({ weekdays: [1, 5], part: "morning", from: "2026-01-05", until: id === 3 ? "2026-01-09" : null } as const),
  },
})

type Ending = OfferCommand extends infer Command ? (Command extends unknown ? Omit<Command, "now"> : never) : never

/** Entries of the waitlist and offers with each of their events, for the corpus of a release. */
export const playWaitlist = (
  companyId: CompanyId,
  by: By,
  at: (minutes: number) => number,
): ReadonlyArray<StreamRows> => {
  const entry = (id: number, end: WaitlistEntryCommand): StreamRows =>
    playCommands(waitlistEntryStream, companyId, id, [by(40, save(id, true)), by(41, save(id, false)), by(60, end)])
  const offer = (id: number, end: Ending): StreamRows => {
    const offered = {
      ...{ offerId: OfferId.make(id), roundId: RoundId.make(1), entryId: WaitlistEntryId.make(id) },
      ...{ patientId: PatientId.make(id), slotId: SlotId.make(1) },
    }
    return playCommands(offerStream, companyId, id, [
      by(50, { _tag: "OfferSlot", offer: offered, now: at(50) } as const),
      by(66, { ...end, now: at(end._tag === "LapseOffer" ? 66 : 51) } as OfferCommand),
    ])
  }
  return [
    entry(1, { _tag: "BookEntry", appointmentId }),
    entry(2, { _tag: "RemoveEntry" }),
    entry(3, { _tag: "ExpireEntry" }),
    offer(1, { _tag: "AcceptOffer", by: "text", appointmentId }),
    offer(2, { _tag: "DeclineOffer", by: "staff" }),
    offer(3, { _tag: "LapseOffer" }),
    offer(4, { _tag: "LoseOffer" }),
    offer(5, { _tag: "WithdrawOffer" }),
  ]
}
