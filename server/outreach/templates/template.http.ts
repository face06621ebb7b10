import { Effect } from "effect"
import { seesEveryCompany } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { notFound } from "#schemas/problem.ts"
import { reply, type ListQuery } from "#schemas/reply.ts"
import { judgeText } from "./judgeText.queries.ts"
import { previewMessage } from "./previewMessage.queries.ts"
import { foundLocationMapping } from "./locationMapping.queries.ts"
import { deleteTemplate, mapLocations, publishTemplate, retireTemplate, saveTemplate } from "./template.commands.ts"
import { templateProjection } from "./template.projection.ts"
import { foundTemplate, readTemplates } from "./template.queries.ts"
import { countValues } from "./valueCounts.queries.ts"
import { readTemplateUse, readTemplateVersions } from "./templateVersions.queries.ts"
import { recordAudit } from "#server/http/audit.ts"
import { actingCompany, commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { readLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { foundThing } from "#server/store/hashedIds.ts"

/** A template of the person's company by its public id; fails with NotFound. */
export const ofTemplate = Effect.fnUntraced(function* (temphashedId: string) {
  const companyId = (yield* CurrentPerson).actingCompanyId
  const templateId = yield* foundThing<TemplateId>(companyId, templateProjection, temphashedId)
  return { companyId, templateId }
})

/** Writes that someone saw a message with values of people, where there were any. */
export const recordPreview = Effect.fnUntraced(function* (people: number) {
  if (people === 0) return
  yield* recordAudit(yield* CurrentPerson, { _tag: "MessagePreviewed", people } satisfies OutreachAuditEvent)
})

const page = Effect.fnUntraced(function* (companyId: CompanyId, query: ListQuery) {
  return pageReply(yield* readTemplates(companyId, yield* pageIn(query)))
})

/** The calls of templates, for the acting company. */
export const templateCalls = callsOf("Template", {
  GetTemplatesByCompany: Effect.fn("Template.GetTemplatesByCompany")(function* ({ query }) {
    const person = yield* CurrentPerson
    const other = query.companyId !== person.actingCompanyId
    if (other && !seesEveryCompany(person)) return yield* Effect.fail(notFound())
    return yield* page(query.companyId, query)
  }),

  GetTemplates: Effect.fn("Template.GetTemplates")(function* ({ query }) {
    const person = yield* CurrentPerson
    return yield* page(person.actingCompanyId, query)
  }),

  GetTemplate: Effect.fn("Template.GetTemplate")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    return reply(yield* foundTemplate(companyId, templateId))
  }),

  CreateTemplateByCompanyId: Effect.fn("Template.CreateTemplateByCompanyId")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    yield* actingCompany(person, payload.companyId)
    return reply(yield* saveTemplate(person, payload, yield* commandOptions(headers)))
  }),

  PreviewMessage: Effect.fn("Template.PreviewMessage")(function* ({ payload: { text, listId, templateId } }) {
    const person = yield* CurrentPerson
    const companyId = person.actingCompanyId
    if (listId !== undefined && !(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
    if (templateId !== undefined) yield* foundTemplate(companyId, templateId)
    const parameters = templateId === undefined ? [] : yield* readLinkParameters(companyId, templateId)
    const judged = yield* judgeText(companyId, { text, parameters, listId })
    const shown = yield* previewMessage({ companyId, text, parameters, listId, ...judged })
    yield* recordPreview(shown.samples.length)
    return reply(shown)
  }),

  CountValues: Effect.fn("Template.CountValues")(function* ({ query: { listId } }) {
    const companyId = (yield* CurrentPerson).actingCompanyId
    if (listId !== undefined && !(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
    return reply(yield* countValues(companyId, listId))
  }),

  GetTemplateVersions: Effect.fn("Template.GetTemplateVersions")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundTemplate(companyId, templateId)
    return reply(yield* readTemplateVersions(companyId, templateId))
  }),

  GetTemplateUse: Effect.fn("Template.GetTemplateUse")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundTemplate(companyId, templateId)
    return reply(yield* readTemplateUse(companyId, templateId))
  }),

  RetireTemplate: Effect.fn("Template.RetireTemplate")(function* ({ headers, payload }) {
    yield* retireTemplate(yield* CurrentPerson, payload.templateId, yield* commandOptions(headers))
    return reply({})
  }),

  PublishTemplate: Effect.fn("Template.PublishTemplate")(function* ({ headers, query }) {
    yield* publishTemplate(yield* CurrentPerson, query.templateId, yield* commandOptions(headers))
    return reply({})
  }),

  GetLocationMapping: Effect.fn("Template.GetLocationMapping")(function* ({ query }) {
    const { companyId, templateId } = yield* ofTemplate(query.temphashedId)
    yield* foundTemplate(companyId, templateId)
    return reply(yield* foundLocationMapping(companyId, templateId))
  }),

  SaveLocationMapping: Effect.fn("Template.SaveLocationMapping")(function* ({ headers, payload }) {
    return reply(yield* mapLocations(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  DeleteTemplate: Effect.fn("Template.DeleteTemplate")(function* ({ headers, query }) {
    yield* deleteTemplate(yield* CurrentPerson, query.templateId, yield* commandOptions(headers))
    return reply({})
  }),
})
