import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * The exports of a company, and the bytes of those whose files are kept (decision 113). Parts are stored while a file is
 * taken, its line once it has ended: parts without a line are of a file that is on its way, or whose program ended.
 */
export const pastExports0083 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence export_ids as integer`,
    `grant usage on sequence export_ids to ${applicationRole}`,
    `create table past_exports (
       company_id integer not null,
       export_id integer not null,
       user_id integer not null,
       file_name text not null,
       file_type text not null,
       campaign_id integer,
       asked jsonb not null,
       rows integer not null,
       bytes bigint not null,
       sha256 text not null,
       state text not null check (state in ('kept', 'removed', 'displaced', 'tooLarge', 'brokenOff', 'notKept')),
       at timestamptz not null,
       primary key (company_id, export_id))`,
    `create index past_exports_at on past_exports (at)`,
    `create table past_export_parts (
       company_id integer not null,
       export_id integer not null,
       part integer not null,
       bytes bytea not null,
       at timestamptz not null,
       primary key (company_id, export_id, part))`,
    `alter table past_export_parts alter column bytes set storage external`,
    `create index past_export_parts_at on past_export_parts (at)`,
  ])
  for (const name of ["past_exports", "past_export_parts"]) yield* tenantTable(sql, name)
})
