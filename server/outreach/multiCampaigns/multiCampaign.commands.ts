import { Effect, Struct } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { Ladder } from "#schemas/outreach/ladder.ts"
import {
  MultiCampaignEvent,
  MultiCampaignId,
  type MultiCampaignAction,
  type ChooseVariant,
  type MultiCampaignDraft,
  type SaveMultiCampaign,
} from "#schemas/outreach/multiCampaign.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { contextOf, handle, readState, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { hasStartPassed, startPassed } from "#server/outreach/campaigns/campaign.commands.ts"
import { readConfirmation } from "#server/outreach/campaigns/confirmation.queries.ts"
import { journeysChanged } from "#server/delivery/journeyNews.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { readList } from "#server/people/lists/list.queries.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { invalidAt, refuseProblems } from "./checkLadder.queries.ts"
import {
  multiCampaignDecider,
  refusedIn,
  type MultiCampaignCommand,
  type MultiCampaignFold,
} from "./multiCampaign.decider.ts"
import { multiCampaignProjection, type MultiCampaignRow } from "./multiCampaign.projection.ts"
import { followEvent } from "./multiCampaignRun.commands.ts"
import { numberSteps } from "./stepCampaigns.commands.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"
import { readVariantNumbers } from "./variants.queries.ts"

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

/** Gives a multi-campaign a command, and keeps what stands next to its events in step. */
export const commandMultiCampaign = (context: CommandContext, id: MultiCampaignId, command: MultiCampaignCommand) =>
  handle(multiCampaignStream, id, command, context, {
    beforeAppend: Effect.fnUntraced(function* (events, before) {
      let fold = before
      for (const event of events) {
        fold = multiCampaignDecider.evolve(fold, event)
        yield* followEvent(context, id, event, fold)
      }
    }),
  })

const nameTaken = problem("AlreadyExists", "A multi-campaign with this name already exists.", {
  errors: [{ field: "name", message: "A multi-campaign with this name already exists." }],
})
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)

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
    // What is compared stays as it was launched.
    if (known?.test !== undefined) return false
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
  const tested = before.facts?.steps.filter(({ test }) => test !== undefined) ?? []
  yield* refuseProblems(
    companyId,
    draft,
    tested.map(({ stepId }) => stepId),
  )
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
      return yield* Effect.fail(invalidAt("listId", "Choose a list of patients."))
    const { state } = yield* readState(multiCampaignStream, companyId, id)
    if (isUnderway(state)) return yield* changeLadder(context, id, draft, state)
    const command = { _tag: "SaveMultiCampaign", multiCampaignId: id, facts: draft } as const
    return yield* commandMultiCampaign(context, id, command).pipe(Effect.mapError(asNameTaken))
  })
  yield* company(companyId)(save)
  return id
})

const noList = problem("NotAllowedNow", "This list is still being imported. Wait until the import is done.")

const ownConfirmation = problem(
  "NotAllowedNow",
  "You submitted this multi-campaign, so someone else must confirm it. You can return it to draft.",
)

/** Checks a ladder once more and launches it, or has it wait for a second person or its start. */
const launch = Effect.fnUntraced(function* (
  context: CommandContext,
  id: MultiCampaignId,
  { by, confirms }: { readonly by: UserId; readonly confirms: boolean },
) {
  const companyId = context.actingCompanyId
  const { state } = yield* readState(multiCampaignStream, companyId, id)
  const { facts } = state
  if (facts === null) return yield* commandMultiCampaign(context, id, { _tag: "LaunchMultiCampaign", campaigns: [] })
  yield* refuseProblems(companyId, facts)
  if ((yield* readList(companyId, facts.listId))?.isBeingImported === true) return yield* Effect.fail(noList)
  // A launch never confirms: who pressed it may not have seen that someone else submitted.
  if (confirms !== (state.state === "unconfirmed")) return yield* Effect.fail(refusedIn(state.state))
  const { people, isNeeded } = yield* readConfirmation(companyId, facts.listId)
  if (isNeeded && state.submittedBy === by) return yield* Effect.fail(ownConfirmation)
  const { startAt } = facts
  const isToStart = state.state === "draft" || state.state === "unconfirmed"
  if (isToStart && (yield* hasStartPassed(facts))) return yield* Effect.fail(startPassed)
  if (state.state === "draft" && isNeeded)
    return yield* commandMultiCampaign(context, id, { _tag: "SubmitMultiCampaign", people, by })
  if (isToStart && startAt !== null)
    return yield* commandMultiCampaign(context, id, { _tag: "ScheduleMultiCampaign", startAt })
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

const plainCommands = {
  return: "ReturnMultiCampaign",
  pause: "PauseMultiCampaign",
  resume: "ResumeMultiCampaign",
  cancel: "CancelMultiCampaign",
} as const

/**
 * Launches or submits, confirms, returns to draft, pauses, resumes or cancels; gives its number. Fails with NotAllowedNow as the
 * lifecycle says and for who would confirm what they submitted, with Invalid for a ladder that may not be launched.
 */
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
  const change =
    action === "launch" || action === "confirm"
      ? launch(context, id, { by: person.userId, confirms: action === "confirm" })
      : commandMultiCampaign(context, id, { _tag: plainCommands[action] })
  yield* company(companyId)(change)
  // Wakes what takes people on; it is no event.
  yield* Effect.orDie(notifyChanges(sql, [journeysChanged(companyId)]))
  return id
})

/**
 * Gives one text of a test to everyone else, before it is judged. Fails with NotFound, with Invalid for a text that the
 * step does not test, and with NotAllowedNow once that is decided.
 */
export const chooseVariant = Effect.fn("chooseVariant")(function* (
  person: Person,
  { hashedId, stepId, variant }: typeof ChooseVariant.Type,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { company, sql } = yield* Database
  const id = yield* foundId(companyId, hashedId)
  const choose = Effect.gen(function* () {
    const { state } = yield* readState(multiCampaignStream, companyId, id)
    const test = state.facts?.steps.find((one) => one.stepId === stepId)?.test
    const variants = test === undefined ? [] : yield* readVariantNumbers(sql, companyId, id, stepId, test)
    yield* commandMultiCampaign(contextOf(person, options), id, { _tag: "ChooseVariant", stepId, variant, variants })
  })
  yield* company(companyId)(choose)
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
