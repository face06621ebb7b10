import type { PgClient } from "@effect/sql-pg/PgClient"
import { answered, sharesOfPeople } from "#schemas/outreach/progress.ts"

/**
 * What the database counts people by, of the table `recipients` named `r`:
 * `RecipientStatus` of `#schemas/outreach/progress.ts`, and when a person came there.
 */
export const recipientStatus = (sql: PgClient) => {
  const stopped = sql`r.state = 'optedOut'`
  const status = sql`(case when not (${stopped}) then r.state
    when r.sent_at is null then 'stoppedBefore'
    when r.delivered_at is null and r.replied_at is null then 'stoppedUnderway'
    else r.state end)`
  const isDelivered = sql`${status} in ${sql.in(sharesOfPeople.delivered)}`
  return {
    status,
    isDelivered,
    hasOptedOut: sql`${status} = 'optedOut'`,
    /** An answer proves the delivery that a carrier did not report. */
    deliveredAt: sql`case when ${isDelivered} then coalesce(r.delivered_at, r.replied_at) end`,
    repliedAt: sql`case when ${status} in ${sql.in(answered)} then coalesce(r.replied_at, r.opted_out_at) end`,
    optedOutAt: sql`case when ${status} = 'optedOut' then r.opted_out_at end`,
    failedAt: sql`case when ${status} = 'failed' then r.updated_at end`,
    /** Opted out, and the text had not reached the person: few, with an index of their own. */
    stoppedEarly: sql`${stopped} and (r.sent_at is null or (r.delivered_at is null and r.replied_at is null))`,
  }
}
