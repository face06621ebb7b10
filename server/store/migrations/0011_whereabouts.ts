import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * What is known of where patients are, instead of one zone made from it: whose
 * clock counts is decided where it is asked (server/people/patients/zone.rule.ts). Null
 * stands for what no list said.
 */
const whereabouts = [
  `select set_config('app.company_id', '*', true)`,
  `alter table patients alter column timezone drop not null, add column address_country text`,
  `update patients set timezone = null where zone_source <> 'patient'`,
  `alter table patients drop column zone_source`,
  // Empty for the company's own country alone.
  `alter table companies add column text_countries jsonb not null default '[]'`,
  // People of the valid rows whose numbers the company does not text.
  `alter table imports add column other_country integer not null default 0`,
]

/** A reply that may be an opt-out waits for a person, and nothing is sent meanwhile. */
const unclearReplies = [
  `alter table opt_outs drop constraint opt_outs_consent_check`,
  `alter table opt_outs add constraint opt_outs_consent_check check (consent in ('granted', 'revoked', 'unclear'))`,
  `alter table inbound_messages drop constraint inbound_messages_request_check`,
  `alter table inbound_messages add constraint inbound_messages_request_check
     check (request in ('optOut', 'optIn', 'help', 'unclear', 'other'))`,
  `create index opt_outs_unclear on opt_outs (company_id, opt_out_id) where consent = 'unclear'`,
]

/** The names under which messages find the columns that each list brought. */
const variables = [
  `create table list_variables (
     company_id integer not null,
     list_id integer not null,
     name text not null,
     primary key (company_id, list_id, name))`,
  `insert into list_variables (company_id, list_id, name)
   select distinct m.company_id, m.list_id, k.name
   from list_members m
   join patients p on p.company_id = m.company_id and p.patient_id = m.patient_id
   cross join lateral jsonb_object_keys(p.custom) as k (name)`,
]

/** Where patients are, replies that people must judge, and the variables of lists. */
export const whereabouts0011 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...whereabouts, ...unclearReplies, ...variables])
  yield* tenantTable(sql, "list_variables")
})
