import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * Which number of the company stands in for one that cannot send, by its E.164, and by which number a text left that did
 * not leave by its campaign's. A text whose answer was lost once may have left: no other number sends it (decision 107).
 */
export const standIn0078 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table senders add column stand_in text, add constraint senders_stand_in check (stand_in <> e164)`,
    `alter table recipients add column sender_id integer, add column was_lost boolean not null default false`,
    `select set_config('app.company_id', '*', true)`,
    `update recipients r set was_lost = true where r.state in ('queued', 'held', 'unknown') and exists (
       select from deliveries d where d.company_id = r.company_id and d.campaign_id = r.campaign_id
         and d.recipient_id = r.recipient_id and d.type = 'SendLost')`,
    // No row is in them where no number ever stood in.
    `create index recipients_stood_in on recipients (campaign_id, sender_id, company_id) where sender_id is not null`,
    `create index recipients_standing_in on recipients (sender_id, company_id, campaign_id)
       where sender_id is not null and state in ('queued', 'sending', 'unknown')`,
  ])
})
