import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * Openings of the links of campaigns' texts (decision 105), a row for each recipient whose link was opened: the first
 * time by a person, how often by people, and how often by machines, which count for nothing else.
 */
export const linkOpenings0072 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table link_openings (
       company_id integer not null references companies,
       campaign_id integer not null,
       recipient_id integer not null,
       opened_at timestamptz,
       openings integer not null default 0,
       by_machines integer not null default 0,
       primary key (company_id, campaign_id, recipient_id))`,
  ])
  yield* tenantTable(sql, "link_openings", "select, insert, update")
})
