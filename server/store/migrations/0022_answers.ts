import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Finds those who answered: they are few among the people of a campaign, and its page lists them by themselves. */
export const answers0022 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create index recipients_answers on recipients (company_id, campaign_id, state, recipient_id)
       where state in ('replied', 'optedOut')`,
  ])
})
