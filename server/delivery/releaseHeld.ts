import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { judgeHeldFrom } from "#server/outreach/recipients/heldRecipients.queries.ts"
import { longestHoldDays } from "#server/outreach/sendingHours/quietHours.rule.ts"
import type { Database } from "#server/store/Database.ts"
import { inCompany } from "./inCompany.ts"
import { recordLocked } from "./ledger.ts"
import { ledgerColumns, type LedgerRow } from "./recipientRows.ts"
import type { CompanyId, SenderId } from "#schemas/ids.ts"

/** Most people released in one transaction. */
const batch = 1_000

/**
 * No one is held longer, and another try waits for a full minute besides. A person who is was held before the clock was
 * moved back, and is judged again when claimed.
 */
export const longestHold = `${longestHoldDays} days 1 minute`

const releaseSome = Effect.fnUntraced(function* (sql: PgClient, companyId: CompanyId, senderId: SenderId, now: string) {
  // Only those who are due are read: a million may be held until the morning.
  const rows = yield* sql<LedgerRow>`
    select ${sql.literal(ledgerColumns)}
    from (
      select campaign_id from campaign_runs
      where company_id = ${companyId} and sender_id = ${senderId} and state = 'running' order by campaign_id) c
    cross join (values ('-infinity'::timestamptz, ${now}::timestamptz),
      (${now}::timestamptz + ${longestHold}::interval, 'infinity')) as due (after, until)
    cross join lateral (
      select r.*, r.ctid from recipients r
      where r.company_id = ${companyId} and r.campaign_id = c.campaign_id and r.state = 'held'
        and r.held_until > due.after and r.held_until <= due.until
      order by r.held_until limit ${batch} for update skip locked) r
    limit ${batch}`
  const entries = rows.map((row) => ({
    campaignId: row.campaign_id,
    recipientId: row.recipient_id,
    facts: [{ _tag: "RecipientReleased" } as const],
  }))
  yield* recordLocked(sql, companyId, now, rows, entries)
  return [...new Set(rows.map((row) => row.campaign_id))]
})

/**
 * Puts people whose quiet hours have ended back into the queue, some at a time.
 * @param now milliseconds since 1970
 * @returns the campaigns whose numbers moved; empty when no one was due
 */
export const releaseHeld = (database: Database["Service"], companyId: CompanyId, senderId: SenderId, now: number) =>
  inCompany(database, companyId, releaseSome(database.sql, companyId, senderId, new Date(now).toISOString()))

/**
 * Lets every held person be looked at again, after the clock was moved: what was
 * held for tomorrow morning may be allowed now.
 */
export const judgeHeldAgain = (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  senderId: SenderId,
  now: number,
) =>
  company(companyId)(
    judgeHeldFrom(
      sql,
      companyId,
      new Date(now).toISOString(),
      sql`h.campaign_id in (
        select campaign_id from campaign_runs
        where company_id = ${companyId} and sender_id = ${senderId} and state = 'running')`,
    ),
  )
