import { Cause, Clock, Effect, Layer } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { isOngoing } from "#schemas/outreach/campaign.ts"
import type { CampaignAction, CreateCampaign, RescheduleCampaign } from "#schemas/outreach/campaign.ts"
import { CampaignEvent } from "#schemas/outreach/events.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { CampaignCommands } from "#server/delivery/CampaignCommands.ts"
import { campaignDecider, type CampaignCommand, type CampaignFold, type Confirmation } from "./campaign.decider.ts"
import { campaignProjection, type CampaignRow } from "./campaign.projection.ts"
import { foundCampaignId, readCampaign } from "./campaign.queries.ts"
import { readConfirmation } from "./confirmation.queries.ts"
import { noContract } from "./noContract.rule.ts"
import { Database } from "#server/store/Database.ts"
import {
  orStaleVersion,
  contextOf,
  handle,
  systemContext,
  type CommandOptions,
  type CommandContext,
} from "#server/handle.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import { storeServices } from "#server/store/storeServices.ts"
import type { Stream } from "#server/store/stream.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** The streams of campaigns: `campaign-7`. */
export const campaignStream: Stream<CampaignFold, CampaignCommand, CampaignEvent, CampaignRow> = {
  decider: campaignDecider,
  events: CampaignEvent,
  projection: campaignProjection,
  outside: "hashedId",
  activity: {
    name: rowName(campaignProjection),
    opens: rowOpens(campaignProjection),
    isNumbered: true,
  },
}

/** Keeps what the sending engine reads in step, in the command's transaction. */
const keepRun =
  (companyId: CompanyId, campaignId: CampaignId) => (events: ReadonlyArray<CampaignEvent>, before: CampaignFold) =>
    orStaleVersion(
      Effect.gen(function* () {
        const { sql } = yield* Database
        const { state } = events.reduce(campaignDecider.evolve, before)
        const ofRun = sql`company_id = ${companyId} and campaign_id = ${campaignId}`
        for (const event of events) {
          if (event._tag === "CampaignRevised")
            yield* sql`
              update campaign_runs set sender_id = ${event.senderId}, template_id = ${event.templateId},
                template_version = ${event.templateVersion}, list_id = ${event.listId}, start_at = ${event.startAt}::timestamptz
              where ${ofRun}`
          if (event._tag === "CampaignRescheduled")
            yield* sql`update campaign_runs set start_at = ${event.startAt}::timestamptz where ${ofRun}`
          if (event._tag !== "CampaignCreated") continue
          yield* sql`
          insert into campaign_runs (company_id, campaign_id, sender_id, template_id, template_version, list_id, state, start_at, planned)
          values (${companyId}, ${campaignId}, ${event.senderId}, ${event.templateId}, ${event.templateVersion},
                  ${event.listId}, ${state}, ${event.startAt}::timestamptz, ${isOngoing(event)})`
          return
        }
        yield* sql`update campaign_runs set state = ${state} where ${ofRun}`
      }),
    )

const starting: ReadonlyArray<CampaignCommand["_tag"]> = ["LaunchCampaign", "StartCampaign", "ResumeCampaign"]

/** Nothing is sent for a company that is suspended, deleted, or outside its contract (docs/policy.md#companies); its state stays so until the command's end. */
const refuseWithoutContract = Effect.fnUntraced(function* (companyId: CompanyId, { _tag }: CampaignCommand) {
  if (!starting.includes(_tag)) return
  const { sql } = yield* Database
  const [found] = yield* Effect.orDie(
    sql<{ status: string }>`select status from companies where company_id = ${companyId} for share`,
  )
  if (found?.status !== "active") return yield* Effect.fail(noContract)
})

/** What a start that has passed is answered with, at its field. */
export const startPassed = problem("Invalid", "The start time has passed. Choose a later one.", {
  errors: [{ field: "startAt", message: "The start time has passed. Choose a later one." }],
})

/** Whether a start has passed; at once never has. */
export const hasStartPassed = ({ startAt }: Pick<CreateCampaign, "startAt">) =>
  Effect.map(Clock.currentTimeMillis, (now) => startAt !== null && Date.parse(startAt) <= now)

/** Fails with Invalid for a start that has passed. */
export const startsLater = (wanted: Pick<CreateCampaign, "startAt">) =>
  Effect.flatMap(hasStartPassed(wanted), (passed) => (passed ? Effect.fail(startPassed) : Effect.void))

/** What a campaign is refused with whose number is not the company's. */
export const noSender = problem("Invalid", "Choose a number to send from.")

/**
 * The number a campaign gets stays until the command's end, and so does what it is for: a removal or another channel
 * then sees the campaign, or was first.
 */
const holdSender = Effect.fnUntraced(function* (
  companyId: CompanyId,
  campaignId: CampaignId,
  events: ReadonlyArray<CampaignEvent>,
) {
  const { sql } = yield* Database
  for (const event of events) {
    if (event._tag !== "CampaignCreated" && event._tag !== "CampaignRevised") continue
    const channel =
      event._tag === "CampaignCreated"
        ? sql`${event.campaignType}`
        : sql`(select s.channel from campaign_runs r join senders s on s.company_id = r.company_id and s.sender_id = r.sender_id
               where r.company_id = ${companyId} and r.campaign_id = ${campaignId})`
    const held = yield* Effect.orDie(sql`
      select sender_id from senders
      where company_id = ${companyId} and sender_id = ${event.senderId} and channel = ${channel} for key share`)
    if (held.length === 0) return yield* Effect.fail(noSender)
  }
})

