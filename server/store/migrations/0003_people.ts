import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * `identity` says who a row is within its company (server/people/patients/patientKeys.rule.ts).
 * The key columns compare by code point, so that one index serves both order
 * and search by beginning; row-level security lets only leakproof comparisons
 * use an index, which `like` is not.
 */
const patients = [
  `create sequence patient_ids as integer`,
  `create table patients (
     company_id integer not null,
     patient_id integer not null default nextval('patient_ids'),
     hashed_id text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
     identity text collate "C" not null,
     external_id text,
     first_name text not null default '',
     last_name text not null default '',
     last_key text collate "C" not null default '',
     first_key text collate "C" not null default '',
     dob date,
     language text,
     zip text,
     timezone text not null,
     zone_source text not null check (zone_source in ('patient', 'zip', 'company')),
     phone text collate "C",
     phone_kind text not null default 'unknown' check (phone_kind in ('mobile', 'landline', 'voip', 'unknown')),
     email text,
     custom jsonb not null default '{}',
     updated_at timestamptz not null,
     primary key (company_id, patient_id),
     constraint patients_identity unique (company_id, identity))`,
  `create index patients_name on patients (company_id, last_key, first_key, patient_id)`,
  `create index patients_first on patients (company_id, first_key)`,
  `create index patients_phone on patients (company_id, phone)`,
]

const lists = [
  `create sequence list_ids as integer`,
  `create table patient_lists (
     company_id integer not null,
     list_id integer not null default nextval('list_ids'),
     name text not null,
     people integer not null default 0,
     created_at timestamptz not null,
     primary key (company_id, list_id))`,
  `create unique index patient_lists_name on patient_lists (company_id, lower(name))`,
  // "line" is where the import's file named the person: 1 is the header.
  `create table list_members (
     company_id integer not null,
     list_id integer not null,
     patient_id integer not null,
     line integer not null default 0,
     primary key (company_id, list_id, patient_id))`,
]

/** What people said about being contacted, in the order they said it; the last row of a phone and channel holds. */
const optOuts = [
  `create table opt_outs (
     opt_out_id bigint generated always as identity primary key,
     company_id integer not null,
     phone text collate "C" not null,
     channel text not null check (channel in ('SMS', 'IVR')),
     consent text not null check (consent in ('granted', 'revoked')),
     at timestamptz not null,
     source text not null,
     evidence text not null default '')`,
  `create index opt_outs_phone on opt_outs (company_id, phone, channel, opt_out_id desc)`,
]

const imports = [
  `create sequence import_ids as integer`,
  `create table imports (
     company_id integer not null,
     import_id integer not null,
     file_name text not null,
     bytes integer not null,
     encoding text not null,
     delimiter text not null,
     mapping jsonb not null,
     sample jsonb not null,
     list_name text not null default '',
     created_at timestamptz not null,
     primary key (company_id, import_id))`,
  // The file itself, so that any process can work on it; gone once the import is done.
  `create table import_chunks (
     company_id integer not null,
     import_id integer not null,
     chunk integer not null,
     bytes bytea not null,
     at timestamptz not null,
     primary key (company_id, import_id, chunk))`,
  `alter table import_chunks alter column bytes set storage external`,
  `create table import_rejections (
     company_id integer not null,
     import_id integer not null,
     line integer not null,
     position smallint not null,
     column_name text not null,
     reason text not null,
     value text not null,
     primary key (company_id, import_id, line, position))`,
]

/** Where no one gathers statistics unasked (see `statistics.ts`) the application may; PostgreSQL knows the right since 17. */
const maintenance = `do $$ begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on patients, list_members to ${applicationRole}';
  end if;
end $$`

/** Patients, the lists that name them, what they consented to, and imports on their way. */
export const people0003 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...patients, ...lists, ...optOuts, ...imports])
  yield* statements(sql, [
    `grant usage on sequence patient_ids, list_ids, import_ids to ${applicationRole}`,
    maintenance,
  ])
  for (const name of ["patients", "patient_lists", "list_members", "imports", "import_chunks", "import_rejections"]) {
    yield* tenantTable(sql, name)
  }
  // Consent is evidence: no one rewrites it.
  yield* tenantTable(sql, "opt_outs", "select, insert")
})
