import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Above how many people on its list a campaign of a company waits for a second person (decision 104); null for never. */
export const confirmations0074 = Effect.gen(function* () {
  yield* statements(yield* SqlClient, [
    `alter table companies add column confirm_above integer check (confirm_above between 1 and 10000000)`,
  ])
})
