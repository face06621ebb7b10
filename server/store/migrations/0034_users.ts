import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

const columns = [
  `alter table accounts add column group_ids integer[] not null default '{}'`,
  `create index accounts_names on accounts (company_id, lower(display_name) collate "C", user_id)`,
  `create sequence group_ids as integer`,
  `grant usage on sequence group_ids to ${applicationRole}`,
  `alter table hashed_ids drop constraint hashed_ids_kind_check`,
  `alter table hashed_ids add constraint hashed_ids_kind_check
     check (kind in ('template', 'campaign', 'location', 'appointment', 'outreachRun', 'user', 'group'))`,
  `alter table revisions drop constraint revisions_kind_check`,
  `alter table revisions add constraint revisions_kind_check check (kind in ('company', 'settings', 'location', 'user'))`,
  // When a person last opened the product; apart from the account, whose every change is looked up again.
  `create table user_visits (
     company_id integer not null,
     user_id integer not null primary key references accounts,
     seen_at timestamptz not null)`,
]

const state = `case when not is_active then 'inactive' when locked then 'locked' else 'active' end`
const row = `jsonb_build_object('state', ${state}, 'revision', 1)`
const meta = (name: string) =>
  `jsonb_build_object('commandId', '${name}', 'actorId', null, 'companyId', null, 'actingCompanyId', company_id,
     'correlationId', '${name}', 'causationId', null, 'sessionId', null, 'address', null,
     'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
const given = `jsonb_build_object('userId', user_id, 'userType', user_type, 'accessIds', access_ids, 'groupIds', '[]'::jsonb, 'revision', 1)`
const event = (version: number, type: string, data: string, where: string) =>
  `insert into events (company_id, stream_id, version, type, data, meta, at)
   select company_id, 'user-' || user_id, ${version}, '${type}', ${data}, ${meta("users")}, now()
   from accounts where ${where} order by user_id`
const whose = `jsonb_build_object('userId', user_id)`

/** Accounts of earlier releases have no stream: theirs begins as they stand. */
const streams = [
  `select set_config('app.company_id', '*', true)`,
  `insert into hashed_ids (company_id, kind, id, hashed_id) select company_id, 'user', user_id, hashed_id from accounts`,
  event(1, "UserAdded", given, "true"),
  event(2, "UserDeactivated", whose, "not is_active"),
  event(2, "UserLocked", whose, "is_active and locked"),
  `insert into read_models (company_id, category, id, version, stream_version, unique_key, state, row, updated_at)
   select company_id, 'user', user_id, 1, case when is_active and not locked then 1 else 2 end, null, ${state}, ${row}, now()
   from accounts`,
  `insert into revisions (company_id, kind, id, revision, body, at)
   select company_id, 'user', user_id, 1, jsonb_build_object('displayName', display_name, 'userType', user_type,
     'accessIds', access_ids, 'groupIds', '[]'::jsonb), now() from accounts`,
  `alter table accounts drop column hashed_id`,
]

/** Users and their groups; the public ids of users stand with those of all things. */
export const users0034 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...columns, ...streams])
  yield* tenantTable(sql, "user_visits")
})
