import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { BookingText } from "#schemas/scheduling/appointmentText.ts"
import { streamId } from "#server/decider.ts"
import { judgeOngoingText } from "#server/outreach/recipients/ongoing.queries.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { foundRow } from "#server/scheduling/appointments/appointment.queries.ts"
import { Database } from "#server/store/Database.ts"
import { campaignOf, readTextsSetUp } from "./appointmentTexts.queries.ts"
import { appointmentValues } from "./appointmentValues.queries.ts"

const left = (why: NonNullable<BookingText["why"]>): BookingText => ({ text: null, leavesAt: null, why })

/** The text that booking a held seat would send to its patient, judged as it will be then; or why there is none. */
export const readBookingText = Effect.fn("readBookingText")(function* (companyId: CompanyId, id: AppointmentId) {
  const { company } = yield* Database
  const campaign = campaignOf(yield* readTextsSetUp(companyId), "booked")
  if (campaign === undefined) return left("off")
  const judge = Effect.gen(function* () {
    const row = yield* foundRow(companyId, id)
    return yield* judgeOngoingText(companyId, {
      ...{
        campaignId: campaign.campaignId,
        patientId: row.patientId,
        about: streamId(appointmentProjection, id),
        key: "booked",
      },
      ...{ values: yield* appointmentValues(companyId, row), notAfter: Date.parse(row.startsAt) },
    })
  })
  const judged = yield* company(companyId)(judge)
  if (judged === undefined) return left("off")
  if (!judged.eligible) return left(judged.reason)
  const { at } = judged.release
  return {
    text: judged.text,
    leavesAt: at === null ? null : new Date(at).toISOString(),
    why: null,
  } satisfies BookingText
})
