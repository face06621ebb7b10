import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * What reports by date read: a recipient counts on the day of its send, and one
 * that got nothing on the day that was decided.
 */
export const reporting0005 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create index recipients_sent on recipients (company_id, sent_at) where sent_at is not null`,
    `create index recipients_unsent on recipients (company_id, updated_at) where sent_at is null`,
    // A feed that comes back asks what its company missed.
    `create index events_company on events (company_id, tx, pos)`,
  ])
})
