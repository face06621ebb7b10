import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** What the dates of each column of a list file say about their order; files from before say nothing. */
export const dateOrders0014 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, ["alter table imports add column dates jsonb not null default '[]'"])
})
