import { Clock, Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { creationStatus, type CreateCampaign } from "#schemas/outreach/campaign.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { contextOf } from "#server/handle.ts"
import { commandCampaign, noSender } from "./campaign.commands.ts"
import { campaignProjection } from "./campaign.projection.ts"
import { checkCampaign } from "./checkCampaign.queries.ts"
import { holdsReservation } from "#server/outreach/reservations/reservation.queries.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { Database } from "#server/store/Database.ts"
import { readHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"

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
  return yield* commandCampaign(contextOf(person, { commandId }), campaignId, {
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
