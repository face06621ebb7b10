import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

/**
 * Whom and where a row of a read model is about, as columns. Under row-level security the planner looks up by nothing
 * that could fail on a hidden row, as reading JSON could: indexes on fields of a row found its company, and then every
 * row of it was read.
 */
export const rowColumns0033 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table read_models
       add column patient_id integer generated always as ((row ->> 'patientId')::integer) stored,
       add column location_id integer generated always as ((row ->> 'locationId')::integer) stored`,
    `drop index read_models_appointments, read_models_visits, read_models_stages, read_models_offers`,
    `create index read_models_appointments on read_models (company_id, location_id, ((row ->> 'startsAt') collate "C"))
       where category = 'appointment'`,
    `create index read_models_visits on read_models (company_id, patient_id)
       where category = 'appointment' and state in ('pending', 'booked', 'confirmed', 'arrived')`,
    `create index read_models_stages on read_models (company_id, patient_id)
       where category = 'appointment' and row ->> 'stageId' is not null`,
    `create index read_models_offers on read_models (company_id, patient_id) where category = 'offer'`,
  ])
})
