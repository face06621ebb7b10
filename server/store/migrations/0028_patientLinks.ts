import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** What the links of patients are signed with, and how the appointments that were made by one are found. */
export const patientLinks0028 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table patient_link_secrets (
       company_id integer not null references companies,
       secret text not null,
       primary key (company_id))`,
    `create index read_models_linked on read_models
       (company_id, ((row ->> 'campaignId')::integer), ((row ->> 'recipientId')::integer))
       where category = 'appointment' and row ->> 'campaignId' is not null`,
  ])
  yield* tenantTable(sql, "patient_link_secrets", "select, insert")
})
