import { Cause, Clock, Effect, Layer } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { creationStatus, type CreateCampaign, type CampaignAction } from "#schemas/outreach/campaign.ts"
import { CampaignEvent } from "#schemas/outreach/events.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { CampaignCommands } from "#server/delivery/CampaignCommands.ts"
import { campaignDecider, type CampaignCommand, type CampaignFold } from "./campaign.decider.ts"
import { campaignProjection, type CampaignRow } from "./campaign.projection.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { foundCampaignId } from "./campaign.queries.ts"
import { checkCampaign } from "./checkCampaign.queries.ts"
import { holdsReservation } from "#server/outreach/reservations/reservation.queries.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import {
  orStaleVersion,
  contextOf,
  handle,
  systemContext,
  type CommandOptions,
  type CommandContext,
} from "#server/handle.ts"
import { rowName } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { keepHashedId, readHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { storeServices } from "#server/store/storeServices.ts"

/** The streams of campaigns: `campaign-7`. */
export const campaignStream: Stream<CampaignFold, CampaignCommand, CampaignEvent, CampaignRow> = {
  decider: campaignDecider,
  events: CampaignEvent,
  projection: campaignProjection,
  outside: "hashedId",
  activity: {
    name: rowName(campaignProjection),
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
        for (const event of events) {
          if (event._tag !== "CampaignCreated") continue
          yield* sql`
          insert into campaign_runs (company_id, campaign_id, sender_id, template_id, template_version, list_id, state, start_at)
          values (${companyId}, ${campaignId}, ${event.senderId}, ${event.templateId}, ${event.templateVersion},
                  ${event.listId}, ${state}, ${event.startAt}::timestamptz)`
          yield* keepHashedId(companyId, campaignProjection, campaignId)
          return
        }
        yield* sql`update campaign_runs set state = ${state} where company_id = ${companyId} and campaign_id = ${campaignId}`
      }),
    )

const starting: ReadonlyArray<CampaignCommand["_tag"]> = ["LaunchCampaign", "StartCampaign", "ResumeCampaign"]
const noContract = problem(
  "NotAllowedNow",
  "The contract of this company does not run, so nothing can be sent. Please contact your administrator.",
)

/** Nothing is sent for a company that is suspended, deleted, or outside its contract (docs/policy.md#companies); its state stays so until the command's end. */
const refuseWithoutContract = Effect.fnUntraced(function* (companyId: CompanyId, { _tag }: CampaignCommand) {
  if (!starting.includes(_tag)) return
  const { sql } = yield* Database
  const [found] = yield* Effect.orDie(
    sql<{ status: string }>`select status from companies where company_id = ${companyId} for share`,
  )
  if (found?.status !== "active") return yield* Effect.fail(noContract)
})

/** What a campaign is refused with whose number is not the company's. */
export const noSender = problem("Invalid", "Choose a number to send from.")

/** A new campaign's number stays until the command's end: a removal then sees the campaign, or was first. */
const holdSender = Effect.fnUntraced(function* (companyId: CompanyId, events: ReadonlyArray<CampaignEvent>) {
  const { sql } = yield* Database
  for (const event of events) {
    if (event._tag !== "CampaignCreated") continue
    const held = yield* Effect.orDie(sql`
      select sender_id from senders where company_id = ${companyId} and sender_id = ${event.senderId} for key share`)
    if (held.length === 0) return yield* Effect.fail(noSender)
  }
})

/** Gives a campaign a command and keeps the engine's rows in step. */
export const commandCampaign = (
  context: CommandContext,
  campaignId: CampaignId,
  command: CampaignCommand,
  expectedVersion?: number,
) =>
  handle(campaignStream, campaignId, command, context, {
    expectedVersion,
    beforeAppend: Effect.fnUntraced(function* (events, before) {
      yield* refuseWithoutContract(context.actingCompanyId, command)
      yield* holdSender(context.actingCompanyId, events)
      yield* keepRun(context.actingCompanyId, campaignId)(events, before)
    }),
  })

/** What CreateCampaign answers: the specification wants the outcome in `data.status` (docs/policy.md#campaigns). */
export type Creation =
  | {
      readonly status: typeof creationStatus.created
      readonly campaignId: CampaignId
      readonly campaignHashedId: string
    }
  | { readonly status: number; readonly message: string }

const refused = (status: number, message: string): Creation => ({ status, message })

/** What the check and the creation of a campaign answer, at its field, to a start that has passed. */
const startPassed = problem("Invalid", "The start time has passed. Choose a later one.", {
  errors: [{ field: "startAt", message: "The start time has passed. Choose a later one." }],
})

const hasStartPassed = ({ startAt }: Pick<CreateCampaign, "startAt">) =>
  Effect.map(Clock.currentTimeMillis, (now) => startAt !== null && Date.parse(startAt) <= now)

/** Fails with Invalid for a start that has passed. */
export const startsLater = (wanted: Pick<CreateCampaign, "startAt">) =>
  Effect.flatMap(hasStartPassed(wanted), (passed) => (passed ? Effect.fail(startPassed) : Effect.void))

