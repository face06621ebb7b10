import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements } from "../tenantTable.ts"

const only = (category: string, type: string, field: string, collation = "") =>
  `${type} ${collation} generated always as (case when category = '${category}' then (row ->> '${field}')::${type} end) stored`
const either = `case when category in ('appointment', 'offer') then (row ->> 'slotId')::integer end`

/** What appointments and offers are looked up by, as columns (decision 071): indexes on fields of a row were not used. */
export const lookedUpColumns0039 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table read_models
       add column slot_id integer generated always as (${either}) stored,
       add column starts_at ${only("appointment", "text", "startsAt", 'collate "C"')},
       add column campaign_id ${only("appointment", "integer", "campaignId")},
       add column recipient_id ${only("appointment", "integer", "recipientId")},
       add column round_id ${only("offer", "integer", "roundId")},
       add column entry_id ${only("offer", "integer", "entryId")}`,
    `drop index read_models_appointments, read_models_linked, read_models_offers_of_round`,
    `create index read_models_appointments on read_models (company_id, location_id, starts_at)
       where category = 'appointment'`,
    `create index read_models_seated on read_models (company_id, slot_id)
       where category = 'appointment' and state in ('pending', 'booked', 'confirmed', 'arrived')`,
    `create index read_models_linked on read_models (company_id, campaign_id, recipient_id)
       where category = 'appointment' and campaign_id is not null`,
    `create index read_models_offers_of_round on read_models (company_id, round_id) where category = 'offer'`,
  ])
})
