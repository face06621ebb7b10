import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * Calls, one row for each attempt: what the call does, rendered for its person, until it is over, and what became of
 * it. A number of calls holds so many at once; a company calls within hours of its own.
 */
export const calls0054 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table calls (
       company_id integer not null,
       send_key text not null,
       campaign_id integer not null,
       recipient_id integer not null,
       attempt smallint not null,
       sender_id integer not null,
       phone text not null,
       flow text,
       sid text,
       status text not null default 'queued',
       log text not null default '',
       pressed jsonb not null default '[]',
       recordings jsonb not null default '[]',
       is_machine boolean not null default false,
       left_message boolean not null default false,
       seconds integer,
       began_at timestamptz not null,
       asked_at timestamptz not null,
       ended_at timestamptz,
       primary key (company_id, send_key))`,
    `create index calls_open on calls (company_id, sender_id, asked_at) where ended_at is null`,
    `create index calls_recipient on calls (company_id, campaign_id, recipient_id, attempt)`,
    `create index calls_phone on calls (phone, company_id)`,
    `alter table senders add column concurrent_calls integer not null default 50 check (concurrent_calls between 1 and 1000)`,
    `alter table companies add column calling_from text not null default '09:00', add column calling_to text not null default '20:00'`,
  ])
  yield* tenantTable(sql, "calls")
})