/** What a new campaign refers to, or the outcome that says what is missing. Another company's things are absent. */
const lookUpParts = Effect.fnUntraced(function* (person: Person, wanted: CreateCampaign) {
  const companyId = person.actingCompanyId
  const { sql, company } = yield* Database
  if (wanted.campaignType !== "SMS")
    return refused(creationStatus.invalid, "Only SMS campaigns can be created in this version.")
  if (!(yield* holdsReservation(companyId, person.userId, "Campaign", wanted.campaignId))) {
    return refused(creationStatus.invalid, "This campaign number is not reserved for you any more. Start again.")
  }
  const published = yield* readPublishedMessage(companyId, wanted.templateId)
  if (published === undefined) return refused(creationStatus.invalid, "Choose a published template.")
  const [have] = yield* company(companyId)(
    sql<{ list: boolean; filling: boolean; sender: boolean }>`
      select exists (select from patient_lists where company_id = ${companyId} and list_id = ${wanted.listId}) as list,
             exists (select from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", importProjection)}
                       and state = 'running' and (row ->> 'listId')::int = ${wanted.listId}) as filling,
             exists (select from senders where company_id = ${companyId} and sender_id = ${wanted.senderId}) as sender`,
  )
  if (have?.list !== true) return refused(creationStatus.invalid, "Choose a list of patients.")
  // People who join behind the last one planned would silently get nothing.
  if (have.filling)
    return refused(creationStatus.invalid, "This list is still being imported. Wait until the import is done.")
  if (have.sender !== true) return refused(creationStatus.invalid, noSender.message)
  if (yield* hasStartPassed(wanted)) return refused(creationStatus.invalid, startPassed.message)
  return published
})

const asCreation = (failure: Problem): Creation => {
  if (failure.problem === "AlreadyExists")
    return refused(creationStatus.duplicateName, "A campaign with this name already exists.")
  return refused(failure.problem === "Invalid" ? creationStatus.invalid : creationStatus.failed, failure.message)
}

const choosePublished = problem("Invalid", "Choose a published template.", {
  errors: [{ field: "templateId", message: "Choose a published template." }],
})

/** The message a campaign of this template would send; fails with Invalid when the company has published none under this id. */
export const campaignMessage = Effect.fn("campaignMessage")(function* (person: Person, wanted: CreateCampaign) {
  const published = yield* readPublishedMessage(person.actingCompanyId, wanted.templateId)
  return published ?? (yield* Effect.fail(choosePublished))
})

/** Creates a campaign as a draft, bound to the published version of its template. */
export const createCampaign = Effect.fn("createCampaign")(function* (
  person: Person,
  wanted: CreateCampaign,
  commandId?: string,
) {
  const companyId = person.actingCompanyId
  const found = yield* lookUpParts(person, wanted)
  if ("status" in found) return found
  const { companyId: _, ...draft } = wanted
  const { campaignId, listId, startAt } = draft
  const { eligible } = yield* checkCampaign({ companyId, campaignId, listId, ...found, startAt, untilFirst: true })
  if (eligible === 0)
    return refused(creationStatus.noEligible, "No one on this list can get this message. The check says why.")
  return yield* commandCampaign(contextOf(person, commandId), campaignId, {
    _tag: "CreateCampaign",
    campaign: { ...draft, templateVersion: found.version },
  }).pipe(
    Effect.andThen(hashedIdOf(companyId, campaignId)),
    Effect.map((campaignHashedId): Creation => ({ status: creationStatus.created, campaignId, campaignHashedId })),
    Effect.catch((failure) => Effect.succeed(asCreation(failure))),
  )
})

const hashedIdOf = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const found = yield* readHashedId(companyId, campaignProjection, campaignId)
  return found ?? (yield* Effect.die(`Campaign ${campaignId} has no public id`))
})

const commandOf = (action: CampaignAction, now: string): CampaignCommand => {
  switch (action) {
    case "launch":
      return { _tag: "LaunchCampaign", now }
    case "pause":
      return { _tag: "PauseCampaign" }
    case "resume":
      return { _tag: "ResumeCampaign" }
    case "cancel":
      return { _tag: "CancelCampaign" }
  }
}

/** Launches, pauses, resumes or cancels; gives the campaign's number. Fails with NotAllowedNow as the lifecycle says. */
export const changeCampaign = Effect.fn("changeCampaign")(function* (
  person: Person,
  hashedId: string,
  action: CampaignAction,
  options: CommandOptions,
) {
  const campaignId = yield* foundCampaignId(person.actingCompanyId, hashedId)
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* commandCampaign(
    contextOf(person, options.commandId),
    campaignId,
    commandOf(action, now),
    options.expectedVersion,
  )
  return campaignId
})

/** Deletes a campaign; refused while it is scheduled, running or paused (docs/policy.md#campaigns). */
export const deleteCampaign = Effect.fn("deleteCampaign")(function* (
  person: Person,
  hashedId: string,
  campaignType: CreateCampaign["campaignType"],
  options: CommandOptions,
) {
  const campaignId = yield* foundCampaignId(person.actingCompanyId, hashedId)
  if (campaignType !== "SMS") return yield* Effect.fail(notFound())
  yield* commandCampaign(
    contextOf(person, options.commandId),
    campaignId,
    { _tag: "DeleteCampaign" },
    options.expectedVersion,
  )
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
      start: (companyId, campaignId) => sendBySystem(companyId, campaignId, { _tag: "StartCampaign" }),
      complete: (companyId, campaignId) => sendBySystem(companyId, campaignId, { _tag: "CompleteCampaign" }),
    })
  }),
)
