import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Whether a company publishes a template only with translations that someone approved (decision 112). */
export const approvedOnly0086 = Effect.gen(function* () {
  yield* statements(yield* SqlClient, [`alter table companies add column approved_only boolean not null default false`])
})
