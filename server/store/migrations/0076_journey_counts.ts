import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { statements, tenantTable } from "../tenantTable.ts"

/**
 * How many people of multi-campaigns stand where (decision 103): counted as they move, so that the numbers of a page
 * read a few rows. `journeys.way` is which steps someone got until they ended, by number; it is empty for those whose
 * multi-campaign was cancelled. `ended_as` is empty for those who are before an end.
 */
export const journeyCounts0076 = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* statements(sql, [
    `select set_config('app.company_id', '*', true)`,
    `alter table journeys add column way smallint[] not null default '{}'`,
    `create table journey_counts (
       company_id integer not null references companies,
       multi_campaign_id integer not null,
       at_rung smallint not null,
       ended_as text not null,
       way smallint[] not null,
       people integer not null,
       primary key (company_id, multi_campaign_id, at_rung, ended_as, way))`,
    `update journeys j set way = coalesce((
       select array_agg(distinct s.step_id order by s.step_id) from ladder_steps s
       join recipients r on r.company_id = s.company_id and r.campaign_id = s.campaign_id and r.patient_id = j.patient_id
       where s.company_id = j.company_id and s.multi_campaign_id = j.multi_campaign_id
         and (r.state not in ('excluded', 'cancelled', 'queued', 'held') or r.sent_at is not null or exists (
           select from calls o where o.company_id = r.company_id and o.campaign_id = r.campaign_id and o.recipient_id = r.recipient_id))), '{}')
     where j.ended_at is not null and j.ended_as <> 'cancelled'`,
    `insert into journey_counts (company_id, multi_campaign_id, at_rung, ended_as, way, people)
     select company_id, multi_campaign_id, at_rung, coalesce(ended_as, ''), way, count(*)::int from journeys group by 1, 2, 3, 4, 5`,
  ])
  yield* tenantTable(sql, "journey_counts", "select, insert, update")
})
