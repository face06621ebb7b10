import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import {
  campaignHandlers,
  locationHandlers,
  outreachHandlers,
  templateHandlers,
  translateHandlers,
} from "#server/program/contract.ts"
import { perCall } from "#server/http/handlers.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { callingAs } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import {
  carrierOf,
  makeCompany,
  makeList,
  messageText,
  noon,
  recordedCarrier,
  senderIdOf,
  storeOn,
} from "#tests/support/outreach.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"

export const handlersOn = (database: typeof embeddedDatabase) =>
  Layer.mergeAll(templateHandlers, translateHandlers, campaignHandlers, locationHandlers).pipe(
    Layer.provideMerge(callingAs),
    Layer.provideMerge(storeOn(database)),
  )
export const handlers = handlersOn(embeddedDatabase)
/** With the calls of call flows. */
export const handlersWithCalls = outreachHandlers.pipe(
  Layer.provideMerge(perCall(VoiceCarrier)),
  Layer.provideMerge(Layer.merge(handlers, carrierOf(recordedCarrier()))),
)
export const makeIvrClient = HttpApiTest.groups(Api, ["Template", "Campaign", "Outreach"])

/** Saves a call flow under a name. */
export const ivrCall = (
  companyId: CompanyId,
  templateId: TemplateId,
  name = "Flu shot call",
  flow: CallFlow = publishableCall,
) => ({
  headers: {},
  payload: { companyId, templateId, name, purpose: "Reminder", flow } as const,
})

export const makeClient = HttpApiTest.groups(Api, ["Template", "Campaign"])

export const makeTranslator = HttpApiTest.groups(Api, ["Translate"])

export const day = 24 * 3_600_000
let made = 0
let names = 0

/** A company of its own for each test, at noon. */
export const freshCompany = Effect.fnUntraced(function* () {
  yield* (yield* MovableClock).move(noon)
  made += 1
  const companyId = CompanyId.make(made)
  yield* makeCompany(companyId)
  return companyId
})

const reserved = (type: "Campaign" | "Template") =>
  Effect.gen(function* () {
    const client = yield* makeClient
    return (yield* client.Campaign.GenerateId({ query: { type } })).data.id
  })
export const reservedCampaign = Effect.map(reserved("Campaign"), (id) => CampaignId.make(id))
export const reservedTemplate = Effect.map(reserved("Template"), (id) => TemplateId.make(id))

/** Saves a location as the caller, under a name of its own. */
export const madeLocation = Effect.fnUntraced(function* (more: Partial<typeof location> = {}) {
  const { Location } = yield* HttpApiTest.groups(Api, ["Location"])
  const named = { ...location, name: `Location ${(names += 1)}`, closures: [], ...more }
  return (yield* Location.SaveLocation({ headers: {}, payload: { hashedId: null, location: named } })).data
})

export const draft = (
  companyId: CompanyId,
  templateId: TemplateId,
  text = messageText,
  name = `Template ${(names += 1)}`,
) => ({
  headers: {},
  payload: { companyId, templateId, channel: "SMS", name, purpose: "Survey", text } as const,
})

export const saved = Effect.fnUntraced(function* (companyId: CompanyId, text?: string, name?: string) {
  const client = yield* makeClient
  return (yield* client.Template.CreateTemplateByCompanyId(draft(companyId, yield* reservedTemplate, text, name))).data
})

const published = Effect.fnUntraced(function* (companyId: CompanyId, text?: string) {
  const client = yield* makeClient
  const template = yield* saved(companyId, text)
  yield* client.Template.PublishTemplate({ headers: {}, query: { templateId: template.templateId } })
  return template
})

/** All a campaign needs, for people of a new list. */
export const wanted = Effect.fnUntraced(function* (companyId: CompanyId, people: number) {
  const { templateId } = yield* published(companyId)
  const listId = yield* makeList(companyId, people)
  return {
    companyId,
    campaignId: yield* reservedCampaign,
    campaignType: "SMS",
    name: `Campaign ${(names += 1)}`,
    purpose: "Survey",
    templateId,
    listId,
    senderId: yield* senderIdOf(companyId),
    startAt: null,
  } as const
})

export const created = Effect.fnUntraced(function* (companyId: CompanyId, people = 3) {
  const client = yield* makeClient
  const payload = yield* wanted(companyId, people)
  const { data, message } = yield* client.Campaign.CreateCampaign({ headers: {}, payload })
  const { campaignHashedId } = data
  if (campaignHashedId === undefined) return yield* Effect.die(new Error(`No campaign was created: ${message}`))
  return { ...payload, campaignHashedId }
})

/** What a dry run of such a campaign judges. */
export const audienceOf = (payload: Omit<Effect.Success<ReturnType<typeof wanted>>, "name">) => {
  const { companyId, campaignId, campaignType, templateId, listId, senderId, startAt } = payload
  return { companyId, campaignId, campaignType, templateId, listId, senderId, startAt }
}

export const absent = { problem: "NotFound", statusCode: "404" }
