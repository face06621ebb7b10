import { Effect, Struct } from "effect"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import { creationStatus, type CampaignAudience } from "#schemas/outreach/campaign.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { notFound } from "#schemas/problem.ts"
import { reply, type ListQuery } from "#schemas/reply.ts"
import { changeCampaign, deleteCampaign, noSender, rescheduleCampaign, startsLater } from "./campaign.commands.ts"
import { foundCampaignId, readCampaign, readCampaignDetail, readCampaigns, readSenders } from "./campaign.queries.ts"
import type { Chosen } from "#server/outreach/recipients/chosenRecipients.queries.ts"
import { readRecipients } from "#server/outreach/recipients/recipientPages.queries.ts"
import { checkCampaign } from "./checkCampaign.queries.ts"
import { readChecked } from "./checkedPeople.queries.ts"
import { storeCheck } from "./storedCheck.queries.ts"
import { campaignMessage, createCampaign, reviseCampaign } from "./createCampaign.commands.ts"
import { listFailed, listNotBooked } from "./listRecipients.commands.ts"
import { readPace } from "#server/reporting/dashboard/sending.queries.ts"
import { readSender } from "#server/delivery/servedSender.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { actingCompany, commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { nextOf, pageIn, pageReply } from "#server/http/paging.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

type RecipientsRequest = Chosen & { readonly campaignHashedId: string; readonly search?: string }

/** One page of a campaign's people, and the note that someone looked at them. */
const recipientsOf = Effect.fnUntraced(function* (
  wanted: RecipientsRequest,
  query: Omit<ListQuery, "search" | "state">,
) {
  const person = yield* CurrentPerson
  const { actingCompanyId: companyId, country } = person
  const { campaignHashedId, search, state, ...filter } = wanted
  const campaignId = yield* foundCampaignId(companyId, campaignHashedId)
  const { after, pageSize, sort } = yield* pageIn(query)
  const chosen = {
    ...Struct.pick(filter, ["share", "reason", "heldUntil", "zone", "booked"]),
    state,
    search,
    after,
    pageSize,
    sort,
  }
  const found = yield* readRecipients(companyId, campaignId, { ...chosen, country })
  const seen = { campaignId, people: found.recipients.length }
  const { share, reason, heldUntil, zone, booked } = chosen
  const asked = [after, pageSize, sort, state, share, reason, heldUntil, zone, booked, search]
  yield* recordLook(person, { _tag: "RecipientsViewed", ...seen } satisfies OutreachAuditEvent, asked)
  return reply(found.recipients, nextOf(found.next))
})

