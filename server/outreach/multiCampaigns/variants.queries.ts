import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { StepTest, TestMeasure } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { VariantNumbers } from "#schemas/outreach/variants.ts"
import { takesTime } from "#server/scheduling/appointments/booked.queries.ts"

/** Whether the person of a recipient under the alias `r` did what a test counts. */
const didIn = (sql: PgClient, judgeBy: TestMeasure) => {
  if (judgeBy === "replied") return sql`r.replied_at is not null`
  if (judgeBy === "opened")
    return sql`exists (select from link_openings o where o.company_id = r.company_id and o.campaign_id = r.campaign_id
      and o.recipient_id = r.recipient_id and o.opened_at is not null)`
  return sql`exists (select from read_models b where b.company_id = r.company_id and b.category = 'appointment'
    and b.patient_id = r.patient_id and ${takesTime(sql, "b")} and b.state <> 'pending' and b.id >= run.first_appointment)`
}

/**
 * How the texts of a step's test did, each person once, however often a text was sent again. For use inside the
 * company's transaction.
 */
export const readVariantNumbers = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  stepId: number,
  { judgeBy, templateIds }: StepTest,
) {
  const found = yield* Effect.orDie(sql<VariantNumbers>`
    select p.variant, count(*)::int as people, count(*) filter (where p.reached)::int as reached,
      count(*) filter (where p.reached and p.did)::int as measured
    from (
      select s.variant, r.patient_id, bool_or(r.sent_at is not null and r.state <> 'failed') as reached,
        bool_or(${didIn(sql, judgeBy)}) as did
      from ladder_steps s
      join multi_campaign_runs run on run.company_id = s.company_id and run.multi_campaign_id = s.multi_campaign_id
      join recipients r on r.company_id = s.company_id and r.campaign_id = s.campaign_id
      where s.company_id = ${companyId} and s.multi_campaign_id = ${id} and s.step_id = ${stepId}
      group by 1, 2) p
    group by 1`)
  return [0, ...templateIds].map(
    (_, variant) => found.find((one) => one.variant === variant) ?? { variant, people: 0, reached: 0, measured: 0 },
  )
})
