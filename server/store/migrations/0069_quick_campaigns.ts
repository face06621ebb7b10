import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** The ongoing campaigns through which staff text one person or a handful, one for each text and number (decision 102). */
export const quickCampaigns0069 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table quick_campaigns (
       company_id integer not null references companies,
       campaign_id integer not null,
       primary key (company_id, campaign_id))`,
  ])
  yield* tenantTable(sql, "quick_campaigns")
})
