import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Keeps a rejected row as it stood in its file, once a row, so that people can correct it and upload it again. */
export const rejectedRows0008 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, ["alter table import_rejections add column cells jsonb"])
})
