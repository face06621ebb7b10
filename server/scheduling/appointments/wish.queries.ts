import { Clock, Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { Appointment, AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { foundSlotWith } from "#server/scheduling/schedules/schedule.queries.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { appointmentProjection } from "./appointment.projection.ts"
import { shownPatient, shownStage } from "./appointment.queries.ts"
import { overlapping, type OtherVisit } from "./seat.queries.ts"
import { rowsOf } from "#server/store/readModels.ts"

/** A patient as a call names them: by number, or by the public id. */
export type PatientNamed = { readonly patientId: PatientId } | { readonly patientHashedId: string }

/** Who wants a seat of which slot, and for which stage; null for none. */
export type Wish = {
  readonly slotId: SlotId
  readonly patient: PatientNamed
  readonly stageId: StageId | null
}

type OfWish = {
  readonly patientId: PatientId
  readonly patient: Appointment["patient"]
  readonly stage: Appointment["stage"]
  /** How often visits of the patient were decided, before anything else of this was read. */
  readonly changes: number
  /** Another visit of the patient at that time. */
  readonly other: OtherVisit | null
  /** Whether a hold of the slot, or of the patient, is over and takes a seat still. */
  readonly hasLapsed: boolean
  /** The number of the new appointment; null where the slot has no seat. */
  readonly appointmentId: AppointmentId | null
}

/** All that is asked before a seat is held for a patient, in one round trip; fails with NotFound. */
export const readWish = Effect.fn("readWish")(function* (companyId: CompanyId, { slotId, patient, stageId }: Wish) {
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  const { slot, place, more } = yield* foundSlotWith<OfWish>(companyId, slotId, (sql) => {
    const instant = (column: string) => sql.literal(isoColumn(column))
    const other = overlapping(sql, companyId, {
      ...{ patientId: sql`p.patient_id`, now },
      ...{ startsAt: instant("s.starts_at"), endsAt: instant("s.ends_at") },
    })
    const hasLapsed = (whose: Fragment) => sql`exists (
      select from read_models q where q.company_id = s.company_id and ${rowsOf(sql, "q", appointmentProjection)}
        and ${whose} and q.state = 'pending' and (q.row ->> 'heldUntil') collate "C" <= ${now})`
    return {
      json: sql`json_build_object('patientId', p.patient_id, 'patient', ${shownPatient(sql, "p")},
        'stage', ${stageId === null ? sql`null` : shownStage(sql, sql`s.company_id`, sql`to_jsonb(${stageId}::int)`)},
        'changes', coalesce(decided.changes, 0),
        'other', (select to_json(visit) from (${other}) visit),
        'hasLapsed', s.held > 0 and ${hasLapsed(sql`q.slot_id = s.slot_id`)} or ${hasLapsed(sql`q.patient_id = p.patient_id`)},
        'appointmentId', case when s.booked + s.held < s.capacity + s.overbook
          then nextval('appointment_ids'::regclass)::int end)`,
      joins: sql`
        join patients p on p.company_id = s.company_id and ${
          "patientId" in patient
            ? sql`p.patient_id = ${patient.patientId}`
            : sql`p.hashed_id = ${patient.patientHashedId}`
        }
        left join patient_visits decided on decided.company_id = p.company_id and decided.patient_id = p.patient_id`,
    }
  })
  return { slot, place, location: { hashedId: place.hashedId, name: place.name }, ...more }
})

/** A wish as it stands. */
export type FoundWish = Effect.Success<ReturnType<typeof readWish>>
