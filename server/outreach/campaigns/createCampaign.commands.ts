import { Effect, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import {
  creationStatus,
  type CampaignDraft,
  type CampaignFacts,
  type CreateCampaign,
  type ReviseCampaign,
} from "#schemas/outreach/campaign.ts"
import { appointmentVariables } from "#schemas/outreach/variables.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { contextOf, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { commandCampaign, hasStartPassed, noSender, startPassed } from "./campaign.commands.ts"
import { foundCampaignId, readCampaign } from "./campaign.queries.ts"
import { campaignProjection } from "./campaign.projection.ts"
import { checkCampaign, type CheckRequest } from "./checkCampaign.queries.ts"
import type { Channel } from "#server/delivery/channels/channel.ts"
import { findChannel } from "#server/delivery/channels/channels.ts"
import { readSender } from "#server/delivery/servedSender.ts"
import { holdsReservation } from "#server/outreach/reservations/reservation.queries.ts"
import { columnNames } from "#server/outreach/recipients/audience.queries.ts"
import { readMessage, type VersionContent } from "#server/outreach/templates/message.rule.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { readList } from "#server/people/lists/list.queries.ts"
import { Database } from "#server/store/Database.ts"
import { readHashedId } from "#server/store/hashedIds.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** What CreateCampaign answers: the specification wants the outcome in `data.status` (docs/policy.md#campaigns). */
export type Creation =
  | {
      readonly status: typeof creationStatus.created
      readonly campaignId: CampaignId
      readonly campaignHashedId: string
    }
  | { readonly status: number; readonly message: string; readonly field?: keyof CampaignDraft }

const refused = (status: number, message: string): Creation => ({ status, message })

/** What is missing, and the field it is missing at. */
const missing = (field: keyof CampaignDraft, message: string) => ({ field, message })

/** Why a message cannot go to a list: it writes what only texts about appointments have, and no column of the list does. */
const onlyOfAppointments = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { listId }: CampaignDraft,
  { text, parameters }: Pick<CheckRequest, "text" | "parameters">,
) {
  const { sql, company } = yield* Database
  const read = readMessage(text, parameters)
  const named = Result.isSuccess(read) ? read.success.variables.filter((one) => one in appointmentVariables) : []
  if (named.length === 0) return undefined
  const columns = yield* company(companyId)(columnNames(sql, companyId, listId))
  const first = named.find((one) => !columns.includes(one))
  return first === undefined
    ? undefined
    : `Only texts about appointments have {{ ${first} }}. Choose another template, or a list with a column of this name.`
})

/** What a campaign refers to, or what is missing. Another company's things are absent. */
const lookUpParts = Effect.fnUntraced(function* (
  companyId: CompanyId,
  wanted: CampaignDraft,
  campaignType: CreateCampaign["campaignType"],
) {
  const channel = findChannel(campaignType)
  if (channel === undefined) return missing("templateId", "Choose a published template.")
  const published = yield* readPublishedMessage(companyId, wanted.templateId, channel.name)
  if (published === undefined) return missing("templateId", "Choose a published template.")
  const list = yield* readList(companyId, wanted.listId)
  if (list === undefined) return missing("listId", "Choose a list of patients.")
  const only = yield* onlyOfAppointments(companyId, wanted, published)
  if (only !== undefined) return missing("templateId", only)
  // People who join behind the last one planned would silently get nothing.
  if (list.isBeingImported)
    return missing("listId", "This list is still being imported. Wait until the import is done.")
  const sender = yield* readSender(companyId, wanted.senderId)
  if (sender?.channel !== channel) return missing("senderId", noSender.message)
  if (yield* hasStartPassed(wanted)) return missing("startAt", startPassed.message)
  return { ...published, channel }
})

const noOne = "No one on this list can get this message. The check says why."

const asCreation = (failure: Problem): Creation => {
  if (failure.problem === "AlreadyExists")
    return refused(creationStatus.duplicateName, "A campaign with this name already exists.")
  return refused(failure.problem === "Invalid" ? creationStatus.invalid : creationStatus.failed, failure.message)
}

