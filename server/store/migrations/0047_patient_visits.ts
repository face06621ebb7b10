import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/** How often visits of a patient were decided: whoever decides one changes the row, and so waits for who did before them. */
export const patientVisits0047 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table patient_visits (
       company_id integer not null references companies,
       patient_id integer not null,
       changes integer not null,
       primary key (company_id, patient_id)) with (fillfactor = 70)`,
  ])
  yield* tenantTable(sql, "patient_visits")
})
