import { Effect, Struct } from "effect"
import { ladderProblems } from "#machines/lifecycles/ladder/ladderChecks.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { Ladder } from "#schemas/outreach/ladder.ts"
import {
  MultiCampaignEvent,
  MultiCampaignId,
  type MultiCampaignAction,
  type MultiCampaignDraft,
  type MultiCampaignFacts,
  type SaveMultiCampaign,
} from "#schemas/outreach/multiCampaign.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { contextOf, handle, readState, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { hasStartPassed, startPassed } from "#server/outreach/campaigns/campaign.commands.ts"
import { isBeingFilled } from "#server/outreach/campaigns/createCampaign.commands.ts"
import { journeysChanged } from "#server/delivery/journeyNews.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { multiCampaignDecider, type MultiCampaignCommand, type MultiCampaignFold } from "./multiCampaign.decider.ts"
import { multiCampaignProjection, type MultiCampaignRow } from "./multiCampaign.projection.ts"
import { commandStepCampaigns, launchStepCampaigns, numberSteps } from "./stepCampaigns.commands.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"

/** The streams of multi-campaigns: `multiCampaign-7`. */
export const multiCampaignStream: Stream<
  MultiCampaignFold,
  MultiCampaignCommand,
  MultiCampaignEvent,
  MultiCampaignRow
> = {
  decider: multiCampaignDecider,
  events: MultiCampaignEvent,
  projection: multiCampaignProjection,
  outside: "hashedId",
  activity: {
    name: rowName(multiCampaignProjection),
    opens: rowOpens(multiCampaignProjection),
    isNumbered: true,
  },
}

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

/** Takes everyone out who is before an end. */
const endJourneys = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  const { sql, ofRun } = yield* runOf(companyId, id)
  yield* Effect.orDie(sql`
    update journeys set state = 'ended', ended_as = 'cancelled', ended_at = ${yield* isoNow}::timestamptz, next_at = null
    where ${ofRun} and ended_at is null`)
})

/** Keeps the campaigns of the steps and the people in step with an event, in the command's transaction. */
const follow = Effect.fnUntraced(function* (
  context: CommandContext,
  id: MultiCampaignId,
  event: MultiCampaignEvent,
  after: MultiCampaignFold,
) {
  const companyId = context.actingCompanyId
  const { sql, ofRun } = yield* runOf(companyId, id)
  const { state, facts } = after
  if (facts === null || event._tag === "MultiCampaignCreated" || event._tag === "MultiCampaignRevised") return
  switch (event._tag) {
    case "MultiCampaignScheduled":
      return yield* openRun(companyId, id, facts, { state, startAt: event.startAt, launchedAt: null })
    case "MultiCampaignLaunched": {
      const launchedAt = yield* isoNow
      yield* openRun(companyId, id, facts, { state, startAt: facts.startAt, launchedAt })
      return yield* launchStepCampaigns(context, id, facts, event.campaigns)
    }
    case "LadderChanged":
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
  }
  yield* Effect.orDie(sql`update multi_campaign_runs set state = ${state} where ${ofRun}`)
})

/** Gives a multi-campaign a command, and keeps what stands next to its events in step. */
export const commandMultiCampaign = (context: CommandContext, id: MultiCampaignId, command: MultiCampaignCommand) =>
  handle(multiCampaignStream, id, command, context, {
    beforeAppend: Effect.fnUntraced(function* (events, before) {
      let fold = before
      for (const event of events) {
        fold = multiCampaignDecider.evolve(fold, event)
        yield* follow(context, id, event, fold)
      }
    }),
  })

const nameTaken = problem("AlreadyExists", "A multi-campaign with this name already exists.", {
  errors: [{ field: "name", message: "A multi-campaign with this name already exists." }],
})
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)
const invalid = (field: string, message: string) => problem("Invalid", message, { errors: [{ field, message }] })