/** Gives a campaign a command and keeps the engine's rows in step. */
export const commandCampaign = (context: CommandContext, campaignId: CampaignId, command: CampaignCommand) =>
  handle(campaignStream, campaignId, command, context, {
    beforeAppend: Effect.fnUntraced(function* (events, before) {
      yield* refuseWithoutContract(context.actingCompanyId, command)
      yield* holdSender(context.actingCompanyId, campaignId, events)
      yield* keepRun(context.actingCompanyId, campaignId)(events, before)
    }),
  })

/** Who launches it, and whether its list is too long for one person alone. */
const confirmationOf = Effect.fnUntraced(function* (
  { userId, actingCompanyId }: Person,
  campaignId: CampaignId,
  confirms: boolean,
) {
  const { listId, ...campaign } = yield* orNotFound(readCampaign(actingCompanyId, campaignId))
  // It may have waited longer than until its start.
  if (confirms) yield* startsLater(campaign)
  const counted = listId === null ? { people: 0, isNeeded: false } : yield* readConfirmation(actingCompanyId, listId)
  return { by: userId, confirms, listId, ...counted } satisfies Confirmation
})

const commandOf = Effect.fnUntraced(function* (person: Person, campaignId: CampaignId, action: CampaignAction) {
  if (action !== "launch" && action !== "confirm") return plainCommands[action]
  const confirmation = yield* confirmationOf(person, campaignId, action === "confirm")
  return { _tag: "LaunchCampaign", now: yield* isoNow, confirmation } satisfies CampaignCommand
})

const plainCommands = {
  return: { _tag: "ReturnCampaign" },
  pause: { _tag: "PauseCampaign" },
  resume: { _tag: "ResumeCampaign" },
  cancel: { _tag: "CancelCampaign" },
} as const satisfies Record<Exclude<CampaignAction, "launch" | "confirm">, CampaignCommand>

const carriesStep = problem(
  "NotAllowedNow",
  "This campaign carries a step of a multi-campaign. Pause, resume or cancel the multi-campaign instead.",
)

/** The campaign of a step goes with its multi-campaign. */
const refuseStep = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, read } = yield* Database
  const steps = yield* read(
    companyId,
    sql<object>`select 1 from ladder_steps where company_id = ${companyId} and campaign_id = ${campaignId}`,
  )
  if (steps.length > 0) return yield* Effect.fail(carriesStep)
})

/**
 * Launches or submits, confirms, returns to draft, pauses, resumes or cancels; gives the campaign's number. Fails with
 * NotAllowedNow as the lifecycle says, and for who would confirm what they submitted; with Invalid where the start passed while it waited.
 */
export const changeCampaign = Effect.fn("changeCampaign")(function* (
  person: Person,
  hashedId: string,
  action: CampaignAction,
  options: CommandOptions,
) {
  const campaignId = yield* foundCampaignId(person.actingCompanyId, hashedId)
  yield* refuseStep(person.actingCompanyId, campaignId)
  const command = yield* commandOf(person, campaignId, action)
  yield* commandCampaign(contextOf(person, options), campaignId, command)
  return campaignId
})

/** Lets a scheduled campaign begin at another time to come; gives its number. Fails with Invalid for one that has passed, and with NotAllowedNow once it has begun. */
export const rescheduleCampaign = Effect.fn("rescheduleCampaign")(function* (
  person: Person,
  { campaignHashedId, startAt }: RescheduleCampaign,
  options: CommandOptions,
) {
  const campaignId = yield* foundCampaignId(person.actingCompanyId, campaignHashedId)
  yield* startsLater({ startAt })
  yield* commandCampaign(contextOf(person, options), campaignId, { _tag: "RescheduleCampaign", startAt })
  return campaignId
})

/** Deletes a campaign; refused while it is scheduled, running or paused (docs/policy.md#campaigns). */
export const deleteCampaign = Effect.fn("deleteCampaign")(function* (
  person: Person,
  hashedId: string,
  campaignType: CreateCampaign["campaignType"],
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const campaignId = yield* foundCampaignId(companyId, hashedId)
  const campaign = yield* orNotFound(readCampaign(companyId, campaignId))
  if (campaign.campaignType !== campaignType) return yield* Effect.fail(notFound())
  yield* refuseStep(companyId, campaignId)
  yield* commandCampaign(contextOf(person, options), campaignId, { _tag: "DeleteCampaign" })
})

/** Gives the sending engine the command path. */
export const campaignCommandsLayer = Layer.effect(
  CampaignCommands,
  Effect.gen(function* () {
    const services = yield* storeServices
    const sendBySystem = (companyId: CompanyId, campaignId: CampaignId, command: CampaignCommand) =>
      commandCampaign(systemContext(companyId, `campaign-${campaignId}-${command._tag}`), campaignId, command).pipe(
        // A refusal means that someone was first; one campaign's trouble must not stop the engine for all.
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Cause.hasDies(cause)
              ? Effect.logError(`Campaign ${campaignId} could not be moved on`, cause)
              : Effect.void,
        ),
        Effect.provideContext(services),
      )
    return CampaignCommands.of({
      start: (companyId, campaignId) =>
        Effect.flatMap(isoNow, (now) => sendBySystem(companyId, campaignId, { _tag: "StartCampaign", now })),
      complete: (companyId, campaignId) => sendBySystem(companyId, campaignId, { _tag: "CompleteCampaign" }),
    })
  }),
)
