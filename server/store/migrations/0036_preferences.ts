import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** What people chose for themselves; null for who has chosen nothing. */
export const preferences0036 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`alter table accounts add column preferences jsonb`])
})
