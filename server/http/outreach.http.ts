import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessIds } from "#schemas/access.ts"
import { Api, CurrentPerson, type Person } from "#schemas/api.ts"
import { creationStatus, type CreateCampaign } from "#schemas/outreach/campaign.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import type { PreviewRequest } from "#schemas/outreach/template.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { campaignText, changeCampaign, createCampaign, deleteCampaign } from "#server/campaigns.ts"
import {
  findCampaignId,
  readCampaign,
  readCampaignDetail,
  readCampaigns,
  readRecipients,
  readSenders,
} from "#server/outreach/campaigns.ts"
import { checkCampaign } from "#server/outreach/checkCampaign.ts"
import { mayReserve } from "#server/domain/outreach/reserving.ts"
import { previewMessage } from "#server/outreach/previewMessage.ts"
import { reserveId } from "#server/outreach/reservations.ts"
import { readTemplates } from "#server/outreach/templates.ts"
import { hasListId } from "#server/outreach/audience.ts"
import { deleteTemplate, judgeText, publishTemplate, saveTemplate, type Asked } from "#server/templates.ts"
import { recordAudit } from "./audit.ts"

type CommandHeaders = { readonly "idempotency-key"?: string; readonly "if-match"?: string }

/** What a command's headers ask for; a version is written plain or as an entity tag. */
const askedIn = (headers: CommandHeaders): Effect.Effect<Asked, Problem> => {
  const tag = headers["if-match"]
  const commandId = headers["idempotency-key"]
  if (tag === undefined) return Effect.succeed({ commandId })
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(tag)?.[1]
  return version === undefined
    ? Effect.fail(problem("BadRequest", "If-Match must be a version number."))
    : Effect.succeed({ commandId, expectedVersion: Number(version) })
}

/** A cursor of these lists is an id: it travels in an address and tells nothing about anybody. */
const idOf = (cursor: string | undefined): Effect.Effect<number | undefined, Problem> => {
  if (cursor === undefined) return Effect.succeed(undefined)
  return /^\d{1,9}$/.test(cursor)
    ? Effect.succeed(Number(cursor))
    : Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
}

const nextOf = (id: number | undefined) => (id === undefined ? {} : { next: String(id) })

/** A company named in a body is an object reference: anything but the acting company is absent (architecture §6). */
const actingCompany = (person: Person, companyId: number): Effect.Effect<number, Problem> =>
  companyId === person.actingCompanyId ? Effect.succeed(companyId) : Effect.fail(notFound())

const seesEveryCompany = (person: Person): boolean =>
  person.userType === 1 && person.accessIds.includes(accessIds.SuperAdminGlobal)

type ListQuery = { readonly cursor?: string; readonly pageSize?: number; readonly search?: string }

const templatePage = Effect.fnUntraced(function* (
  companyId: number,
  { cursor, search, pageSize = defaultPageSize }: ListQuery,
) {
  const { templates, next } = yield* readTemplates(companyId, { before: yield* idOf(cursor), pageSize, search })
  return reply(templates, nextOf(next))
})

const preview = Effect.fn("Template.PreviewMessage")(function* ({ text, listId }: PreviewRequest) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  if (listId !== undefined && !(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
  const judged = yield* judgeText(companyId, text, listId)
  const shown = yield* previewMessage({ companyId, text, listId, ...judged })
  if (shown.samples.length > 0) {
    yield* recordAudit(person, { _tag: "MessagePreviewed", people: shown.samples.length } satisfies OutreachAuditEvent)
  }
  return reply(shown)
})

/** The calls of templates, for the acting company. */
export const templateHandlers = HttpApiBuilder.group(Api, "Template", (handlers) =>
  handlers
    .handle("GetTemplatesByCompany", ({ query }) =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        const other = query.companyId !== person.actingCompanyId
        if (other && !seesEveryCompany(person)) return yield* Effect.fail(notFound())
        return yield* templatePage(query.companyId, query)
      }),
    )
    .handle("GetTemplates", ({ query }) =>
      Effect.flatMap(CurrentPerson, (person) => templatePage(person.actingCompanyId, query)),
    )
    .handle("CreateTemplateByCompanyId", ({ headers, payload }) =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        yield* actingCompany(person, payload.companyId)
        return reply(yield* saveTemplate(person, payload, yield* askedIn(headers)))
      }),
    )
    .handle("PreviewMessage", ({ payload }) => preview(payload))
    .handle("PublishTemplate", ({ headers, query }) =>
      Effect.gen(function* () {
        yield* publishTemplate(yield* CurrentPerson, query.templateId, yield* askedIn(headers))
        return reply({})
      }),
    )
    .handle("DeleteTemplate", ({ headers, query }) =>
      Effect.gen(function* () {
        yield* deleteTemplate(yield* CurrentPerson, query.templateId, yield* askedIn(headers))
        return reply({})
      }),
    ),
)

