import type { PgClient } from "@effect/sql-pg/PgClient"
import type { CompanyId, SenderId } from "#schemas/ids.ts"

/** How long a number is in trouble before another one stands in for it, in milliseconds: most trouble is shorter. */
export const standInAfterMillis = 120_000

/**
 * The text numbers of the company for which the number stands in now, as a subquery.
 * @param troubleBy those in trouble since then, as an ISO instant, or before
 */
export const numbersStoodInFor = (
  sql: PgClient,
  { companyId, senderId }: { readonly companyId: CompanyId; readonly senderId: SenderId },
  troubleBy: string,
) => sql`
  select a.sender_id from senders a join senders mine on mine.company_id = a.company_id and mine.e164 = a.stand_in
  where a.company_id = ${companyId} and mine.sender_id = ${senderId} and mine.channel = a.channel
    and a.trouble_since <= ${troubleBy}::timestamptz`

/** The sends of a number in one state, as `r` with the columns of recipients: those of its campaigns, and those that it stood in for. */
export const sendsOf = (
  sql: PgClient,
  { companyId, senderId }: { readonly companyId: CompanyId; readonly senderId: SenderId },
  state: "sending" | "unknown",
) => sql`
  (select r.* from campaign_runs c cross join lateral (
     select * from recipients r
     where r.company_id = c.company_id and r.campaign_id = c.campaign_id and r.state = ${sql.literal(`'${state}'`)} offset 0) r
   where c.company_id = ${companyId} and c.sender_id = ${senderId} and r.sender_id is null
   union all
   select r.* from recipients r
   where r.sender_id = ${senderId} and r.company_id = ${companyId} and r.state = ${sql.literal(`'${state}'`)}) r`
