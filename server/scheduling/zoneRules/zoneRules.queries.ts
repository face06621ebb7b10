import { Clock, Context, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { takesTime } from "#server/scheduling/appointments/booked.queries.ts"
import { slotColumns, type StoredSlot } from "#server/scheduling/schedules/slot.queries.ts"
import { promisedInstants } from "#server/scheduling/schedules/wallTime.rule.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"

/**
 * The time-zone rules of this process: their version (that of the IANA database, such as `2026b`, which is ordered by
 * its letters) and what they make of a wall time.
 */
export const ZoneRules = Context.Reference<{
  readonly version: string
  readonly promisedInstants: typeof promisedInstants
}>("admin-view/ZoneRules", { defaultValue: () => ({ version: process.versions.tz ?? "", promisedInstants }) })

/** How often what is to come is passed over by new rules, and how long after the first time, in milliseconds. */
const passes = 2
const betweenPasses = 600_000

/** By which rules the instants of what is to come stand; `passesLeft` is 0 when nothing is left to do. */
export type AppliedRules = {
  readonly version: string
  readonly passesLeft: number
  readonly slots: number
  readonly appointments: number
}

/** By which rules the stored instants were computed last; absent in data that no process has looked at. */
export const readAppliedRules = Effect.fn("readAppliedRules")(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(
    sql<AppliedRules>`select version, passes_left as "passesLeft", slots, appointments from zone_rules`,
  )
  return row
})

const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

/** Begins to apply rules from the first slot, unless these or newer ones were begun already. */
export const beginRules = Effect.fn("beginZoneRules")(function* (version: string) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    insert into zone_rules (version, passes_left, due_at) values (${version}, ${passes}, ${yield* now}::timestamptz)
    on conflict (is_only) do update set version = excluded.version, passes_left = excluded.passes_left,
      due_at = excluded.due_at, reached_company = default, reached_slot = default, slots = default, appointments = default
    where zone_rules.version < excluded.version`)
})

/** A slot by its company and number; slots are passed over in this order. */
export type SlotPlace = { readonly companyId: CompanyId; readonly slotId: SlotId }

/**
 * Takes a pass up where it stands, for this transaction; `over` when none of these rules is left, `waiting` while
 * another process has it or the next pass is not due.
 */
export const takeUpPass = Effect.fnUntraced(function* (version: string) {
  const { sql } = yield* Database
  const [mine] = yield* Effect.orDie(sql<SlotPlace>`
    select reached_company as "companyId", reached_slot as "slotId" from zone_rules
    where version = ${version} and passes_left > 0 and due_at <= ${yield* now}::timestamptz for update skip locked`)
  if (mine !== undefined) return mine
  const applied = yield* readAppliedRules()
  return applied?.version === version && applied.passesLeft > 0 ? ("waiting" as const) : ("over" as const)
})

/** Keeps how far a pass has come, and what it changed. */
export const reachSlot = Effect.fnUntraced(function* (
  { companyId, slotId }: SlotPlace,
  changed: { readonly slots: number; readonly appointments: number },
) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    update zone_rules set reached_company = ${companyId}, reached_slot = ${slotId}, slots = slots + ${changed.slots},
      appointments = appointments + ${changed.appointments}`)
})

/** Ends a pass. */
export const endPass = Effect.fnUntraced(function* () {
  const { sql } = yield* Database
  const due = new Date((yield* Clock.currentTimeMillis) + betweenPasses).toISOString()
  yield* Effect.orDie(sql`
    update zone_rules set passes_left = passes_left - 1, due_at = ${due}::timestamptz, reached_company = default,
      reached_slot = default`)
})

/** A slot with whose it is and the zone in which its time was promised. */
export type ZonedSlot = StoredSlot & SlotPlace & { readonly zone: string }

/** How much later than it is stored a slot may begin by other rules, in milliseconds: more than any zone has moved. */
const farthest = 86_400_000

/** The next slots of all companies that may be still to come. */
export const slotsAfter = Effect.fnUntraced(function* ({ companyId, slotId }: SlotPlace, most: number) {
  const { sql } = yield* Database
  const since = new Date((yield* Clock.currentTimeMillis) - farthest).toISOString()
  return yield* Effect.orDie(sql<ZonedSlot>`
    select s.company_id as "companyId", ${sql.literal(slotColumns)}, s.zone from slots s
    where (s.company_id, s.slot_id) > (${companyId}, ${slotId}) and s.starts_at > ${since}::timestamptz
    order by s.company_id, s.slot_id limit ${most}`)
})

/** Slots of a company as they stand, locked in the order of their numbers. */
export const lockZonedSlots = Effect.fnUntraced(function* (companyId: CompanyId, slotIds: ReadonlyArray<SlotId>) {
  const { sql } = yield* Database
  return yield* Effect.orDie(sql<ZonedSlot>`
    select s.company_id as "companyId", ${sql.literal(slotColumns)}, s.zone from slots s
    where s.company_id = ${companyId} and s.slot_id = any(${integers(slotIds)}::int[])
    order by s.slot_id for update`)
})

/** An appointment that takes a seat of a slot. */
export type SeatedAppointment = { readonly appointmentId: AppointmentId; readonly slotId: SlotId }

/** The appointments that take seats of slots. */
export const readSeated = Effect.fnUntraced(function* (companyId: CompanyId, slotIds: ReadonlyArray<SlotId>) {
  const { sql } = yield* Database
  return yield* Effect.orDie(sql<SeatedAppointment>`
    select r.id as "appointmentId", r.slot_id as "slotId" from read_models r
    where r.company_id = ${companyId} and ${rowsOf(sql, "r", appointmentProjection)} and ${takesTime(sql, "r")}
      and r.slot_id = any(${integers(slotIds)}::int[])
    order by r.id`)
})
