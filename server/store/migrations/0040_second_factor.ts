import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sharedTable, statements } from "../tenantTable.ts"

const tables = [
  // `last_step` is the half minute of the last code that was taken: none before it is taken again (RFC 6238, 5.2).
  `create table idp_authenticators (
     user_id text primary key references idp_users on delete cascade,
     secret text not null,
     confirmed boolean not null default false,
     last_step bigint not null default 0)`,
  `create table idp_recovery_codes (
     user_id text not null references idp_users on delete cascade,
     hash text not null,
     primary key (user_id, hash))`,
  `create table idp_confirmations (
     session_uid text primary key,
     expires_at timestamptz not null)`,
  `alter table idp_codes add column by_app boolean not null default false`,
]

/** The second factor that people choose for themselves at the embedded provider. */
export const secondFactor0040 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, tables)
  for (const name of ["idp_authenticators", "idp_recovery_codes", "idp_confirmations"]) yield* sharedTable(sql, name)
})
