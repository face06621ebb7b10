import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/** Finds a patient’s visits for stages, those that are over too. */
export const stages0029 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create index read_models_stages on read_models (company_id, ((row ->> 'patientId')::integer))
       where category = 'appointment' and row ->> 'stageId' is not null`,
  ])
})
