import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/** Public ids of templates and campaigns: random, made at the first save, never changed (docs/architecture.md#ids). */
const templates = [
  `create table hashed_ids (
     company_id integer not null,
     kind text not null check (kind in ('template', 'campaign')),
     id integer not null,
     hashed_id text not null unique,
     primary key (company_id, kind, id))`,
  `create table template_versions (
     company_id integer not null,
     template_id integer not null,
     version integer not null,
     text text not null,
     variables jsonb not null default '[]',
     created_at timestamptz not null,
     primary key (company_id, template_id, version))`,
]

const senders = [
  `create sequence sender_ids as integer`,
  // A text from a person names only our number, so a number belongs to one company.
  `create table senders (
     company_id integer not null,
     sender_id integer not null default nextval('sender_ids'),
     e164 text not null constraint senders_number unique,
     label text not null,
     segments_per_second integer not null check (segments_per_second > 0),
     primary key (company_id, sender_id))`,
  `alter table companies add column help_text text`,
]

/**
 * What the sending engine reads of a campaign, kept by the commands in the
 * transaction of their event. `planned_to` is the last patient looked at.
 */
const campaigns = [
  `create table campaign_runs (
     company_id integer not null,
     campaign_id integer not null,
     sender_id integer not null,
     template_id integer not null,
     template_version integer not null,
     list_id integer not null,
     state text not null,
     start_at timestamptz,
     planned boolean not null default false,
     planned_to integer not null default 0,
     total integer not null default 0,
     primary key (company_id, campaign_id))`,
  `create index campaign_runs_open on campaign_runs (company_id, sender_id, campaign_id)
     where state in ('scheduled', 'running', 'paused')`,
  `create table campaign_counts (
     company_id integer not null,
     campaign_id integer not null,
     state text not null,
     people integer not null,
     primary key (company_id, campaign_id, state))`,
]

/**
 * One row for each person of a launched campaign; `recipient_id` counts from 1
 * in the campaign. The send key names the row, so it needs no index. `body` is
 * there only while the carrier's answer is awaited: a lost send is looked up by
 * it. `held_until` of a queued row is the earliest next try.
 */
const recipients = [
  `create table recipients (
     company_id integer not null,
     campaign_id integer not null,
     recipient_id integer not null,
     patient_id integer not null,
     phone text collate "C",
     zone text not null,
     state text not null,
     reason text,
     held_until timestamptz,
     segments smallint not null default 0,
     attempts smallint not null default 0,
     lookups smallint not null default 0,
     send_key text,
     body text,
     sid text,
     started_at timestamptz,
     sent_at timestamptz,
     delivered_at timestamptz,
     replied_at timestamptz,
     opted_out_at timestamptz,
     failed_code text,
     updated_at timestamptz not null,
     primary key (company_id, campaign_id, recipient_id),
     constraint recipients_patient unique (patient_id, campaign_id, company_id))`,
  // Only the primary key begins with the company: a planner without statistics takes any index that does.
  `create index recipients_phone on recipients (phone, company_id, campaign_id)`,
  // Small ones, each over the rows that one part of the engine looks for.
  `create index recipients_queued on recipients (company_id, campaign_id, recipient_id) where state = 'queued'`,
  `create index recipients_held on recipients (company_id, campaign_id, held_until) where state = 'held'`,
  `create index recipients_reasons on recipients (company_id, campaign_id, state, reason) where state in ('excluded', 'failed')`,
  `create index recipients_open on recipients (company_id, campaign_id, state, recipient_id) where state in ('sending', 'unknown')`,
]

const partitions = 8

/**
 * What happened to each recipient, in order of `pos`; never changed. Split by
 * campaign and not by month: a month's partition would have to be made while
 * running, for which the application's role has no right, and the demo's clock
 * may be moved to any month (decision 012).
 */
const parts = Array.from({ length: partitions }, (_, part) => `deliveries_${part}`)
const deliveries = [
  `create sequence delivery_ids`,
  `create table deliveries (
     company_id integer not null,
     campaign_id integer not null,
     recipient_id integer not null,
     pos bigint not null default nextval('delivery_ids'),
     type text not null,
     data jsonb not null default '{}',
     at timestamptz not null,
     primary key (company_id, campaign_id, recipient_id, pos)) partition by hash (campaign_id)`,
  ...parts.map(
    (name, part) =>
      `create table ${name} partition of deliveries for values with (modulus ${partitions}, remainder ${part})`,
  ),
  // Reached through their parent only.
  ...parts.flatMap((name) => [
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
  ]),
]

/**
 * Carriers repeat their requests; an id seen here has been worked on. What
 * people wrote is kept next to the recipient it answers; notices are our own
 * answers, such as to HELP.
 */
const webhooks = [
  `create table webhooks_seen (
     company_id integer not null,
     id text collate "C" not null,
     at timestamptz not null,
     primary key (company_id, id))`,
  `create index webhooks_seen_at on webhooks_seen (at)`,
  `create table inbound_messages (
     company_id integer not null,
     inbound_id bigint generated always as identity,
     sender_id integer not null,
     phone text collate "C" not null,
     body text not null,
     request text not null check (request in ('optOut', 'optIn', 'help', 'other')),
     campaign_id integer,
     recipient_id integer,
     at timestamptz not null,
     primary key (company_id, inbound_id))`,
  `create index inbound_messages_phone on inbound_messages (company_id, phone, inbound_id)`,
  `create table notices (
     company_id integer not null,
     notice_id bigint generated always as identity,
     sender_id integer not null,
     phone text not null,
     kind text not null check (kind in ('help')),
     state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
     send_key text,
     at timestamptz not null,
     primary key (company_id, notice_id))`,
  `create index notices_open on notices (company_id, sender_id) where state in ('queued', 'sending')`,
]

const changing = ["hashed_ids", "senders", "campaign_runs", "campaign_counts", "recipients", "webhooks_seen", "notices"]

/** Templates, senders, campaigns on their way, and what happened to each recipient. */
export const outreach0004 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...templates, ...senders, ...campaigns, ...recipients, ...deliveries, ...webhooks])
  yield* statements(sql, [`grant usage on sequence sender_ids, delivery_ids to ${applicationRole}`])
  for (const name of changing) yield* tenantTable(sql, name)
  // A published text stays as it was sent, and no one rewrites what happened.
  yield* tenantTable(sql, "template_versions", "select, insert")
  yield* tenantTable(sql, "deliveries", "select, insert")
  yield* tenantTable(sql, "inbound_messages", "select, insert")
})
