import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * Rules of each version of a template, and what they did with each reply (decision 101). `outcome` is the effect of the
 * rule that matched, `unsure` where a person decides between several or about a question, `none` where no rule matched.
 * What waits for a person is done at `done_at`.
 */
export const replyRules0067 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `alter table template_versions add column reply_rules jsonb not null default '[]'`,
    `create table rule_replies (
       company_id integer not null,
       inbound_id bigint not null,
       template_id integer not null,
       version integer not null,
       campaign_id integer not null,
       recipient_id integer not null,
       outcome text not null check (outcome in
         ('answer', 'setValue', 'optOut', 'confirm', 'cancel', 'book', 'handOver', 'unsure', 'none')),
       name text,
       value text,
       at timestamptz not null,
       done_at timestamptz,
       primary key (company_id, inbound_id))`,
    `create index rule_replies_recipient on rule_replies (company_id, campaign_id, recipient_id)`,
    `create index rule_replies_version on rule_replies (company_id, template_id, version, inbound_id)
       where outcome = 'none'`,
    `create index rule_replies_waiting on rule_replies (company_id, inbound_id)
       where outcome in ('handOver', 'unsure') and done_at is null`,
    `create index inbound_messages_campaign on inbound_messages (company_id, campaign_id, inbound_id)`,
  ])
  yield* tenantTable(sql, "rule_replies", "select, insert, update")
})
