import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { RowChange } from "#server/store/append.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { appointmentProjection } from "./appointment.projection.ts"
import type { StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { takesTime } from "./booked.queries.ts"

/** The answer to whoever comes after the last seat was given. */
export const slotTaken = () => problem("SlotTaken", "Someone else took the last seat of this time. Choose another one.")

/** Which counter of a slot a seat is counted by. */
type Counter = "held" | "booked"

const takingSeat = (
  sql: PgClient,
  companyId: CompanyId | Fragment,
  slotId: SlotId,
  {
    counter,
    isOverbooked,
    asRead = sql``,
  }: { readonly counter: Counter; readonly isOverbooked: boolean; readonly asRead?: Fragment },
): Fragment => {
  const column = sql.literal(counter)
  const seats = sql.literal(isOverbooked ? "capacity + overbook" : "capacity")
  return sql`update slots set ${column} = ${column} + 1
    where company_id = ${companyId} and slot_id = ${slotId} and booked + held < ${seats} ${asRead}
    returning company_id`
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

const companyOf = (sql: PgClient, from: Fragment): Fragment => sql`(select company_id from ${from})`

/**
 * The same together with the events of who holds it, which are not appended where no seat is left, where the slot has
 * other times than were read, or where a seat beyond those of it is not needed any more.
 */
export const holdingSeat = (
  sql: PgClient,
  { slotId, startsAt, endsAt }: Pick<StoredSlot, "slotId" | "startsAt" | "endsAt">,
  isOverbooked: boolean,
): RowChange => ({
  change: (from) =>
    takingSeat(sql, companyOf(sql, from), slotId, {
      ...{ counter: "held", isOverbooked },
      asRead: sql`and starts_at = ${startsAt.toISOString()}::timestamptz and ends_at = ${endsAt.toISOString()}::timestamptz
        ${isOverbooked ? sql`and booked >= capacity` : sql``}`,
    }),
  isCondition: true,
})

/** Takes one off a count of a slot, and changes `also` in the same statement. Changes nothing where the count is 0. */
const countingDown = (
  sql: PgClient,
  companyId: CompanyId | Fragment,
  slotId: SlotId,
  { counter, also = sql`` }: { readonly counter: Counter; readonly also?: Fragment },
): Fragment => {
  const column = sql.literal(counter)
  return sql`update slots set ${column} = ${column} - 1 ${also}
    where company_id = ${companyId} and slot_id = ${slotId} and ${column} > 0 returning company_id`
}

/** Gives a seat back; joins the command's transaction. */
export const giveSeatBack = Effect.fnUntraced(function* (companyId: CompanyId, slotId: SlotId, counter: Counter) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`${countingDown(sql, companyId, slotId, { counter })}`)
})

/** Gives a seat back together with the events that say why; not where someone else did so a moment ago. */
export const givingSeatBack = (sql: PgClient, slotId: SlotId, counter: Counter): RowChange => ({
  change: (from) => countingDown(sql, companyOf(sql, from), slotId, { counter }),
  isCondition: true,
})

/** Counts a held seat as a booked one, together with the booking's events; not where it was given back a moment ago. */
export const bookingSeat = (sql: PgClient, slotId: SlotId): RowChange => ({
  change: (from) =>
    countingDown(sql, companyOf(sql, from), slotId, { counter: "held", also: sql`, booked = booked + 1` }),
  isCondition: true,
})

/** Locks slots in the order of their numbers, so that two who exchange them do not wait for each other; their patients are locked before. */
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
  /** ISO 8601 in UTC: a hold whose time is over by then takes no one’s time. Absent where such holds were ended (`lockVisits`). */
  readonly now?: string | undefined
}

/** The select of a patient’s visit that has time in common with another one, as `OtherVisit` names it. */
export const overlapping = (
  sql: PgClient,
  companyId: CompanyId,
  visit: {
    readonly [Key in "patientId" | "startsAt" | "endsAt"]: Visit[Key] | Fragment
  } & Pick<Visit, "except" | "now">,
) => {
  const { patientId, startsAt, endsAt, except, now } = visit
  return sql<OtherVisit>`
    select r.starts_at as "startsAt",
      (select l.row ->> 'name' from read_models l
       where l.company_id = r.company_id and l.category = 'location' and l.id = r.location_id) as name
    from read_models r
    where r.company_id = ${companyId} and ${rowsOf(sql, "r", appointmentProjection)}
      and r.patient_id = ${patientId} and ${takesTime(sql, "r")}
      and r.starts_at < ${endsAt} and r.row ->> 'endsAt' > ${startsAt}
      ${now === undefined ? sql`` : sql`and (r.state <> 'pending' or r.row ->> 'heldUntil' > ${now})`}
      ${except === undefined ? sql`` : sql`and r.id <> ${except}`}
    order by r.starts_at limit 1`
}

/** A patient’s visit that has time in common with another one; absent where there is none. */
export const findOverlap = Effect.fnUntraced(function* (companyId: CompanyId, visit: Visit) {
  const { sql, read } = yield* Database
  return (yield* read(companyId, overlapping(sql, companyId, visit)))[0]
})

/**
 * Locks patients in the order of their numbers, so that their visits are decided one after the other; joins the
 * command's transaction. Who decided by what was read before is refused (`decidingVisit`).
 */
export const lockPatients = Effect.fnUntraced(function* (companyId: CompanyId, patientIds: ReadonlyArray<PatientId>) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    insert into patient_visits as v (company_id, patient_id, changes)
    select ${companyId}::int, id, 1 from unnest(${integers(patientIds)}::int[]) id order by id
    on conflict (company_id, patient_id) do update set changes = v.changes + 1`)
})

/** Decides a visit of a patient whose visits were changed so often when they were read: not where one was decided since. */
export const decidingVisit = (sql: PgClient, patientId: PatientId, changes: number): RowChange => ({
  change: (from) => sql`
    insert into patient_visits as v (company_id, patient_id, changes)
    select company_id, ${patientId}::int, 1 from ${from}
    on conflict (company_id, patient_id) do update set changes = v.changes + 1 where v.changes = ${changes}
    returning company_id`,
  isCondition: true,
})

/**
 * Makes sure that a patient, who is locked by then, has no other visit at that time. Fails with AlreadyExists. Joins the
 * command's transaction.
 */
export const refuseOverlap = Effect.fnUntraced(function* (companyId: CompanyId, visit: Visit) {
  const other = yield* findOverlap(companyId, visit)
  if (other !== undefined) return yield* Effect.fail(hasOtherVisit(other))
})

/** The answer where a patient has another visit at that time. */
export const hasOtherVisit = ({ name }: OtherVisit) => {
  const message = `This patient has another visit at that time, at ${name}. Choose another time, or move that visit.`
  return problem("AlreadyExists", message, { errors: [{ field: "patientHashedId", message }] })
}
