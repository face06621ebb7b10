import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { systemContext } from "#server/handle.ts"
import { openStates } from "#server/outreach/recipients/recipient.rule.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { rungOfStep } from "./ladder.rule.ts"
import { commandMultiCampaign } from "./multiCampaign.commands.ts"
import { multiCampaignProjection } from "./multiCampaign.projection.ts"
import { readVariantNumbers } from "./variants.queries.ts"
import { judgeVariants } from "./variants.rule.ts"

const hour = 3_600_000
const rowOf = readRow(multiCampaignProjection)

/** For texts that do not leave, others are not waited for longer than this after the answers to the last one. */
const longestDelay = 48 * hour

/**
 * When the answers to the texts of a step have been waited for, in milliseconds since 1970: an hour from now while some
 * are held, or will be sent again.
 */
const answeredAt = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  step: { readonly stepId: number; readonly rung: number; readonly afterHours: number; readonly now: number },
) {
  const [found] = yield* sql<{ open: boolean; last: Date | null }>`
    select coalesce(bool_or(r.state in ${sql.in(openStates)} or (r.state = 'failed' and exists (
        select from journeys j where j.company_id = ${companyId} and j.multi_campaign_id = ${id} and j.patient_id = r.patient_id
          and j.ended_at is null and j.at_rung = ${step.rung} and j.state = 'underway' and j.next_at is not null))), false) as open,
      max(r.sent_at) as last
    from ladder_steps s join recipients r on r.company_id = s.company_id and r.campaign_id = s.campaign_id
    where s.company_id = ${companyId} and s.multi_campaign_id = ${id} and s.step_id = ${step.stepId}`
  const last = found?.last?.getTime()
  const at = (last ?? 0) + step.afterHours * hour
  const waits = found?.open === true && (last === undefined || step.now < at + longestDelay)
  return waits ? step.now + hour : at
})

/**
 * Judges the tests of a running multi-campaign whose time has come, each in one transaction with the event that says so; once
 * everyone has ended, those that are left. Gives whether one was decided, so that people may go on.
 */
export const judgeTests = Effect.fn("judgeTests")(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  hasEnded: boolean,
) {
  const database = yield* Database
  const { sql } = database
  const judge = Effect.gen(function* () {
    const [run] = yield* sql<{ row: unknown }>`
      select l.row from multi_campaign_runs run
      join read_models l on l.company_id = run.company_id and ${rowsOf(sql, "l", multiCampaignProjection)} and l.id = run.multi_campaign_id
      where run.company_id = ${companyId} and run.multi_campaign_id = ${id} and run.state = 'running'
      for update of run ${hasEnded ? sql`` : sql`skip locked`}`
    if (run === undefined) return false
    const now = yield* Clock.currentTimeMillis
    const due = yield* sql<{ stepId: number }>`
      select step_id as "stepId" from ladder_tests
      where company_id = ${companyId} and multi_campaign_id = ${id} and not decided
        and (${hasEnded} or judge_at <= ${new Date(now).toISOString()}::timestamptz)`
    const { steps } = rowOf(run.row)
    let isOneDecided = false
    for (const { stepId } of due) {
      const test = steps.find((step) => step.stepId === stepId)?.test
      if (test === undefined) continue
      const at = yield* answeredAt(sql, companyId, id, {
        ...{ stepId, rung: rungOfStep(steps, stepId), afterHours: test.afterHours, now },
      })
      if (at > now && !hasEnded) {
        yield* sql`
          update ladder_tests set judge_at = ${new Date(at).toISOString()}::timestamptz
          where company_id = ${companyId} and multi_campaign_id = ${id} and step_id = ${stepId}`
        continue
      }
      const variants = yield* readVariantNumbers(sql, companyId, id, stepId, test)
      const judged = { stepId, variants, ...judgeVariants(test, variants) }
      const context = systemContext(companyId, `multiCampaign-${id}-test-${stepId}`)
      yield* commandMultiCampaign(context, id, { _tag: "JudgeVariants", ...judged })
      isOneDecided = true
    }
    return isOneDecided
  })
  return yield* inCompany(database, companyId, judge)
})
