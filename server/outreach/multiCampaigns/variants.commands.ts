import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rungOfStep } from "./ladder.rule.ts"
import type { MultiCampaignRow } from "./multiCampaign.projection.ts"
import { seatsOf, type Seats, type TestPlace } from "./variants.rule.ts"

const hour = 3_600_000

/** Opens the tests of the texts of steps; one that is open stays as it is. */
export const openTests = Effect.fnUntraced(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  steps: ReadonlyArray<LadderStep>,
) {
  const { sql } = yield* Database
  const tested = steps.filter(({ test }) => test !== undefined).map(({ stepId }) => ({ stepId }))
  if (tested.length === 0) return
  yield* Effect.orDie(sql`
    insert into ladder_tests (company_id, multi_campaign_id, step_id)
    select ${companyId}::int, ${id}::int, s."stepId" from jsonb_to_recordset(${sql.json(tested)}) as s ("stepId" smallint)
    on conflict do nothing`)
})

/** Where the tests of a multi-campaign are, read once its run is locked. */
export const readSeats = (sql: PgClient, companyId: CompanyId, id: MultiCampaignId) =>
  sql<TestPlace>`
    select step_id as "stepId", seated, decided, winner from ladder_tests
    where company_id = ${companyId} and multi_campaign_id = ${id}`.pipe(Effect.map((places) => seatsOf(id, places)))

/** Keeps how many people were given texts; those of a test that is full are answered until it is judged. */
export const writeSeats = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  { steps }: Pick<MultiCampaignRow, "steps">,
  seats: Seats,
  now: number,
) {
  for (const { stepId, seated, isFull } of seats.taken()) {
    const hours = steps.find((step) => step.stepId === stepId)?.test?.afterHours ?? 0
    const judgeAt = isFull ? new Date(now + hours * hour).toISOString() : null
    yield* sql`
      update ladder_tests set seated = ${seated}, judge_at = ${judgeAt}::timestamptz
      where company_id = ${companyId} and multi_campaign_id = ${id} and step_id = ${stepId}`
  }
})

/** Lets the tests be judged that no one else will come to: everyone is in, and has come to the step or to an end. */
export const closeSplits = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  id: MultiCampaignId,
  { steps }: Pick<MultiCampaignRow, "steps">,
  now: number,
) {
  for (const { stepId, test } of steps) {
    if (test === undefined) continue
    yield* sql`
      update ladder_tests set judge_at = ${new Date(now + test.afterHours * hour).toISOString()}::timestamptz
      where company_id = ${companyId} and multi_campaign_id = ${id} and step_id = ${stepId} and not decided and judge_at is null
        and not exists (select from journey_counts k where k.company_id = ${companyId} and k.multi_campaign_id = ${id}
          and k.ended_as = '' and k.at_rung < ${rungOfStep(steps, stepId)} and k.people > 0)`
  }
})

/** Keeps how a test was decided, and lets those go on who waited for it. The run is locked, so no look gives people their texts meanwhile. */
export const settleTest = Effect.fnUntraced(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  { stepId, winner }: { readonly stepId: number; readonly winner: number | null },
) {
  const { sql } = yield* Database
  const ofRun = sql`company_id = ${companyId} and multi_campaign_id = ${id}`
  yield* Effect.orDie(sql`
    update ladder_tests set decided = true, winner = ${winner}, judge_at = null where ${ofRun} and step_id = ${stepId}`)
  yield* Effect.orDie(sql`
    update journeys set next_at = ${yield* isoNow}::timestamptz
    where ${ofRun} and ended_at is null and state = 'waiting' and next_at is null`)
})
