import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { textsOf } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { ShownTest, VariantNumbers } from "#schemas/outreach/variants.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { rungOfStep } from "./ladder.rule.ts"
import { multiCampaignProjection, type MultiCampaignRow } from "./multiCampaign.projection.ts"
import { readVariantNumbers } from "./variants.queries.ts"

/** What is kept of one test: its texts with their names and campaigns, its numbers of now, and who waits for it. */
export type StoredTest = {
  readonly id: MultiCampaignId
  readonly stepId: number
  readonly texts: ReadonlyArray<{ readonly templateName: string; readonly campaignHashedId: string | null }>
  readonly numbers: ReadonlyArray<VariantNumbers>
  readonly waiting: number
  readonly judgeAt: Date | null
}

type Text = {
  readonly id: MultiCampaignId
  readonly stepId: number
  readonly variant: number
  readonly templateName: string | null
  readonly campaignHashedId: string | null
}

type Run = {
  readonly id: MultiCampaignId
  readonly stepId: number
  readonly decided: boolean
  readonly judgeAt: Date | null
}

type Waiting = { readonly id: MultiCampaignId; readonly atRung: number; readonly people: number }

const rowOf = readRow(multiCampaignProjection)

/** The tests of texts of some multi-campaigns; numbers are read only of those that are not decided. */
export const readTests = Effect.fnUntraced(function* (companyId: CompanyId, ids: ReadonlyArray<number>) {
  const { sql, company } = yield* Database
  const asked = sql`(select value::int from jsonb_array_elements_text(${sql.json(ids)}))`
  return yield* company(companyId)(
    Effect.gen(function* () {
      const rows = yield* sql<{ row: unknown }>`
        select l.row from read_models l
        where l.company_id = ${companyId} and ${rowsOf(sql, "l", multiCampaignProjection)} and l.id in ${asked}
          and jsonb_path_exists(l.row, '$.steps[*].test')`
      if (rows.length === 0) return []
      const texts = yield* sql<Text>`
        select l.id, (s.value ->> 'stepId')::int as "stepId", (v.ordinality - 1)::int as variant,
          t.row ->> 'name' as "templateName", h.hashed_id as "campaignHashedId"
        from read_models l cross join lateral jsonb_array_elements(l.row -> 'steps') s
        cross join lateral jsonb_array_elements(jsonb_build_array(s.value -> 'templateId') || (s.value #> '{test,templateIds}'))
          with ordinality v
        left join read_models t on t.company_id = l.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = v.value::int
        left join ladder_steps c on c.company_id = l.company_id and c.multi_campaign_id = l.id and c.is_current
          and c.step_id = (s.value ->> 'stepId')::int and c.variant = v.ordinality - 1
        left join hashed_ids h on h.company_id = c.company_id and h.kind = ${campaignProjection.category} and h.id = c.campaign_id
        where l.company_id = ${companyId} and ${rowsOf(sql, "l", multiCampaignProjection)} and l.id in ${asked}
          and s.value ? 'test' order by 1, 2, 3`
      const runs = yield* sql<Run>`
        select multi_campaign_id as id, step_id as "stepId", decided, judge_at as "judgeAt" from ladder_tests
        where company_id = ${companyId} and multi_campaign_id in ${asked}`
      const waiting = yield* sql<Waiting>`
        select multi_campaign_id as id, at_rung as "atRung", count(*)::int as people from journeys
        where company_id = ${companyId} and ended_at is null and state = 'waiting' and next_at is null and multi_campaign_id in (
          select multi_campaign_id from ladder_tests where company_id = ${companyId} and multi_campaign_id in ${asked} and not decided)
        group by 1, 2`
      const tests: Array<StoredTest> = []
      for (const { multiCampaignId: id, steps } of rows.map(({ row }) => rowOf(row)))
        for (const { stepId, test } of steps) {
          if (test === undefined) continue
          const run = runs.find((one) => one.id === id && one.stepId === stepId)
          const own = texts.filter((one) => one.id === id && one.stepId === stepId)
          const rung = rungOfStep(steps, stepId)
          tests.push({
            ...{ id, stepId, judgeAt: run?.judgeAt ?? null },
            waiting: waiting.find((one) => one.id === id && one.atRung === rung - 1)?.people ?? 0,
            texts: own.map(({ templateName, campaignHashedId }) => ({
              templateName: templateName ?? "",
              campaignHashedId,
            })),
            numbers: run?.decided === false ? yield* readVariantNumbers(sql, companyId, id, stepId, test) : [],
          })
        }
      return tests
    }),
  )
})

/** The test of a step as it is shown; null for a step without one. */
export const shownTest = (
  { multiCampaignId, steps, answers = [] }: MultiCampaignRow,
  stepId: number,
  tests: ReadonlyArray<StoredTest>,
): ShownTest | null => {
  const step = steps.find((one) => one.stepId === stepId)
  if (step?.test === undefined) return null
  const known = tests.find((one) => one.id === multiCampaignId && one.stepId === stepId)
  const answer = answers.find((one) => one.stepId === stepId) ?? null
  const numbers = answer?.variants ?? known?.numbers ?? []
  return {
    texts: textsOf(step).map((_, variant) => ({
      ...{ templateName: "", campaignHashedId: null, ...known?.texts[variant] },
      ...(numbers.find((one) => one.variant === variant) ?? { variant, people: 0, reached: 0, measured: 0 }),
    })),
    waiting: known?.waiting ?? 0,
    judgedFrom: known?.judgeAt?.toISOString() ?? null,
    answer,
  }
}
