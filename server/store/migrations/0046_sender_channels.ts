import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** What a number sends: all of the engine follows from it which channel it works by (decision 080). */
export const senderChannels0046 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table senders add column channel text not null default 'SMS' check (channel in ('SMS', 'IVR'))`,
  ])
})
