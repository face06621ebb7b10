import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements } from "../tenantTable.ts"

/** Numbers of locations; their rows stand in `read_models`, what is set up for them in `revisions`. */
export const locations0023 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence location_ids as integer`,
    `grant usage on sequence location_ids to ${applicationRole}`,
    `alter table hashed_ids drop constraint hashed_ids_kind_check`,
    `alter table hashed_ids add constraint hashed_ids_kind_check check (kind in ('template', 'campaign', 'location'))`,
    `alter table revisions drop constraint revisions_kind_check`,
    `alter table revisions add constraint revisions_kind_check check (kind in ('company', 'settings', 'location'))`,
  ])
})
