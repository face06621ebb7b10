import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

const table = [
  `create table sign_ins (
     company_id integer not null,
     user_id integer not null references accounts,
     session_id text not null,
     address text,
     browser text,
     system text,
     at timestamptz not null,
     seen_at timestamptz not null,
     primary key (user_id, session_id))`,
]

/** From where and by which device people signed in, for they themselves to see. */
export const signIns0037 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, table)
  yield* tenantTable(sql, "sign_ins")
})
