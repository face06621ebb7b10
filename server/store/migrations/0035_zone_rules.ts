import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sharedTable, statements } from "../tenantTable.ts"

/** By which time-zone rules the instants of what is to come were computed, and how far a pass with newer ones is (decision 070). */
export const zoneRules0035 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table zone_rules (
       is_only boolean primary key default true check (is_only),
       version text not null,
       passes_left smallint not null,
       due_at timestamptz not null,
       reached_company integer not null default 0,
       reached_slot integer not null default 0,
       slots integer not null default 0,
       appointments integer not null default 0)`,
  ])
  yield* sharedTable(sql, "zone_rules")
})
