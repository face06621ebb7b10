import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { policyAgain } from "../tenantTable.ts"

/** The policies of all tables, by which the planner counts rows as they are. */
export const policies0015 = Effect.gen(function* () {
  const sql = yield* SqlClient
  const closed = yield* sql<{ name: string }>`
    select tablename::text as name from pg_policies where schemaname = 'public' and policyname = 'tenant'`
  yield* policyAgain(
    sql,
    closed.map(({ name }) => name),
  )
})
