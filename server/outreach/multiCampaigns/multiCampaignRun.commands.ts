import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { MultiCampaignEvent, MultiCampaignFacts, MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { CommandContext } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import type { MultiCampaignFold } from "./multiCampaign.decider.ts"
import { countMoves, goesOn } from "./journeyCounts.ts"
import { commandStepCampaigns, launchStepCampaigns } from "./stepCampaigns.commands.ts"
import { openTests, settleTest } from "./variants.commands.ts"

const runOf = (companyId: CompanyId, id: MultiCampaignId) =>
  Effect.map(Database, ({ sql }) => ({ sql, ofRun: sql`company_id = ${companyId} and multi_campaign_id = ${id}` }))

/** What is under way of a launch: people come in from the list, at the time of the launch. */
const openRun = Effect.fnUntraced(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  { listId }: Pick<MultiCampaignFacts, "listId">,
  {
    state,
    startAt,
    launchedAt,
  }: { readonly state: string; readonly startAt: string | null; readonly launchedAt: string | null },
) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    insert into multi_campaign_runs (company_id, multi_campaign_id, state, list_id, start_at, launched_at, first_appointment)
    values (${companyId}, ${id}, ${state}, ${listId}, ${startAt}::timestamptz, ${launchedAt}::timestamptz,
      nextval('appointment_ids'::regclass)::int)
    on conflict (company_id, multi_campaign_id) do update set state = excluded.state, launched_at = excluded.launched_at,
      first_appointment = excluded.first_appointment`)
})

/** Takes everyone out who is before an end, and counts them so. */
const endJourneys = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  const { sql, ofRun } = yield* runOf(companyId, id)
  const ended = sql<{ rung: number; people: number }>`
    with ended as (
      update journeys set state = 'ended', ended_as = 'cancelled', ended_at = ${yield* isoNow}::timestamptz, next_at = null
      where ${ofRun} and ended_at is null returning at_rung)
    select at_rung as rung, count(*)::int as people from ended group by 1`
  const moves = (yield* Effect.orDie(ended)).map(({ rung, people }) => ({
    ...{ from: goesOn(rung), people },
    to: { rung, end: "cancelled", way: [] } as const,
  }))
  yield* Effect.orDie(countMoves(sql, companyId, id, moves))
})

/** What happens to a draft changes nothing that is under way. */
const withoutRun = (
  event: MultiCampaignEvent,
): event is Extract<MultiCampaignEvent, { readonly _tag: (typeof ofDrafts)[number] }> =>
  ofDrafts.some((tag) => tag === event._tag)
const ofDrafts = [
  "MultiCampaignCreated",
  "MultiCampaignRevised",
  "MultiCampaignSubmitted",
  "MultiCampaignReturned",
] as const

/** Keeps the campaigns of the steps and the people in step with an event, in the command's transaction. */
export const followEvent = Effect.fnUntraced(function* (
  context: CommandContext,
  id: MultiCampaignId,
  event: MultiCampaignEvent,
  after: MultiCampaignFold,
) {
  const companyId = context.actingCompanyId
  const { sql, ofRun } = yield* runOf(companyId, id)
  const { state, facts } = after
  if (facts === null || withoutRun(event)) return
  // First, and before the campaigns of its steps: a look at its people locks in the same order.
  yield* Effect.orDie(sql`select from multi_campaign_runs where ${ofRun} for update`)
  switch (event._tag) {
    case "MultiCampaignScheduled":
      return yield* openRun(companyId, id, facts, { state, startAt: event.startAt, launchedAt: null })
    case "MultiCampaignLaunched": {
      const launchedAt = yield* isoNow
      yield* openRun(companyId, id, facts, { state, startAt: facts.startAt, launchedAt })
      yield* openTests(companyId, id, facts.steps)
      return yield* launchStepCampaigns(context, id, facts, event.campaigns)
    }
    case "VariantsJudged":
    case "VariantChosen":
      return yield* settleTest(companyId, id, event)
    case "LadderChanged":
      yield* openTests(companyId, id, facts.steps)
      yield* launchStepCampaigns(context, id, facts, event.campaigns)
      if (state === "paused") yield* commandStepCampaigns(context, id, { _tag: "PauseCampaign" })
      // Those who wait may be due at another time now.
      yield* Effect.orDie(sql`
        update journeys set next_at = ${yield* isoNow}::timestamptz where ${ofRun} and state = 'waiting'`)
      break
    case "MultiCampaignPaused":
      yield* commandStepCampaigns(context, id, { _tag: "PauseCampaign" })
      break
    case "MultiCampaignResumed":
      yield* commandStepCampaigns(context, id, { _tag: "ResumeCampaign" })
      break
    case "MultiCampaignCancelled":
      yield* commandStepCampaigns(context, id, { _tag: "CancelCampaign" })
      yield* endJourneys(companyId, id)
      break
    case "MultiCampaignCompleted":
      yield* commandStepCampaigns(context, id, { _tag: "EndOngoingCampaign" })
      break
    case "MultiCampaignDeleted":
      break
  }
  yield* Effect.orDie(sql`update multi_campaign_runs set state = ${state} where ${ofRun}`)
})
