import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import {
  type CampaignType,
  type ChangeState,
  creationStatus,
  type CreateCampaign,
  type RecipientState,
} from "#schemas/outreach/campaign.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { defaultPageSize, reply, type ListQuery } from "#schemas/reply.ts"
import {
  campaignMessage,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  noSender,
  startsLater,
} from "./campaign.commands.ts"
import { mayReserve } from "#server/outreach/reservations/reservation.rule.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import {
  findCampaignId,
  readCampaign,
  readCampaignDetail,
  readCampaigns,
  readRecipients,
  readSenders,
} from "./campaign.queries.ts"
import { checkCampaign } from "./checkCampaign.queries.ts"
import { reserveId, type ReservationKind } from "#server/outreach/reservations/reservation.queries.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import {
  actingCompany,
  commandOptions,
  type CommandHeaders,
  type VersionedHeaders,
} from "#server/http/commandHeaders.ts"
import { idIn, nextOf, pageIn } from "#server/http/paging.ts"
import { storeServices } from "#server/store/storeServices.ts"

type PageQuery = { readonly cursor?: string; readonly pageSize?: number }
type OneQuery = { readonly campaignHashedId: string }

const list = Effect.fn("Campaign.GetCampaigns")(function* (query: ListQuery) {
  const person = yield* CurrentPerson
  const { rows, next } = yield* readCampaigns(person.actingCompanyId, yield* pageIn(query))
  return reply(rows, nextOf(next))
})

const generateId = Effect.fn("Campaign.GenerateId")(function* (kind: ReservationKind) {
  const person = yield* CurrentPerson
  const missing = mayReserve(person, kind)
  if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  return reply({ id: yield* reserveId(person.actingCompanyId, person.userId, kind) })
})

const senders = Effect.fn("Campaign.GetSenders")(function* () {
  const person = yield* CurrentPerson
  return reply(yield* readSenders(person.actingCompanyId))
})

const check = Effect.fn("Campaign.CheckCampaign")(function* (wanted: CreateCampaign) {
  const person = yield* CurrentPerson
  const companyId = yield* actingCompany(person, wanted.companyId)
  if (!(yield* hasListId(companyId, wanted.listId))) return yield* Effect.fail(notFound())
  const known = yield* readSenders(companyId)
  if (!known.some(({ senderId }) => senderId === wanted.senderId)) return yield* Effect.fail(noSender)
  yield* startsLater(wanted)
  const message = yield* campaignMessage(person, wanted)
  const found = yield* checkCampaign({
    companyId,
    campaignId: wanted.campaignId,
    listId: wanted.listId,
    ...message,
    startAt: wanted.startAt,
  })
  yield* recordAudit(person, {
    _tag: "CampaignChecked",
    listId: wanted.listId,
    people: found.samples.length,
  } satisfies OutreachAuditEvent)
  return reply(found)
})

const create = Effect.fn("Campaign.CreateCampaign")(function* (headers: CommandHeaders, wanted: CreateCampaign) {
  const person = yield* CurrentPerson
  yield* actingCompany(person, wanted.companyId)
  const outcome = yield* createCampaign(person, wanted, headers["idempotency-key"])
  if ("message" in outcome) return reply({ status: outcome.status }, { message: outcome.message })
  const { campaignId, campaignHashedId } = outcome
  return reply({ status: creationStatus.created, campaignId, campaignHashedId })
})

const detail = Effect.fn("Campaign.GetCampaignDetail")(function* ({ campaignHashedId }: OneQuery) {
  const { actingCompanyId } = yield* CurrentPerson
  const campaignId = yield* findCampaignId(actingCompanyId, campaignHashedId)
  const found = campaignId === undefined ? undefined : yield* readCampaignDetail(actingCompanyId, campaignId)
  return found === undefined ? yield* Effect.fail(notFound()) : reply(found)
})

const recipients = Effect.fn("Campaign.GetRecipients")(function* (
  query: PageQuery & OneQuery & { readonly state?: RecipientState },
) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const campaignId = (yield* findCampaignId(companyId, query.campaignHashedId)) ?? (yield* Effect.fail(notFound()))
  const page = { after: yield* idIn(query.cursor), pageSize: query.pageSize ?? defaultPageSize, state: query.state }
  const found = yield* readRecipients(companyId, campaignId, page)
  const seen = { campaignId, people: found.recipients.length }
  const asked = [page.after, page.pageSize, page.state]
  yield* recordLook(person, { _tag: "RecipientsViewed", ...seen } satisfies OutreachAuditEvent, asked)
  return reply(found.recipients, nextOf(found.next))
})

const change = Effect.fn("Campaign.ChangeState")(function* (
  headers: VersionedHeaders,
  wanted: typeof ChangeState.Type,
) {
  const person = yield* CurrentPerson
  const { campaignHashedId, action } = wanted
  const campaignId = yield* changeCampaign(person, campaignHashedId, action, yield* commandOptions(headers))
  const campaign = yield* readCampaign(person.actingCompanyId, campaignId)
  return campaign === undefined ? yield* Effect.fail(notFound()) : reply(campaign)
})

const remove = Effect.fn("Campaign.DeleteCampaign")(function* (
  headers: VersionedHeaders,
  query: OneQuery & { readonly campaignType: CampaignType },
) {
  const person = yield* CurrentPerson
  yield* deleteCampaign(person, query.campaignHashedId, query.campaignType, yield* commandOptions(headers))
  return reply({})
})

/** The calls of campaigns, for the acting company. */
export const campaignHandlers = HttpApiBuilder.group(
  Api,
  "Campaign",
  Effect.fn(function* (handlers) {
    const withStore = Effect.provideContext(yield* storeServices)
    return handlers
      .handle("GetCampaigns", ({ query }) => withStore(list(query)))
      .handle("GenerateId", ({ query }) => withStore(generateId(query.type)))
      .handle("GetSenders", () => withStore(senders()))
      .handle("CheckCampaign", ({ payload }) => withStore(check(payload)))
      .handle("CreateCampaign", ({ headers, payload }) => withStore(create(headers, payload)))
      .handle("GetCampaignDetail", ({ query }) => withStore(detail(query)))
      .handle("GetRecipients", ({ query }) => withStore(recipients(query)))
      .handle("ChangeState", ({ headers, payload }) => withStore(change(headers, payload)))
      .handle("DeleteCampaign", ({ headers, query }) => withStore(remove(headers, query)))
  }),
)
