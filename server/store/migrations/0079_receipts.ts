import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Whether the carrier is to be asked what became of a text of which no receipt came, or was (decision 103). */
export const receipts0079 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table recipients add column receipt text check (receipt in ('wanted', 'asked'))`,
    // Few rows are ever in it.
    `create index recipients_receipts on recipients (company_id, campaign_id) where receipt = 'wanted'`,
  ])
})
