import { Effect, Option } from "effect"
import type { LogProof } from "#schemas/administration/activity.ts"
import { verifyChainAfter } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** How many of the newest entries a page has checked: more would keep it waiting, and `npm run audit:verify` checks all. */
const mostChecked = 50_000

/**
 * Checks whether the newest entries of the log are as they were chained, and what stands over them. The same words
 * as the operators' command uses; what is sealed next to the log is checked by that command alone.
 */
export const checkLog: Effect.Effect<LogProof, never, Database> = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const [end] = yield* everyCompany(
    sql<{ readonly seq: number; readonly hash: string }>`
      select seq::int as seq, hash from event_chain order by seq desc limit 1`,
  )
  const entries = end?.seq ?? 0
  const after = Math.max(0, entries - mostChecked)
  const broken = yield* verifyChainAfter(after)
  const [first] = yield* everyCompany(
    sql<{ readonly at: string }>`
      select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from event_chain l join events e on e.pos = l.pos where l.seq = ${after + 1}`,
  )
  return {
    checkedAt: yield* isoNow,
    entries,
    checked: entries - after,
    since: first?.at ?? null,
    hash: end?.hash ?? "",
    broken: Option.getOrNull(broken),
  }
}).pipe(Effect.withSpan("checkLog"))
