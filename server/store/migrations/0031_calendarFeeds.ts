import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** The addresses at which calendars read a location's appointments: of each only what a hash says of its token. */
export const calendarFeeds0031 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table calendar_feeds (
       company_id integer not null references companies,
       location_id integer not null,
       token_hash text not null unique,
       primary key (company_id, location_id))`,
  ])
  yield* tenantTable(sql, "calendar_feeds")
})
