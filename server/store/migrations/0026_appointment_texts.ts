import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { applicationRole, statements, tenantTable } from "../tenantTable.ts"

/**
 * Ongoing campaigns: a run without a list, whose recipients come one at a time, each with what the text is about, own
 * values, and until when it may leave. `key` is empty for people of a list; a person has one place for each key.
 */
const ongoing = [
  `alter table campaign_runs alter column list_id drop not null`,
  `alter table recipients
     add column key text collate "C" not null default '',
     add column about text collate "C",
     add column own_values jsonb,
     add column not_after timestamptz`,
  `alter table recipients drop constraint recipients_patient`,
  `alter table recipients add constraint recipients_patient unique (patient_id, campaign_id, company_id, key)`,
  `create index recipients_about on recipients (about, company_id) where about is not null`,
]

/**
 * What people answered to texts about something, in order: taken in with the text, and acted on by a worker, once.
 * `answer` is what was understood, null where a person has to read it; `outcome` is what it did.
 */
const replies = [
  `create sequence text_reply_ids`,
  `create table text_replies (
     company_id integer not null references companies,
     reply_id bigint not null default nextval('text_reply_ids'::regclass),
     about text collate "C" not null,
     campaign_id integer not null,
     recipient_id integer not null,
     answer text,
     outcome text,
     at timestamptz not null,
     primary key (company_id, reply_id))`,
  `create index text_replies_about on text_replies (about, company_id)`,
  `create index text_replies_due on text_replies (reply_id) where answer is not null and outcome is null`,
  `grant usage on sequence text_reply_ids to ${applicationRole}`,
  `alter table notices add column body text`,
]

/** Texts about appointments, and what is answered to them. */
export const appointmentTexts0026 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [...ongoing, ...replies])
  yield* tenantTable(sql, "text_replies")
})
