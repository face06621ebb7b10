import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * What an import will do, as its check found it, in place of the one number there was of it; and what tells the same
 * file again. Imports from before say nothing of either.
 */
export const forecasts0020 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    "alter table imports add column forecast jsonb",
    "alter table imports add column content_hash text not null default ''",
    "alter table imports drop column other_country",
    "create index imports_content on imports (company_id, content_hash)",
  ])
})