const choosePublished = problem("Invalid", "Choose a published template.", {
  errors: [{ field: "templateId", message: "Choose a published template." }],
})

/** The message a campaign of this template would send; fails with Invalid when the company has published none under this id. */
export const campaignMessage = Effect.fn("campaignMessage")(function* (
  person: Person,
  wanted: Pick<CampaignDraft, "templateId">,
  channel: Channel,
) {
  const published = yield* readPublishedMessage(person.actingCompanyId, wanted.templateId, channel.name)
  return published ?? (yield* Effect.fail(choosePublished))
})

/** Creates a campaign as a draft, bound to the published version of its template. */
export const createCampaign = Effect.fn("createCampaign")(function* (
  person: Person,
  wanted: CreateCampaign,
  commandId?: string,
) {
  const companyId = person.actingCompanyId
  const { companyId: _, ...draft } = wanted
  const campaignType = findChannel(wanted.campaignType)?.name
  if (campaignType === undefined)
    return refused(creationStatus.invalid, "A campaign sends texts or makes calls. Choose SMS or IVR.")
  if (!(yield* holdsReservation(companyId, person.userId, "Campaign", draft.campaignId))) {
    return refused(creationStatus.invalid, "This campaign number is not reserved for you any more. Start again.")
  }
  return yield* storeCampaign(contextOf(person, { commandId }), { ...draft, campaignType })
})

/** Stores a campaign under its number, which no other has, as a draft: for a person's call and for an outreach run. */
export const storeCampaign = Effect.fn("storeCampaign")(function* (
  context: CommandContext,
  draft: Omit<CreateCampaign, "companyId"> & Pick<CampaignFacts, "campaignType">,
) {
  const companyId = context.actingCompanyId
  const { campaignId } = draft
  const found = yield* lookUpParts(companyId, draft, draft.campaignType)
  if ("field" in found) return { status: creationStatus.invalid, ...found }
  if (!(yield* reachesSomeone(companyId, campaignId, draft, found))) return refused(creationStatus.noEligible, noOne)
  return yield* commandCampaign(context, campaignId, {
    _tag: "CreateCampaign",
    campaign: { ...draft, templateVersion: found.version },
  }).pipe(
    Effect.andThen(hashedIdOf(companyId, campaignId)),
    Effect.map((campaignHashedId): Creation => ({ status: creationStatus.created, campaignId, campaignHashedId })),
    Effect.catch((failure) => Effect.succeed(asCreation(failure))),
  )
})

const reachesSomeone = (
  companyId: CompanyId,
  campaignId: CampaignId,
  { listId, startAt }: CampaignDraft,
  message: Pick<CheckRequest, "channel" | keyof VersionContent>,
) =>
  Effect.map(
    checkCampaign({ ...message, companyId, campaignId, listId, startAt, untilFirst: true }),
    ({ eligible }) => eligible > 0,
  )

/**
 * Changes a draft and binds it to the published version of its template; gives its number. What is missing is
 * Invalid at its field, and a campaign that is no draft any more is NotAllowedNow.
 */
export const reviseCampaign = Effect.fn("reviseCampaign")(function* (
  person: Person,
  { campaignHashedId, ...draft }: ReviseCampaign,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const campaignId = yield* foundCampaignId(companyId, campaignHashedId)
  const { campaignType } = yield* orNotFound(readCampaign(companyId, campaignId))
  const found = yield* lookUpParts(companyId, draft, campaignType)
  if ("field" in found) return yield* Effect.fail(problem("Invalid", found.message, { errors: [found] }))
  if (!(yield* reachesSomeone(companyId, campaignId, draft, found)))
    return yield* Effect.fail(problem("NotAllowedNow", noOne))
  yield* commandCampaign(contextOf(person, options), campaignId, {
    _tag: "ReviseCampaign",
    settled: { ...draft, templateVersion: found.version },
  })
  return campaignId
})

const hashedIdOf = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const found = yield* readHashedId(companyId, campaignProjection, campaignId)
  return found ?? (yield* Effect.die(`Campaign ${campaignId} has no public id`))
})