/** Refuses what a ladder refers to and the company does not have, or what may not be launched as it is. */
const refuseProblems = Effect.fnUntraced(function* (
  companyId: CompanyId,
  draft: MultiCampaignDraft | MultiCampaignFacts,
) {
  if (!(yield* hasListId(companyId, draft.listId)))
    return yield* Effect.fail(invalid("listId", "Choose a list of patients."))
  const { sql, read } = yield* Database
  const senders = yield* read(
    companyId,
    sql<{
      senderId: number
      channel: string
    }>`select sender_id as "senderId", channel from senders where company_id = ${companyId}`,
  )
  const templates = yield* readStepTemplates(companyId)
  const problems = ladderProblems(draft, ({ templateId, senderId, channel }) => {
    const hasSender = senders.some((one) => one.senderId === senderId && one.channel === channel)
    return hasSender ? templates.find((one) => one.templateId === templateId && one.channel === channel) : undefined
  }).filter(({ blocks }) => blocks)
  const [first] = problems
  if (first !== undefined)
    return yield* Effect.fail(
      problem("Invalid", first.sentence, {
        errors: problems.map(({ stepId, sentence }) => ({
          field: stepId === null ? "steps" : `steps.${draft.steps.findIndex((step) => step.stepId === stepId)}`,
          message: sentence,
        })),
      }),
    )
})

const foundId = (companyId: CompanyId, hashedId: string) =>
  foundThing<MultiCampaignId>(companyId, multiCampaignProjection, hashedId)

