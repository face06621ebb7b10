import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * The mails of saved views: one for each view, recipient and date, with the report as it was narrowed then, and what
 * is stored of its link's secret (decision 117).
 */
export const savedViews0087 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence saved_view_ids as integer`,
    `grant usage on sequence saved_view_ids to ${applicationRole}`,
    `create table report_mails (
       company_id integer not null references companies,
       view_id integer not null,
       user_id integer not null,
       date date not null,
       search jsonb not null,
       start_date date,
       end_date date not null,
       state text not null check (state in ('due', 'sent', 'dropped', 'failed')),
       link_hash text,
       expires_at timestamptz,
       at timestamptz not null,
       primary key (company_id, view_id, user_id, date))`,
    `create unique index report_mails_link on report_mails (link_hash)`,
    `create index report_mails_due on report_mails (company_id, view_id) where state = 'due'`,
    `create index report_mails_at on report_mails (at)`,
    `create index read_models_saved_views on read_models (company_id, id) where category = 'savedView' and state = 'saved'`,
    `alter table hashed_ids drop constraint hashed_ids_kind_check`,
    `alter table hashed_ids add constraint hashed_ids_kind_check check (kind in
       ('template', 'campaign', 'location', 'appointment', 'outreachRun', 'user', 'group', 'invitation', 'multiCampaign',
        'savedView'))`,
  ])
  yield* tenantTable(sql, "report_mails")
})
