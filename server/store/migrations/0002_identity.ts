import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, sharedTable, statements, tenantTable } from "../tenantTable.ts"

const accounts = [
  `create sequence user_ids as integer`,
  `grant usage on sequence user_ids to ${applicationRole}`,
  `create table accounts (
     company_id integer not null references companies,
     user_id integer primary key default nextval('user_ids'),
     hashed_id text not null unique,
     issuer text not null,
     subject text not null,
     email text not null,
     display_name text not null,
     user_type smallint not null check (user_type between 1 and 3),
     access_ids integer[] not null default '{}',
     is_active boolean not null default true,
     locked boolean not null default false,
     constraint accounts_identity unique (issuer, subject))`,
  `create index accounts_company on accounts (company_id, user_id)`,
]

/** Of the embedded provider: times here are the real world's, not the product clock's (docs/architecture.md#identity). */
const provider = [
  `create table idp_users (
     id text primary key,
     email text not null constraint idp_users_email unique,
     password_hash text not null,
     display_name text not null,
     fails integer not null default 0,
     failed_at timestamptz)`,
  `create table idp_codes (
     uid text primary key,
     user_id text not null references idp_users on delete cascade,
     hash text not null,
     tries integer not null default 0,
     resends integer not null default 0,
     expires_at timestamptz not null)`,
  `create table idp_artifacts (
     model text not null,
     id text not null,
     payload jsonb not null,
     grant_id text,
     uid text,
     user_code text,
     expires_at timestamptz,
     consumed_at timestamptz,
     primary key (model, id))`,
  `create index idp_artifacts_grant on idp_artifacts (grant_id) where grant_id is not null`,
  `create index idp_artifacts_uid on idp_artifacts (model, uid) where uid is not null`,
  `create index idp_artifacts_expiry on idp_artifacts (expires_at)`,
  `create table idp_keys (name text primary key, value jsonb not null)`,
  `create table mailbox (
     id bigint generated always as identity primary key,
     to_address text not null,
     subject text not null,
     text text not null,
     code text,
     at timestamptz not null)`,
]

/** People of companies, and what the embedded identity provider and the demo's mailbox keep. */
export const identity0002 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...accounts, ...provider])
  yield* tenantTable(sql, "accounts")
  for (const name of ["idp_users", "idp_codes", "idp_artifacts", "idp_keys", "mailbox"]) {
    yield* sharedTable(sql, name)
  }
})
