import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * Only the primary key begins with company and category. The planner takes any index that does for as good as the key
 * while it has no statistics, and then reads the whole category to find one row; the embedded engine never has any.
 */
export const rowKeys0017 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `drop index read_models_state`,
    `create index read_models_state on read_models (state, company_id, category)`,
    `alter table read_models drop constraint read_models_unique_key,
       add constraint read_models_unique_key unique (unique_key, company_id, category)`,
  ])
})
