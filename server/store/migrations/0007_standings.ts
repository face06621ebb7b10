import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Finds the few who opted out before a text reached them: a campaign's numbers keep them apart. */
export const standings0007 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create index recipients_stopped on recipients (company_id, campaign_id)
       where state = 'optedOut' and (sent_at is null or (delivered_at is null and replied_at is null))`,
  ])
})
