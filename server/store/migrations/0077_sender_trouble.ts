import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Since when a number has not been able to send, and the carrier's code that said so last; both null while it can. */
export const senderTrouble0077 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table senders add column trouble_code text, add column trouble_since timestamptz,
       add constraint senders_trouble check ((trouble_code is null) = (trouble_since is null))`,
  ])
})
