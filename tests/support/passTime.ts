import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"

/** How far the clock jumps at once, in milliseconds: less than a call may be silent. */
const jump = 120_000

/**
 * Lets time pass in which nothing is about to leave: a little while calls go on, so that the carrier is asked about silent
 * ones, else to when the next person is released, or is due in a ladder. What leaves takes its real time.
 */
export const passTime = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const clock = yield* MovableClock
  const at = yield* Clock.currentTimeMillis
  const isDue = sql`next_at <= ${new Date(at).toISOString()}::timestamptz`
  const [now] = yield* company(companyId)(sql<{ leaving: number; calls: number; due: boolean; next: Date | null }>`
    select count(*) filter (where state in ('queued', 'sending', 'unknown') or receipt_wanted_at is not null)::int as leaving,
      least(min(held_until) filter (where state = 'held'),
        (select min(next_at) from journeys where company_id = ${companyId} and ended_at is null)) as next,
      (select count(*)::int from calls where company_id = ${companyId} and ended_at is null) as calls,
      exists (select from journeys where company_id = ${companyId} and ended_at is null and ${isDue})
        or exists (select from journey_news where company_id = ${companyId})
        or exists (select from multi_campaign_runs where company_id = ${companyId} and state = 'running' and not entered) as due
    from recipients where company_id = ${companyId}`)
  if (now === undefined || now.leaving > 0 || now.due) return
  if (now.calls > 0) yield* clock.move(at + jump)
  else if (now.next !== null) yield* clock.move(Math.max(at, now.next.getTime()))
})
