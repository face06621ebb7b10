import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Answers of our own may be other than those to HELP: a link that someone asked for, with its words in `body`. */
export const replyLinks0032 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table notices drop constraint notices_kind_check`,
    `alter table notices add constraint notices_kind_check check (kind in ('help', 'link'))`,
  ])
})
