import { Effect } from "effect"
import type { PatientCaller } from "#schemas/caller.ts"
import type { PatientId } from "#schemas/ids.ts"
import type { LinkSubject } from "#schemas/scheduling/patientLink.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { findLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { offered } from "./patientOffer.queries.ts"

/** Whom a link is about, in a company that works with us; undefined where there is no such person any more. */
const findPatient = Effect.fnUntraced(function* (subject: LinkSubject) {
  const { sql, read } = yield* Database
  const { companyId } = subject
  const isActive = sql`exists (select from companies c where c.company_id = ${companyId} and c.status = 'active')`
  const { purpose } = subject
  const rows = yield* read(
    companyId,
    purpose === "offer"
      ? sql<{ patientId: PatientId | null }>`
          select ${yield* offered(companyId, subject.offerId, "patientId")} as "patientId" where ${isActive}`
      : purpose === "book"
        ? sql<{ patientId: PatientId | null }>`
          select r.patient_id as "patientId" from recipients r
          where r.company_id = ${companyId} and r.campaign_id = ${subject.campaignId}
            and r.recipient_id = ${subject.recipientId} and ${isActive}`
        : sql<{ patientId: PatientId | null }>`
          select r.patient_id as "patientId" from read_models r
          where r.company_id = ${companyId} and ${rowsOf(sql, "r", appointmentProjection)}
            and r.id = ${subject.appointmentId} and ${isActive}`,
  )
  return rows[0]?.patientId ?? undefined
})

/** Who calls by a token; undefined for every one that is not good, after the same work (`findLink`). */
export const findCaller = Effect.fn("findPatientCaller")(function* (token: string) {
  const subject = yield* findLink(token)
  if (subject === undefined) return undefined
  const patientId = yield* findPatient(subject)
  return patientId === undefined ? undefined : ({ subject, patientId } satisfies PatientCaller)
})
