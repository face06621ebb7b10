import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Since when the carrier is to be asked what became of a text of which no receipt came, and when it was last (decision 103). */
export const receipts0079 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table recipients add column receipt_wanted_at timestamptz, add column receipt_asked_at timestamptz`,
    // Rows are in it only while they are asked about.
    `create index recipients_receipts on recipients (company_id, campaign_id) where receipt_wanted_at is not null`,
  ])
})
