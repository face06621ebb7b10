import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/** What became of the dates of outreach runs: one row for each date that was decided. */
export const outreachRuns0030 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence outreach_run_ids as integer`,
    `grant usage on sequence outreach_run_ids to ${applicationRole}`,
    `create table outreach_occurrences (
       company_id integer not null references companies,
       run_id integer not null,
       date date not null,
       state text not null check (state in ('launched', 'failed', 'missed')),
       due_at timestamptz not null,
       reason text,
       campaign_id integer,
       primary key (company_id, run_id, date))`,
    `create index outreach_occurrences_dates on outreach_occurrences (company_id, date)`,
    `create index read_models_runs on read_models (company_id, id) where category = 'outreachRun' and state = 'active'`,
    `create index read_models_timed on read_models (company_id, ((row ->> 'startAt') collate "C"))
       where category = 'campaign' and row ->> 'startAt' is not null`,
    `alter table hashed_ids drop constraint hashed_ids_kind_check`,
    `alter table hashed_ids add constraint hashed_ids_kind_check
       check (kind in ('template', 'campaign', 'location', 'appointment', 'outreachRun'))`,
  ])
  yield* tenantTable(sql, "outreach_occurrences")
})