const check = Effect.fn("Campaign.CheckCampaign")(function* (wanted: CreateCampaign) {
  const person = yield* CurrentPerson
  const companyId = yield* actingCompany(person, wanted.companyId)
  if (!(yield* hasListId(companyId, wanted.listId))) return yield* Effect.fail(notFound())
  const text = yield* campaignText(person, wanted)
  const found = yield* checkCampaign({ companyId, listId: wanted.listId, text, startAt: wanted.startAt })
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
  const outcome = yield* createCampaign(person, wanted, yield* askedIn(headers))
  if ("message" in outcome) return reply({ status: outcome.status }, { message: outcome.message })
  const { campaignId, campaignHashedId } = outcome
  return reply({ status: creationStatus.created, campaignId, campaignHashedId })
})

const recipients = Effect.fn("Campaign.GetRecipients")(function* (
  query: ListQuery & {
    readonly campaignHashedId: string
    readonly state?: Parameters<typeof readRecipients>[2]["state"]
  },
) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const campaignId = (yield* findCampaignId(companyId, query.campaignHashedId)) ?? (yield* Effect.fail(notFound()))
  const page = { after: yield* idOf(query.cursor), pageSize: query.pageSize ?? defaultPageSize, state: query.state }
  const found = yield* readRecipients(companyId, campaignId, page)
  yield* recordAudit(person, {
    _tag: "RecipientsViewed",
    campaignId,
    people: found.recipients.length,
  } satisfies OutreachAuditEvent)
  return reply(found.recipients, nextOf(found.next))
})

/** The calls of campaigns, for the acting company. */
export const campaignHandlers = HttpApiBuilder.group(Api, "Campaign", (handlers) =>
  handlers
    .handle("GetCampaigns", ({ query }) =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        const page = {
          before: yield* idOf(query.cursor),
          pageSize: query.pageSize ?? defaultPageSize,
          search: query.search,
        }
        const { campaigns, next } = yield* readCampaigns(person.actingCompanyId, page)
        return reply(campaigns, nextOf(next))
      }),
    )
    .handle("GenerateId", ({ query }) =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        const missing = mayReserve(person, query.type)
        if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
        return reply({ id: yield* reserveId(person.actingCompanyId, person.userId, query.type) })
      }),
    )
    .handle("GetSenders", () =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        return reply(yield* readSenders(person.actingCompanyId))
      }),
    )
    .handle("CheckCampaign", ({ payload }) => check(payload))
    .handle("CreateCampaign", ({ headers, payload }) => create(headers, payload))
    .handle("GetCampaignDetail", ({ query }) =>
      Effect.gen(function* () {
        const { actingCompanyId } = yield* CurrentPerson
        const campaignId = yield* findCampaignId(actingCompanyId, query.campaignHashedId)
        const detail = campaignId === undefined ? undefined : yield* readCampaignDetail(actingCompanyId, campaignId)
        return detail === undefined ? yield* Effect.fail(notFound()) : reply(detail)
      }),
    )
    .handle("GetRecipients", ({ query }) => recipients(query))
    .handle("ChangeState", ({ headers, payload }) =>
      Effect.gen(function* () {
        const person = yield* CurrentPerson
        const { campaignHashedId, action } = payload
        const campaignId = yield* changeCampaign(person, campaignHashedId, action, yield* askedIn(headers))
        const campaign = yield* readCampaign(person.actingCompanyId, campaignId)
        return campaign === undefined ? yield* Effect.fail(notFound()) : reply(campaign)
      }),
    )
    .handle("DeleteCampaign", ({ headers, query }) =>
      Effect.gen(function* () {
        const { campaignHashedId, campaignType } = query
        yield* deleteCampaign(yield* CurrentPerson, campaignHashedId, campaignType, yield* askedIn(headers))
        return reply({})
      }),
    ),
)
