import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import type { Ladder } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignDetail, MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { isExclusion } from "#schemas/outreach/recipientFilter.ts"
import { Database } from "#server/store/Database.ts"

type Row = { readonly stepId: number; readonly reason: string; readonly people: number }

/** How many reasons not to reach people are shown of a step, and as many to leave them out; its campaign has all of them. */
const mostReasons = 3

/** Why the steps of a multi-campaign left people out or did not reach them, the most frequent of each, by step. */
export const readReasons = Effect.fn("readReasons")(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  { steps }: Pick<Ladder, "steps">,
) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<Row>`
      select s.step_id as "stepId", r.reason, count(distinct r.patient_id)::int as people from ladder_steps s
      join recipients r on r.company_id = s.company_id and r.campaign_id = s.campaign_id
        and r.state in ('failed', 'excluded') and r.reason is not null
        -- Who was sent the text again is counted by what became of it last.
        and not exists (
          select from ladder_steps x join recipients o on o.company_id = x.company_id and o.campaign_id = x.campaign_id
          where x.company_id = s.company_id and x.multi_campaign_id = s.multi_campaign_id and x.step_id = s.step_id
            and o.patient_id = r.patient_id and o.key > r.key)
      where s.company_id = ${companyId} and s.multi_campaign_id = ${id} group by 1, 2 order by 3 desc, 2`,
  )
  return steps.flatMap(({ stepId, channel }) => {
    const some = (isLeftOut: boolean) =>
      rows
        .filter((row) => row.stepId === stepId && isExclusion(row.reason) === isLeftOut)
        .slice(0, mostReasons)
        .map(({ reason, people }) => ({ stepId, ...reasonIn(factsOf(channel), reason), people }))
    return [...some(false), ...some(true)]
  }) satisfies MultiCampaignDetail["reasons"]
})
