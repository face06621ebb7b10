import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * Multi-campaigns (decision 103): what is under way of each, the campaigns that carry its steps, and a row for each
 * person on their way through it. `at_rung` is how many rungs have begun for them or passed by; `since` is when the
 * last one did, or was over; `next_at` is when they have to be looked at, null while something is awaited.
 * `first_appointment` is a number that no appointment from before the launch reaches.
 */
export const multiCampaigns0071 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create sequence multi_campaign_ids as integer`,
    `grant usage on sequence multi_campaign_ids to ${applicationRole}`,
    `create table multi_campaign_runs (
       company_id integer not null references companies,
       multi_campaign_id integer not null,
       state text not null,
       list_id integer not null,
       start_at timestamptz,
       launched_at timestamptz,
       entered boolean not null default false,
       entered_to integer not null default 0,
       first_appointment integer not null default 0,
       primary key (company_id, multi_campaign_id))`,
    `create table ladder_steps (
       company_id integer not null references companies,
       campaign_id integer not null,
       multi_campaign_id integer not null,
       step_id smallint not null,
       is_current boolean not null,
       primary key (company_id, campaign_id))`,
    `create index ladder_steps_multi on ladder_steps (multi_campaign_id, company_id, step_id)`,
    `create table journeys (
       company_id integer not null references companies,
       multi_campaign_id integer not null,
       patient_id integer not null,
       state text not null check (state in ('waiting', 'underway', 'ended')),
       at_rung smallint not null default 0,
       since timestamptz not null,
       next_at timestamptz,
       entered_at timestamptz not null,
       ended_as text,
       ended_at timestamptz,
       primary key (company_id, multi_campaign_id, patient_id))`,
    // What may move a person on is added here and taken away by the next look, so that no report waits for a look or the other way round.
    `create table journey_news (
       company_id integer not null references companies,
       multi_campaign_id integer not null,
       patient_id integer not null)`,
    `create index journey_news_multi on journey_news (company_id, multi_campaign_id)`,
    `create index journeys_due on journeys (company_id, multi_campaign_id, next_at) where ended_at is null`,
    `create index journeys_patient on journeys (patient_id, company_id) where ended_at is null`,
    `alter table hashed_ids drop constraint hashed_ids_kind_check`,
    `alter table hashed_ids add constraint hashed_ids_kind_check check (kind in
       ('template', 'campaign', 'location', 'appointment', 'outreachRun', 'user', 'group', 'invitation', 'multiCampaign'))`,
  ])
  for (const table of ["multi_campaign_runs", "ladder_steps", "journeys", "journey_news"])
    yield* tenantTable(sql, table)
})
