import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import type { Ladder } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignDetail, MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
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
      where s.company_id = ${companyId} and s.multi_campaign_id = ${id} group by 1, 2 order by 3 desc, 2`,
  )
  return steps.flatMap(({ stepId, channel }) => {
    const own = rows
      .filter((row) => row.stepId === stepId)
      .map(({ reason, people }) => ({ stepId, ...reasonIn(factsOf(channel), reason), people }))
    const some = (isLeftOut: boolean) => own.filter(({ code }) => (code === null) === isLeftOut).slice(0, mostReasons)
    return [...some(false), ...some(true)]
  }) satisfies MultiCampaignDetail["reasons"]
})
