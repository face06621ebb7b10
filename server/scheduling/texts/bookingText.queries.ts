import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { BookingText, TextKind } from "#schemas/scheduling/appointmentText.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { streamId } from "#server/decider.ts"
import { judgeOngoingText } from "#server/outreach/recipients/ongoing.queries.ts"
import { appointmentProjection, type AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { findSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { Database } from "#server/store/Database.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { campaignOf, readTextsSetUp } from "./appointmentTexts.queries.ts"
import { appointmentValues } from "./appointmentValues.queries.ts"

const left = (why: NonNullable<BookingText["why"]>): BookingText => ({ text: null, leavesAt: null, why })

/**
 * The text that booking, moving or cancelling an appointment would send to its patient, judged as it will be then, or why
 * there is none. `at` is when and where it will be, where that changes. Fails with NotFound.
 */
export const readBookingText = Effect.fn("readBookingText")(function* (
  companyId: CompanyId,
  id: AppointmentId,
  kind: Extract<TextKind, "booked" | "moved" | "cancelled">,
  at: Partial<Pick<AppointmentRow, "locationId" | "startsAt" | "zone">> = {},
) {
  const { company } = yield* Database
  const campaign = campaignOf(yield* readTextsSetUp(companyId), kind)
  if (campaign === undefined) return left("off")
  const row = { ...(yield* foundRow(companyId, id)), ...at }
  const judge = Effect.gen(function* () {
    return yield* judgeOngoingText(companyId, {
      ...{
        campaignId: campaign.campaignId,
        patientId: row.patientId,
        about: streamId(appointmentProjection, id),
        key: kind,
      },
      ...{ values: yield* appointmentValues(companyId, row), notAfter: Date.parse(row.startsAt) },
    })
  })
  const judged = yield* company(companyId)(judge)
  if (judged === undefined) return left("off")
  if (!judged.eligible) return left(judged.reason)
  const { at: released } = judged.release
  return {
    text: judged.body,
    leavesAt: released === null ? null : new Date(released).toISOString(),
    why: null,
  } satisfies BookingText
})

/** The text that a move to a slot would send, or why there is none. Fails with NotFound. */
export const readMoveText = Effect.fn("readMoveText")(function* (
  companyId: CompanyId,
  id: AppointmentId,
  slotId: SlotId,
) {
  const { locationId, zone, startsAt } = yield* orNotFound(findSlot(companyId, slotId))
  return yield* readBookingText(companyId, id, "moved", { locationId, zone, startsAt: startsAt.toISOString() })
})
