import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * What a company's own directory keeps with us: the tokens by which it calls, of each the hash alone, and what it calls
 * the people and groups. Someone whom the directory has not touched has no row.
 */
export const directories0044 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence directory_token_ids as integer`,
    `grant usage on sequence directory_token_ids to ${applicationRole}`,
    `create table directory_tokens (
       company_id integer not null references companies,
       token_id integer not null primary key,
       name text not null,
       token_hash text not null unique,
       made_by integer not null references accounts,
       made_at timestamptz not null,
       used_at timestamptz,
       revoked_at timestamptz)`,
    `create index directory_tokens_company on directory_tokens (company_id, token_id)`,
    `create table directory_people (
       company_id integer not null references companies,
       person_id text not null primary key,
       external_id text,
       user_name text not null,
       email text not null,
       display_name text not null,
       given_name text,
       family_name text,
       group_ids integer[] not null default '{}',
       invitation_id integer unique,
       user_id integer unique references accounts,
       is_removed boolean not null default false)`,
    `create unique index directory_people_names on directory_people (company_id, lower(user_name)) where not is_removed`,
    `create index directory_people_external on directory_people (company_id, external_id)`,
    `create index accounts_emails on accounts (company_id, email)`,
    `create table directory_groups (
       company_id integer not null references companies,
       group_id integer not null,
       external_id text,
       primary key (company_id, group_id))`,
  ])
  for (const table of ["directory_tokens", "directory_people", "directory_groups"]) yield* tenantTable(sql, table)
})
