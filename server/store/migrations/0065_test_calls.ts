import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * Calls by which staff hear a call flow on their own phone (decision 098): what the call does until it is over, and what
 * became of it. A person has one at a time. They belong to no campaign, so no count and no consent knows them.
 */
export const testCalls0065 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table test_calls (
       company_id integer not null,
       call_id text not null,
       user_id integer not null,
       template_id integer not null,
       sender_id integer not null,
       phone text not null,
       flow text,
       sid text,
       status text not null default 'waiting',
       code text,
       log text not null default '',
       recordings jsonb not null default '[]',
       seconds integer,
       at timestamptz not null,
       asked_at timestamptz not null,
       ended_at timestamptz,
       primary key (company_id, call_id))`,
    `create unique index test_calls_open on test_calls (company_id, user_id) where ended_at is null`,
    `create index test_calls_sender on test_calls (company_id, sender_id) where ended_at is null`,
    `create index test_calls_phone on test_calls (company_id, phone)`,
    `create index test_calls_user on test_calls (company_id, user_id, at desc)`,
    `create index test_calls_recordings on test_calls (company_id, ended_at) where recordings <> '[]'`,
  ])
  yield* tenantTable(sql, "test_calls")
})
