import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"

/** How far the clock jumps at once, in milliseconds: less than a call may be silent. */
const jump = 120_000

/**
 * Lets time pass in which nothing is about to leave: a little while calls go on, so that the carrier is asked about silent
 * ones, else to when the next person is released. What leaves takes its real time.
 */
export const passTime = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [now] = yield* company(companyId)(sql<{ leaving: number; calls: number; next: Date | null }>`
    select count(*) filter (where state in ('queued', 'sending', 'unknown'))::int as leaving,
      min(held_until) filter (where state = 'held') as next,
      (select count(*)::int from calls where company_id = ${companyId} and ended_at is null) as calls
    from recipients where company_id = ${companyId}`)
  if (now === undefined || now.leaving > 0) return
  const clock = yield* MovableClock
  const at = yield* Clock.currentTimeMillis
  if (now.calls > 0) yield* clock.move(at + jump)
  else if (now.next !== null) yield* clock.move(Math.max(at, now.next.getTime()))
})
