import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import { integers, texts } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { lockedPlace } from "./schedule.queries.ts"
import { lockSlots } from "./slot.queries.ts"
import { instantsOf } from "./wallTime.rule.ts"

const refused = (zone: string) => {
  const message = `Visits to come are at times of ${zone}. Move or cancel them first, or set up another location.`
  return problem("Invalid", message, { errors: [{ field: "timezone", message }] })
}

/**
 * Gives the slots to come of a location, none of which has a visit, another zone: they keep their times on the wall, and
 * those that its clock skips are gone. Fails with Invalid where a seat is booked or held: its patient was told a time.
 * Joins the command's transaction.
 */
export const moveSlotsToZone = Effect.fn("moveSlotsToZone")(function* (
  companyId: CompanyId,
  locationId: LocationId,
  zone: string,
) {
  const { sql } = yield* Database
  const { timezone } = yield* lockedPlace(companyId, locationId)
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  const slots = yield* lockSlots(companyId, locationId, sql`s.ends_at > ${now}::timestamptz`)
  if (slots.some(({ taken }) => taken > 0)) return yield* Effect.fail(refused(timezone))
  const timed = slots.map((slot) => ({ slotId: slot.slotId, span: instantsOf(slot, zone) }))
  const there = timed.flatMap(({ slotId, span }) => (span === undefined ? [] : [{ slotId, ...span }]))
  const gone = timed.flatMap(({ slotId, span }) => (span === undefined ? [slotId] : []))
  yield* Effect.orDie(sql`
    delete from slots where company_id = ${companyId} and slot_id = any(${integers(gone)}::int[])`)
  yield* Effect.orDie(sql`
    update slots s set zone = ${zone}, starts_at = g.starts_at, ends_at = g.ends_at
    from unnest(${integers(there.map(({ slotId }) => slotId))}::int[],
      ${texts(there.map(({ startsAt }) => startsAt))}::timestamptz[],
      ${texts(there.map(({ endsAt }) => endsAt))}::timestamptz[]) as g (slot_id, starts_at, ends_at)
    where s.company_id = ${companyId} and s.slot_id = g.slot_id`)
})
