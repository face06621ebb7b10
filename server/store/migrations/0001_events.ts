import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, sharedTable, statements, tenantTable } from "../tenantTable.ts"

/** Roles belong to the whole server, where another database may have made this one already. */
const role = [
  `do $$ begin create role ${applicationRole} nologin;
   exception when duplicate_object or unique_violation then null; end $$`,
  `do $$ begin execute format('grant ${applicationRole} to %I', current_user);
   exception when insufficient_privilege then null; end $$`,
  // The job queue keeps its own tables, in its own schema, without the owner's help.
  `create schema if not exists pgboss authorization ${applicationRole}`,
]

const companies = [
  `create sequence company_ids as integer`,
  `create sequence campaign_ids as integer`,
  `create sequence template_ids as integer`,
  `grant usage on sequence company_ids, campaign_ids, template_ids to ${applicationRole}`,
  `create table companies (
     company_id integer primary key default nextval('company_ids'),
     hashed_id text not null unique,
     name text not null,
     code text not null,
     timezone text not null,
     contract_start date,
     contract_end date,
     country text not null default 'US',
     status text not null default 'active')`,
]

const events = [
  `create table events (
     pos bigint generated always as identity primary key,
     tx xid8 not null default pg_current_xact_id(),
     company_id integer not null,
     stream_id text not null,
     version integer not null check (version > 0),
     type text not null,
     schema_version smallint not null default 1,
     data jsonb not null,
     meta jsonb not null,
     at timestamptz not null,
     constraint events_version unique (company_id, stream_id, version))`,
  `create index events_order on events (tx, pos)`,
  `create table snapshots (
     company_id integer not null,
     stream_id text not null,
     version integer not null,
     schema_version smallint not null,
     state jsonb not null,
     primary key (company_id, stream_id))`,
  `create table read_models (
     company_id integer not null,
     category text not null,
     id integer not null,
     stream_version integer not null,
     unique_key text,
     state text not null,
     row jsonb not null,
     updated_at timestamptz not null,
     primary key (company_id, category, id),
     constraint read_models_unique_key unique (company_id, category, unique_key))`,
  `create index read_models_state on read_models (company_id, category, state)`,
]

const working = [
  `create table checkpoints (name text primary key, tx xid8 not null, pos bigint not null)`,
  `create table event_chain (
     seq bigint primary key,
     pos bigint not null unique,
     hash text not null,
     previous text not null)`,
  `create table commands (
     company_id integer not null,
     command_id text not null,
     body_hash text not null,
     reply text,
     at timestamptz not null,
     primary key (company_id, command_id))`,
  `create table reservations (
     company_id integer not null,
     kind text not null,
     id integer not null,
     user_id integer not null,
     at timestamptz not null,
     primary key (company_id, kind, id))`,
  `create table settings (key text primary key, value jsonb not null)`,
]

/** Companies, the log, its read models, and what the store needs to work. */
export const events0001 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...role, ...companies, ...events, ...working])
  for (const name of ["companies", "snapshots", "read_models", "commands", "reservations"]) {
    yield* tenantTable(sql, name)
  }
  // No one rewrites history.
  yield* tenantTable(sql, "events", "select, insert")
  yield* sharedTable(sql, "event_chain", "select, insert")
  yield* sharedTable(sql, "checkpoints")
  yield* sharedTable(sql, "settings")
})
