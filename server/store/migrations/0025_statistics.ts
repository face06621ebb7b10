import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements } from "../tenantTable.ts"

/** Where no one gathers statistics unasked (see `statistics.ts`) the application may, of every table; PostgreSQL knows the right since 17. */
const maintenance = `do $$ begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on all tables in schema public to ${applicationRole}';
    execute 'alter default privileges in schema public grant maintain on tables to ${applicationRole}';
  end if;
end $$`

/** Lets the application gather statistics of every table, those of later migrations too. */
export const statistics0025 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [maintenance])
})
