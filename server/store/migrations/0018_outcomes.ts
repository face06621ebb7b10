import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * What became of the texts of each quarter of an hour, by campaign: a day begins on a quarter in every zone there is,
 * so the days of any zone add up from these. A text counts when it was sent; one that was never taken, when that
 * was decided. The rows are those that `outcomeOf` counts (server/outreach/recipients/outcome.rule.ts).
 */
export const outcomes0018 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `create table outcome_counts (
       company_id integer not null,
       quarter timestamptz not null,
       campaign_id integer not null,
       outcome text not null check (outcome in ('delivered', 'replied', 'optedOut', 'underway', 'failed')),
       accepted boolean not null,
       people integer not null,
       primary key (company_id, quarter, campaign_id, outcome, accepted))`,
    `select set_config('app.company_id', '*', true)`,
    `insert into outcome_counts
     select company_id, quarter, campaign_id, outcome, accepted, count(*)::int
     from recipients r cross join lateral (select
       to_timestamp(floor(extract(epoch from coalesce(r.sent_at, r.updated_at)) / 900) * 900) as quarter,
       case when r.state in ('delivered', 'replied', 'failed') then r.state
            when r.state in ('sending', 'unknown', 'sent') then 'underway'
            when r.state = 'optedOut' and r.sent_at is not null then
              case when r.delivered_at is null and r.replied_at is null then 'underway' else 'optedOut' end
       end as outcome, r.sent_at is not null as accepted) counted
     where outcome is not null group by 1, 2, 3, 4, 5`,
  ])
  yield* tenantTable(sql, "outcome_counts")
})
