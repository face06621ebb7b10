import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Until when the carrier was asked for texts to a number, so that none is missed that came while no process ran. */
export const repliesRead0080 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`alter table senders add column replies_read_to timestamptz`])
})
