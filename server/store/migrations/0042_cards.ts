import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Masked cards are kept in `revisions`, before and after; their rows stand in `read_models`. */
export const cards0042 = Effect.gen(function* () {
  yield* statements(yield* SqlClient, [
    `alter table revisions drop constraint revisions_kind_check`,
    `alter table revisions add constraint revisions_kind_check check (kind in ('company', 'settings', 'location', 'user', 'card'))`,
  ])
})
