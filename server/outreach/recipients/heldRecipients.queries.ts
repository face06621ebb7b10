import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"

/**
 * Lets a company's held people be looked at again at an instant, because hours or the clock changed. Who waits for
 * another try after a call waits on: its minutes are the call flow's.
 * @param at an ISO instant
 * @param those a condition for the rows of `recipients h`; all of the company's without one
 */
export const judgeHeldFrom = (sql: PgClient, companyId: CompanyId, at: string, those?: Fragment) => sql`
  update recipients h set held_until = ${at}::timestamptz
  where h.company_id = ${companyId} and h.state = 'held' ${those === undefined ? sql`` : sql`and ${those}`}
    and not exists (
      select from deliveries d
      where d.company_id = h.company_id and d.campaign_id = h.campaign_id and d.recipient_id = h.recipient_id
        and d.type = 'RetryScheduled' and (d.data ->> 'until')::timestamptz = h.held_until)`
