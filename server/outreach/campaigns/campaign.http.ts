import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { changeCampaign, deleteCampaign, noSender } from "./campaign.commands.ts"
import {
  foundCampaignId,
  readCampaign,
  readCampaignDetail,
  readCampaigns,
  readRecipients,
  readSenders,
} from "./campaign.queries.ts"
import { checkCampaign } from "./checkCampaign.queries.ts"
import { campaignMessage, createCampaign, startsLater } from "./createCampaign.commands.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { actingCompany, commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { nextOf, pageIn, pageReply } from "#server/http/paging.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** The calls of campaigns, for the acting company. */
export const campaignCalls = callsOf("Campaign", {
  GetCampaigns: Effect.fn("Campaign.GetCampaigns")(function* ({ query }) {
    const person = yield* CurrentPerson
    return pageReply(yield* readCampaigns(person.actingCompanyId, yield* pageIn(query)))
  }),

  GetSenders: Effect.fn("Campaign.GetSenders")(function* () {
    const person = yield* CurrentPerson
    return reply(yield* readSenders(person.actingCompanyId))
  }),

  CheckCampaign: Effect.fn("Campaign.CheckCampaign")(function* ({ payload: wanted }) {
    const person = yield* CurrentPerson
    const companyId = yield* actingCompany(person, wanted.companyId)
    const { campaignId, listId, startAt } = wanted
    if (!(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
    const known = yield* readSenders(companyId)
    if (!known.some(({ senderId }) => senderId === wanted.senderId)) return yield* Effect.fail(noSender)
    yield* startsLater(wanted)
    const message = yield* campaignMessage(person, wanted)
    const found = yield* checkCampaign({ companyId, campaignId, listId, ...message, startAt })
    const people = found.samples.length
    yield* recordAudit(person, { _tag: "CampaignChecked", listId, people } satisfies OutreachAuditEvent)
    return reply(found)
  }),

  CreateCampaign: Effect.fn("Campaign.CreateCampaign")(function* ({ headers, payload: wanted }) {
    const person = yield* CurrentPerson
    yield* actingCompany(person, wanted.companyId)
    const outcome = yield* createCampaign(person, wanted, headers["idempotency-key"])
    if ("message" in outcome) return reply({ status: outcome.status }, { message: outcome.message })
    const { campaignId, campaignHashedId } = outcome
    return reply({ status: creationStatus.created, campaignId, campaignHashedId })
  }),

  GetCampaignDetail: Effect.fn("Campaign.GetCampaignDetail")(function* ({ query }) {
    const { actingCompanyId } = yield* CurrentPerson
    const campaignId = yield* foundCampaignId(actingCompanyId, query.campaignHashedId)
    return reply(yield* orNotFound(readCampaignDetail(actingCompanyId, campaignId)))
  }),

  GetRecipients: Effect.fn("Campaign.GetRecipients")(function* ({ query }) {
    const person = yield* CurrentPerson
    const companyId = person.actingCompanyId
    const campaignId = yield* foundCampaignId(companyId, query.campaignHashedId)
    const page = { ...(yield* pageIn(query)), state: query.state, share: query.share }
    const found = yield* readRecipients(companyId, campaignId, page)
    const seen = { campaignId, people: found.recipients.length }
    const asked = [page.after, page.pageSize, page.state, page.share]
    yield* recordLook(person, { _tag: "RecipientsViewed", ...seen } satisfies OutreachAuditEvent, asked)
    return reply(found.recipients, nextOf(found.next))
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
