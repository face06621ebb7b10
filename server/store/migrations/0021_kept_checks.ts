import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** The last whole dry run of a campaign stands with it: when it was, what it judged, and its numbers. */
export const keptChecks0021 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`alter table campaign_runs add column last_check jsonb`])
})
