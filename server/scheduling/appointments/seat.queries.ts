import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { appointmentProjection } from "./appointment.projection.ts"
import { takesTime } from "./booked.queries.ts"

/** The answer to whoever comes after the last seat was given. */
export const slotTaken = () => problem("SlotTaken", "Someone else took the last seat of this time. Choose another one.")

/** Which counter of a slot a seat is counted by. */
type Counter = "held" | "booked"

const takingSeat = (
  sql: PgClient,
  companyId: CompanyId,
  slotId: SlotId,
  { counter, isOverbooked }: { readonly counter: Counter; readonly isOverbooked: boolean },
): Fragment => {
  const column = sql.literal(counter)
  const seats = sql.literal(isOverbooked ? "capacity + overbook" : "capacity")
  return sql`update slots set ${column} = ${column} + 1
    where company_id = ${companyId} and slot_id = ${slotId} and booked + held < ${seats} returning slot_id`
}

/**
 * Takes one seat of a slot, by one statement that counts and checks at once: of any number who try, no more succeed
 * than there are seats. Fails with SlotTaken. Joins the command's transaction, and is undone with it.
 */
export const takeSeat = Effect.fnUntraced(function* (
  companyId: CompanyId,
  slotId: SlotId,
  of: { readonly counter: Counter; readonly isOverbooked: boolean },
) {
  const { sql } = yield* Database
  const taken = yield* Effect.orDie(sql`${takingSeat(sql, companyId, slotId, of)}`)
  if (taken.length === 0) return yield* Effect.fail(slotTaken())
})

/**
 * Holds one seat of a slot for a new appointment, and gives the number of that. The same statement locks the patient
 * once the seat is taken, as `lockPatient` does: who comes too late waits for no one else. Fails with SlotTaken.
 */
export const holdSeat = Effect.fnUntraced(function* (
  companyId: CompanyId,
  {
    slotId,
    patientId,
    isOverbooked,
  }: { readonly slotId: SlotId; readonly patientId: PatientId; readonly isOverbooked: boolean },
) {
  const { sql } = yield* Database
  const [held] = yield* Effect.orDie(sql<{ id: number }>`
    with taken as (${takingSeat(sql, companyId, slotId, { counter: "held", isOverbooked })}),
      patient as (
        select p.patient_id from taken, patients p
        where p.company_id = ${companyId} and p.patient_id = ${patientId} for update of p)
    select nextval('appointment_ids'::regclass)::int as id from taken left join patient on true`)
  return held === undefined ? yield* Effect.fail(slotTaken()) : AppointmentId.make(held.id)
})

/** Gives a seat back; joins the command's transaction. */
export const giveSeatBack = Effect.fnUntraced(function* (companyId: CompanyId, slotId: SlotId, counter: Counter) {
  const { sql } = yield* Database
  const column = sql.literal(counter)
  yield* Effect.orDie(sql`
    update slots set ${column} = ${column} - 1 where company_id = ${companyId} and slot_id = ${slotId}`)
})

/** Counts a held seat as a booked one. */
export const bookSeat = Effect.fnUntraced(function* (companyId: CompanyId, slotId: SlotId) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    update slots set held = held - 1, booked = booked + 1 where company_id = ${companyId} and slot_id = ${slotId}`)
})

/** Locks slots in the order of their numbers, so that two who exchange them do not wait for each other. */
export const lockInOrder = Effect.fnUntraced(function* (companyId: CompanyId, slotIds: ReadonlyArray<SlotId>) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    select slot_id from slots where company_id = ${companyId} and ${sql.in("slot_id", slotIds)}
    order by slot_id for update`)
})

/** Another visit of a patient in a span of time. */
export type OtherVisit = { readonly name: string; readonly startsAt: string }

type Visit = {
  readonly patientId: PatientId
  readonly startsAt: string
  readonly endsAt: string
  /** The appointment that is moved there itself. */
  readonly except?: AppointmentId | undefined
  /** ISO 8601 in UTC: a hold whose time is over takes no one’s time. */
  readonly now: string
}

/** A patient’s visit that has time in common with another one; absent where there is none. */
export const findOverlap = Effect.fnUntraced(function* (companyId: CompanyId, visit: Visit) {
  const { sql, read } = yield* Database
  const { patientId, startsAt, endsAt, except, now } = visit
  const found = sql<OtherVisit>`
    select r.starts_at as "startsAt",
      (select l.row ->> 'name' from read_models l
       where l.company_id = r.company_id and l.category = 'location' and l.id = r.location_id) as name
    from read_models r
    where r.company_id = ${companyId} and ${rowsOf(sql, "r", appointmentProjection)}
      and r.patient_id = ${patientId} and ${takesTime(sql, "r")}
      and r.starts_at < ${endsAt} and r.row ->> 'endsAt' > ${startsAt}
      and (r.state <> 'pending' or r.row ->> 'heldUntil' > ${now})
      ${except === undefined ? sql`` : sql`and r.id <> ${except}`}
    order by r.starts_at limit 1`
  return (yield* read(companyId, found))[0]
})

/** Locks patients in the order of their numbers, as `lockPatient` locks one. */
export const lockPatientsInOrder = Effect.fnUntraced(function* (
  companyId: CompanyId,
  patientIds: ReadonlyArray<PatientId>,
) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    select 1 from patients where company_id = ${companyId} and ${sql.in("patient_id", patientIds)}
    order by patient_id for update`)
})

/** Locks the patient, so that their visits are decided one after the other; joins the command's transaction. */
export const lockPatient = Effect.fnUntraced(function* (companyId: CompanyId, patientId: PatientId) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    select 1 from patients where company_id = ${companyId} and patient_id = ${patientId} for update`)
})

/**
 * Makes sure that a patient, who is locked by then, has no other visit at that time. Fails with AlreadyExists. Joins the
 * command's transaction.
 */
export const refuseOverlap = Effect.fnUntraced(function* (companyId: CompanyId, visit: Visit) {
  const other = yield* findOverlap(companyId, visit)
  if (other === undefined) return
  const message = `This patient has another visit at that time, at ${other.name}. Choose another time, or move that visit.`
  return yield* Effect.fail(problem("AlreadyExists", message, { errors: [{ field: "patientHashedId", message }] }))
})