const nextId = Effect.fnUntraced(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select nextval('multi_campaign_ids'::regclass)::int as id`)
  return MultiCampaignId.make(row?.id ?? 0)
})

const ladderOf = (draft: MultiCampaignDraft): Ladder => Struct.pick(draft, Struct.keys(Ladder.fields))

/** The steps whose campaign no longer sends what they say. */
const changedSteps = Effect.fnUntraced(function* (companyId: CompanyId, before: MultiCampaignFold, ladder: Ladder) {
  const templates = yield* readStepTemplates(companyId)
  const { sql } = yield* Database
  const versions = yield* Effect.orDie(sql<{ campaignId: number; version: number }>`
    select campaign_id as "campaignId", template_version as version from campaign_runs
    where company_id = ${companyId} and campaign_id in (
      select campaign_id from ladder_steps where company_id = ${companyId} and is_current)`)
  return ladder.steps.filter((step) => {
    const known = before.facts?.steps.find(({ stepId }) => stepId === step.stepId)
    const carrier = before.campaigns.find(({ stepId }) => stepId === step.stepId)?.campaignId
    const version = versions.find(({ campaignId }) => campaignId === carrier)?.version
    return (
      known?.templateId !== step.templateId ||
      known.senderId !== step.senderId ||
      version !== templates.find(({ templateId }) => templateId === step.templateId)?.version
    )
  })
})

const isUnderway = ({ state }: MultiCampaignFold): boolean => state === "running" || state === "paused"

/** Changes the steps of a running multi-campaign, for those who have not come to them. */
const changeLadder = Effect.fnUntraced(function* (
  context: CommandContext,
  id: MultiCampaignId,
  draft: MultiCampaignDraft,
  before: MultiCampaignFold,
) {
  const companyId = context.actingCompanyId
  yield* refuseProblems(companyId, draft)
  const ladder = ladderOf(draft)
  const campaigns = yield* numberSteps(yield* changedSteps(companyId, before, ladder))
  return yield* commandMultiCampaign(context, id, { _tag: "ChangeLadder", ladder, campaigns })
})

/**
 * Saves a multi-campaign, new or changed; of a running one the ladder alone. Fails with NotFound, with AlreadyExists
 * for a taken name, with Invalid for a list that the company does not have or steps that people stand on, and with
 * StaleVersion. Gives its number.
 */
export const saveMultiCampaign = Effect.fn("saveMultiCampaign")(function* (
  person: Person,
  { hashedId, draft }: SaveMultiCampaign,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { company } = yield* Database
  const known = hashedId === null ? undefined : yield* foundId(companyId, hashedId)
  const id = known ?? (yield* nextId())
  const context = contextOf(person, options)
  const save = Effect.gen(function* () {
    if (!(yield* hasListId(companyId, draft.listId)))
      return yield* Effect.fail(invalid("listId", "Choose a list of patients."))
    const { state } = yield* readState(multiCampaignStream, companyId, id)
    if (isUnderway(state)) return yield* changeLadder(context, id, draft, state)
    const command = { _tag: "SaveMultiCampaign", multiCampaignId: id, facts: draft } as const
    return yield* commandMultiCampaign(context, id, command).pipe(Effect.mapError(asNameTaken))
  })
  yield* company(companyId)(save)
  return id
})

const noList = problem("NotAllowedNow", "This list is still being imported. Wait until the import is done.")

/** Checks a ladder once more and launches it, or has it wait for its start. */
const launch = Effect.fnUntraced(function* (context: CommandContext, id: MultiCampaignId) {
  const companyId = context.actingCompanyId
  const { state } = yield* readState(multiCampaignStream, companyId, id)
  const { facts } = state
  if (facts === null) return yield* commandMultiCampaign(context, id, { _tag: "LaunchMultiCampaign", campaigns: [] })
  yield* refuseProblems(companyId, facts)
  if (yield* isBeingFilled(companyId, facts.listId)) return yield* Effect.fail(noList)
  const { startAt } = facts
  if (state.state === "draft" && startAt !== null) {
    if (yield* hasStartPassed(facts)) return yield* Effect.fail(startPassed)
    return yield* commandMultiCampaign(context, id, { _tag: "ScheduleMultiCampaign", startAt })
  }
  const campaigns = yield* numberSteps(facts.steps)
  return yield* commandMultiCampaign(context, id, { _tag: "LaunchMultiCampaign", campaigns })
})

/** Launches a multi-campaign whose start has come, for the program itself. */
export const startMultiCampaign = Effect.fn("startMultiCampaign")(function* (
  context: CommandContext,
  id: MultiCampaignId,
) {
  const { company } = yield* Database
  return yield* company(context.actingCompanyId)(
    Effect.gen(function* () {
      const { state } = yield* readState(multiCampaignStream, context.actingCompanyId, id)
      const campaigns = yield* numberSteps(state.facts?.steps ?? [])
      return yield* commandMultiCampaign(context, id, { _tag: "StartMultiCampaign", campaigns })
    }),
  )
})

/** Launches, pauses, resumes or cancels; gives its number. Fails with NotAllowedNow as the lifecycle says, with Invalid for a ladder that may not be launched. */
export const changeMultiCampaign = Effect.fn("changeMultiCampaign")(function* (
  person: Person,
  hashedId: string,
  action: MultiCampaignAction,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { company, sql } = yield* Database
  const id = yield* foundId(companyId, hashedId)
  const context = contextOf(person, options)
  const tags = { pause: "PauseMultiCampaign", resume: "ResumeMultiCampaign", cancel: "CancelMultiCampaign" } as const
  const change = action === "launch" ? launch(context, id) : commandMultiCampaign(context, id, { _tag: tags[action] })
  yield* company(companyId)(change)
  // Wakes what takes people on; it is no event.
  yield* Effect.orDie(notifyChanges(sql, [journeysChanged(companyId)]))
  return id
})

/** Deletes a multi-campaign that sends nothing any more. */
export const deleteMultiCampaign = Effect.fn("deleteMultiCampaign")(function* (
  person: Person,
  hashedId: string,
  options: CommandOptions,
) {
  const id = yield* foundId(person.actingCompanyId, hashedId)
  yield* commandMultiCampaign(contextOf(person, options), id, { _tag: "DeleteMultiCampaign" })
})
