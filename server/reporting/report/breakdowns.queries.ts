import { Effect } from "effect"
import { answered, sharesOfPeople, type RecipientStatus } from "#schemas/outreach/progress.ts"
import type { CampaignFigures } from "#schemas/reporting/report.ts"
import { recipientStatus } from "#server/outreach/recipients/recipientStatus.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { reasonWords } from "#server/reporting/exports/exportTable.rule.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { inScope, type Scope } from "./reportTables.queries.ts"

/** The people of a report by campaign, in the same places as its figures; those with the most people first. */
export const readByCampaign = Effect.fn("reporting.readByCampaign")(function* (scope: Scope) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  const { status } = recipientStatus(sql)
  const people = (standings: ReadonlyArray<RecipientStatus>) =>
    sql`count(*) filter (where ${sql.in("status", standings)})::float8`
  return yield* company(scope.companyId)(
    sql<CampaignFigures>`
      select case when c.state <> 'deleted' then h.hashed_id end as "campaignHashedId", c.row ->> 'name' as name, found.people, found.sent, found.delivered,
        found.replied, found."optedOut", found.failed
      from (
        select campaign_id, count(*)::float8 as people, count(*) filter (where sent_at is not null)::float8 as sent,
          ${people(sharesOfPeople.delivered)} as delivered, ${people(answered)} as replied,
          ${people(["optedOut"])} as "optedOut", ${people(sharesOfPeople.failed)} as failed
        from (select r.campaign_id, r.sent_at, ${status} as status from recipients r where ${condition}) standing
        group by 1) found
      join hashed_ids h on h.company_id = ${scope.companyId} and h.kind = 'campaign' and h.id = found.campaign_id
      join read_models c
        on c.company_id = ${scope.companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = found.campaign_id
      order by found.people desc, found.campaign_id desc`,
  )
})

/** Why texts failed and why people were left out, in the words of the export; the most frequent first. */
export const readReasons = Effect.fn("reporting.readReasons")(function* (scope: Scope) {
  const { sql, company } = yield* Database
  const condition = yield* inScope(scope)
  const { status } = recipientStatus(sql)
  const rows = yield* company(scope.companyId)(
    sql<{ status: "failed" | "excluded" | "stoppedBefore"; reason: string | null; people: number }>`
      select status, case when status = 'stoppedBefore' then null else reason end as reason, count(*)::float8 as people
      from (select ${status} as status, r.reason from recipients r where ${condition}) standing
      where status in ('failed', 'excluded', 'stoppedBefore') group by 1, 2`,
  )
  const among = (...statuses: ReadonlyArray<RecipientStatus>) => {
    const counted = new Map<string, number>()
    for (const row of rows.filter(({ status: one }) => statuses.includes(one))) {
      const words = reasonWords(row.status, row.reason) || "Not said"
      counted.set(words, (counted.get(words) ?? 0) + row.people)
    }
    return [...counted]
      .map(([reason, people]) => ({ reason, people }))
      .sort((left, right) => right.people - left.people)
  }
  return { failures: among("failed"), leftOut: among("excluded", "stoppedBefore") }
})
