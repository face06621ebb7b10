import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** How a company's words are said in its calls. */
export const pronunciations0061 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`alter table companies add column pronunciations jsonb not null default '[]'`])
})
