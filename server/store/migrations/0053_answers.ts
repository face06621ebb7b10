import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * What staff answer to a person's text is one more kind of notice, with the text it answers and who wrote it; alone of
 * all notices it hears whether it was delivered. A signature is what a person's answers end with.
 */
export const answers0053 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table notices add column message_id bigint, add column by_name text`,
    `alter table notices drop constraint notices_kind_check`,
    `alter table notices add constraint notices_kind_check check (kind in ('help', 'link', 'answer'))`,
    `alter table notices drop constraint notices_state_check`,
    `alter table notices add constraint notices_state_check
       check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown'))`,
    `create index notices_answers on notices (message_id, company_id) where message_id is not null`,
    `alter table accounts add column signature text not null default ''`,
  ])
})
