import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { handleNew, type CommandContext } from "#server/handle.ts"
import { refuseStage } from "#server/scheduling/stages/stages.queries.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { appointmentStream, isFull, lockVisits, timesOf } from "./appointment.commands.ts"
import type { AppointmentCommand } from "./appointment.decider.ts"
import { shownAppointment } from "./appointment.queries.ts"
import { offeringOthers, orHasItAlready, refuseUnlessOffered } from "./refusals.queries.ts"
import { toldTogether } from "./sameSlot.ts"
import { decidingVisit, hasOtherVisit, holdingSeat, slotTaken } from "./seat.queries.ts"
import { readWish, type FoundWish, type PatientNamed } from "./wish.queries.ts"

/** Which seat is held for whom, and where that was asked. */
type Held = { readonly slotId: SlotId; readonly patient: PatientNamed } & Pick<
  Extract<AppointmentCommand, { readonly _tag: "HoldSlot" }>,
  "stageId" | "source" | "isOverbooked" | "campaignId" | "recipientId"
>

/** How often a hold begins again because the slot or the patient’s visits were changed by others meanwhile. */
const attempts = 30

/**
 * Holds a seat of a slot for a patient. Of any number who try at once, no more succeed than there are seats. Fails with
 * SlotTaken and other times, with AlreadyExists where the patient has another visit then, and with NotAllowedNow for a
 * time that is not offered, or one that the stage of the visit does not allow.
 *
 * One statement reads what decides. Another one takes the seat with the events, unless either was changed since: then
 * it begins again (decision 086).
 */
export const holdSlot = Effect.fn("holdSlot")(function* (context: CommandContext, held: Held) {
  const { slotId, stageId } = held
  const attempt = Effect.retry(holdAsRead(context, held), {
    while: ({ problem }) => problem === "StaleVersion",
    times: attempts,
  })
  // The times that are offered instead are a person’s own where the visit has a stage.
  return yield* held.isOverbooked || stageId !== undefined
    ? attempt
    : toldTogether({ companyId: context.actingCompanyId, slotId }, attempt)
})

/** The same, once; fails with StaleVersion where it is to be tried again. */
const holdAsRead = Effect.fnUntraced(function* (context: CommandContext, { slotId, patient, ...asked }: Held) {
  const companyId = context.actingCompanyId
  const { stageId = null } = asked
  const wish = yield* readWish(companyId, { slotId, patient, stageId })
  const isOverbooked = asked.isOverbooked && isFull(wish.slot)
  yield* refuseUnlessOffered(wish.slot, wish.place, stageId)
  const appointmentId = yield* seatOf(companyId, wish, isOverbooked, stageId)
  const { slot, patientId, changes, other } = wish
  if (other !== null) return yield* Effect.fail(hasOtherVisit(other))
  const { sql } = yield* Database
  const times = timesOf(slot, slot.zone)
  const hold = {
    ...({ _tag: "HoldSlot", now: yield* Clock.currentTimeMillis } as const),
    ...{ ...asked, appointmentId, patientId, locationId: slot.locationId, times, isOverbooked },
  }
  const made = yield* handleNew(appointmentStream, appointmentId, hold, context, {
    rows: () => [decidingVisit(sql, patientId, changes), holdingSeat(sql, slot, isOverbooked)],
    ...(stageId !== null && {
      beforeAppend: () => refuseStage(companyId, { patientId, stageId, date: times.date, isNew: true }),
    }),
  }).pipe(orHasItAlready)
  return shownAppointment({
    ...{ row: made.row, stream_version: made.version, hashed_id: made.hashedId ?? "" },
    ...{ patient: wish.patient, location: wish.location, stage: wish.stage, note: null },
  })
})

/**
 * The number of the appointment that may have a seat of the slot. Fails with SlotTaken and other times where there is
 * none, and with StaleVersion once holds have ended whose time was over.
 */
const seatOf = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { slot, place, patientId, hasLapsed, appointmentId }: FoundWish,
  isOverbooked: boolean,
  stageId: Held["stageId"] | null,
) {
  if (hasLapsed) {
    const { company } = yield* Database
    yield* company(companyId)(lockVisits(companyId, { patientIds: [patientId], slotIds: [slot.slotId] }))
    return yield* Effect.fail(staleVersion())
  }
  const seats = slot.capacity + (isOverbooked ? slot.overbook : 0)
  if (slot.booked + slot.held < seats && appointmentId !== null) return appointmentId
  const who = { patientId, stageId: stageId ?? null }
  return yield* offeringOthers(companyId, place, slot, who)(Effect.fail(slotTaken()))
})