/** What a dry run judges, and by which version of the template. */
const dryRun = Effect.fnUntraced(function* (person: Person, wanted: CampaignAudience, isBrief: boolean) {
  const companyId = yield* actingCompany(person, wanted.companyId)
  const { campaignId, listId, startAt, senderId } = wanted
  if (!(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
  const sender = yield* readSender(companyId, senderId)
  if (sender === undefined || sender.channel.name !== wanted.campaignType) return yield* Effect.fail(noSender)
  yield* startsLater(wanted)
  const { version, ...message } = yield* campaignMessage(person, wanted, sender.channel)
  return { version, request: { companyId, campaignId, listId, startAt, isBrief, ...message, ...sender } }
})

/** Records a look at the people whom a dry run shows. */
const recordCheck = (person: Person, wanted: CampaignAudience, people: number, page: ReadonlyArray<unknown> = []) => {
  const { campaignId, listId, templateId, senderId, startAt } = wanted
  const asked = [campaignId, templateId, senderId, startAt, ...page]
  return recordLook(person, { _tag: "CampaignChecked", listId, people } satisfies OutreachAuditEvent, asked)
}

/** The dry run of a campaign, recorded as a look at the people it shows. */
const judged = Effect.fnUntraced(function* (wanted: CampaignAudience, isBrief: boolean) {
  const person = yield* CurrentPerson
  const { version, request } = yield* dryRun(person, wanted, isBrief)
  const found = yield* checkCampaign(request)
  yield* recordCheck(person, wanted, found.samples.length)
  return { companyId: request.companyId, version, found }
})

/** The calls of campaigns, for the acting company. */
export const campaignCalls = callsOf("Campaign", {
  GetCampaigns: Effect.fn("Campaign.GetCampaigns")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { purpose } = query
    return pageReply(yield* readCampaigns(person.actingCompanyId, { ...(yield* pageIn(query)), purpose }))
  }),

  GetSenders: Effect.fn("Campaign.GetSenders")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* readSenders(person.actingCompanyId))
  }),

  CheckCampaign: Effect.fn("Campaign.CheckCampaign")(function* ({ payload }) {
    const { companyId, version, found } = yield* judged(payload, false)
    yield* storeCheck(companyId, payload, version, found)
    return reply(found)
  }),

  PreviewCampaign: Effect.fn("Campaign.PreviewCampaign")(function* ({ payload }) {
    return reply((yield* judged(payload, true)).found)
  }),

  GetCheckedPeople: Effect.fn("Campaign.GetCheckedPeople")(function* ({ query, payload }) {
    const person = yield* CurrentPerson
    const { share, ...wanted } = payload
    const { after, pageSize } = yield* pageIn(query)
    const { request } = yield* dryRun(person, wanted, true)
    const page = yield* readChecked(request, { share, after, pageSize })
    yield* recordCheck(person, wanted, page.rows.length, [share, after, pageSize])
    return pageReply(page)
  }),

  CreateCampaign: Effect.fn("Campaign.CreateCampaign")(function* ({ headers, payload: wanted }) {
    const person = yield* CurrentPerson
    yield* actingCompany(person, wanted.companyId)
    const outcome = yield* createCampaign(person, wanted, headers["idempotency-key"])
    if ("message" in outcome) return reply({ status: outcome.status }, { message: outcome.message })
    const { campaignId, campaignHashedId } = outcome
    return reply({ status: creationStatus.created, campaignId, campaignHashedId })
  }),

  ReviseCampaign: Effect.fn("Campaign.ReviseCampaign")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const campaignId = yield* reviseCampaign(person, payload, yield* commandOptions(headers))
    return reply(yield* orNotFound(readCampaign(person.actingCompanyId, campaignId)))
  }),

  RescheduleCampaign: Effect.fn("Campaign.RescheduleCampaign")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const campaignId = yield* rescheduleCampaign(person, payload, yield* commandOptions(headers))
    return reply(yield* orNotFound(readCampaign(person.actingCompanyId, campaignId)))
  }),

  GetCampaignDetail: Effect.fn("Campaign.GetCampaignDetail")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { actingCompanyId, userId } = person
    const campaignId = yield* foundCampaignId(actingCompanyId, query.campaignHashedId)
    const pace = yield* readPace(actingCompanyId, campaignId)
    const detail = yield* orNotFound(readCampaignDetail(actingCompanyId, campaignId, userId, pace))
    if (detail.firstText !== null)
      yield* recordLook(person, { _tag: "RecipientsViewed", campaignId, people: 1 } satisfies OutreachAuditEvent, [
        "text",
      ])
    return reply(detail)
  }),

  GetRecipients: Effect.fn("Campaign.GetRecipients")(function* ({ query }) {
    return yield* recipientsOf(query, query)
  }),

  SearchRecipients: Effect.fn("Campaign.SearchRecipients")(function* ({ query, payload }) {
    return yield* recipientsOf(payload, query)
  }),

  ListFailed: Effect.fn("Campaign.ListFailed")(function* ({ payload: { campaignHashedId } }) {
    const person = yield* CurrentPerson
    const campaignId = yield* foundCampaignId(person.actingCompanyId, campaignHashedId)
    const made = yield* listFailed(person.actingCompanyId, campaignId)
    yield* recordAudit(person, { _tag: "FailedListed", campaignId, ...made } satisfies OutreachAuditEvent)
    return reply(made)
  }),

  ListNotBooked: Effect.fn("Campaign.ListNotBooked")(function* ({ payload: { campaignHashedId } }) {
    const person = yield* CurrentPerson
    const campaignId = yield* foundCampaignId(person.actingCompanyId, campaignHashedId)
    const made = yield* listNotBooked(person.actingCompanyId, campaignId)
    yield* recordAudit(person, { _tag: "NotBookedListed", campaignId, ...made } satisfies OutreachAuditEvent)
    return reply(made)
  }),

  ChangeState: Effect.fn("Campaign.ChangeState")(function* ({ headers, payload: { campaignHashedId, action } }) {
    const person = yield* CurrentPerson
    const campaignId = yield* changeCampaign(person, campaignHashedId, action, yield* commandOptions(headers))
    return reply(yield* orNotFound(readCampaign(person.actingCompanyId, campaignId)))
  }),

  DeleteCampaign: Effect.fn("Campaign.DeleteCampaign")(function* ({ headers, query }) {
    const person = yield* CurrentPerson
    yield* deleteCampaign(person, query.campaignHashedId, query.campaignType, yield* commandOptions(headers))
    return reply({})
  }),
})
