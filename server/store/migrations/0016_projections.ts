import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sharedTable, statements } from "../tenantTable.ts"

/** A row's category is its projection's; which version made it stands next to it, 0 for rows of before. */
const readModels = [
  `alter table read_models add column version smallint not null default 0`,
  `update read_models set category = split_part(category, '.', 1)`,
]

const projections = [
  `create table projections (
     category text primary key,
     version smallint not null,
     state text not null check (state in ('replaying', 'complete', 'incomplete')),
     reached_stream text not null default '',
     reached_company integer not null default 0,
     streams integer not null default 0,
     differed integer not null default 0,
     left_out integer not null default 0)`,
  // Streams of a category in an order that is the same on every server.
  `create index events_streams on events (stream_id collate "C", company_id) where version = 1`,
]

/** How far each projection's rows are made by which version of it. */
export const projections0016 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [`select set_config('app.company_id', '*', true)`, ...readModels, ...projections])
  yield* sharedTable(sql, "projections")
})
