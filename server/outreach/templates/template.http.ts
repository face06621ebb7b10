import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { seesEveryCompany } from "#schemas/access.ts"
import { Api } from "#schemas/api.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import type { PreviewRequest, SaveTemplate } from "#schemas/outreach/template.ts"
import { notFound } from "#schemas/problem.ts"
import { reply, type ListQuery } from "#schemas/reply.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { readLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { previewMessage } from "./previewMessage.queries.ts"
import { readTemplates } from "./template.queries.ts"
import { readTemplateUse, readTemplateVersions } from "./templateVersions.queries.ts"
import {
  deleteTemplate,
  foundTemplate,
  judgeText,
  publishTemplate,
  retireTemplate,
  saveTemplate,
} from "./template.commands.ts"
import { recordAudit } from "#server/http/audit.ts"
import {
  getLinkParameters,
  ofTemplate,
  postLinkParameter,
  removeLinkParameter,
  showLink,
} from "#server/outreach/linkParameters/linkParameter.http.ts"
import {
  getResponseFile,
  getResponseHeaders,
  postResponseFile,
  removeResponseFile,
  showResponseFile,
} from "#server/outreach/responseFiles/responseFile.http.ts"
import { actingCompany, commandOptions, type VersionedHeaders } from "#server/http/commandHeaders.ts"
import { nextOf, pageIn } from "#server/http/paging.ts"
import { storeServices } from "#server/store/storeServices.ts"

const page = Effect.fnUntraced(function* (companyId: CompanyId, query: ListQuery) {
  const { rows, next } = yield* readTemplates(companyId, yield* pageIn(query))
  return reply(rows, nextOf(next))
})

const ofCompany = Effect.fn("Template.GetTemplatesByCompany")(function* (
  query: ListQuery & { readonly companyId: CompanyId },
) {
  const person = yield* CurrentPerson
  const other = query.companyId !== person.actingCompanyId
  if (other && !seesEveryCompany(person)) return yield* Effect.fail(notFound())
  return yield* page(query.companyId, query)
})

const list = Effect.fn("Template.GetTemplates")(function* (query: ListQuery) {
  const person = yield* CurrentPerson
  return yield* page(person.actingCompanyId, query)
})

const one = Effect.fn("Template.GetTemplate")(function* (temphashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  return reply(yield* foundTemplate(companyId, templateId))
})

const save = Effect.fn("Template.CreateTemplateByCompanyId")(function* (
  headers: VersionedHeaders,
  payload: SaveTemplate,
) {
  const person = yield* CurrentPerson
  yield* actingCompany(person, payload.companyId)
  return reply(yield* saveTemplate(person, payload, yield* commandOptions(headers)))
})

const preview = Effect.fn("Template.PreviewMessage")(function* ({ text, listId, templateId }: PreviewRequest) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  if (listId !== undefined && !(yield* hasListId(companyId, listId))) return yield* Effect.fail(notFound())
  if (templateId !== undefined) yield* foundTemplate(companyId, templateId)
  const parameters = templateId === undefined ? [] : yield* readLinkParameters(companyId, templateId)
  const judged = yield* judgeText(companyId, { text, parameters, listId })
  const shown = yield* previewMessage({ companyId, text, parameters, listId, ...judged })
  if (shown.samples.length > 0) {
    yield* recordAudit(person, { _tag: "MessagePreviewed", people: shown.samples.length } satisfies OutreachAuditEvent)
  }
  return reply(shown)
})

const versions = Effect.fn("Template.GetTemplateVersions")(function* (temphashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  return reply(yield* readTemplateVersions(companyId, templateId))
})

const use = Effect.fn("Template.GetTemplateUse")(function* (temphashedId: string) {
  const { companyId, templateId } = yield* ofTemplate(temphashedId)
  return reply(yield* readTemplateUse(companyId, templateId))
})

const retire = Effect.fn("Template.RetireTemplate")(function* (headers: VersionedHeaders, templateId: TemplateId) {
  yield* retireTemplate(yield* CurrentPerson, templateId, yield* commandOptions(headers))
  return reply({})
})

const publish = Effect.fn("Template.PublishTemplate")(function* (headers: VersionedHeaders, templateId: TemplateId) {
  yield* publishTemplate(yield* CurrentPerson, templateId, yield* commandOptions(headers))
  return reply({})
})

const remove = Effect.fn("Template.DeleteTemplate")(function* (headers: VersionedHeaders, templateId: TemplateId) {
  yield* deleteTemplate(yield* CurrentPerson, templateId, yield* commandOptions(headers))
  return reply({})
})

/** The calls of templates, for the acting company. */
export const templateHandlers = HttpApiBuilder.group(
  Api,
  "Template",
  Effect.fn(function* (handlers) {
    const withStore = Effect.provideContext(yield* storeServices)
    return handlers
      .handle("GetTemplatesByCompany", ({ query }) => withStore(ofCompany(query)))
      .handle("GetTemplates", ({ query }) => withStore(list(query)))
      .handle("GetTemplate", ({ query }) => withStore(one(query.temphashedId)))
      .handle("CreateTemplateByCompanyId", ({ headers, payload }) => withStore(save(headers, payload)))
      .handle("PreviewMessage", ({ payload }) => withStore(preview(payload)))
      .handle("GetTemplateVersions", ({ query }) => withStore(versions(query.temphashedId)))
      .handle("GetTemplateUse", ({ query }) => withStore(use(query.temphashedId)))
      .handle("RetireTemplate", ({ headers, payload }) => withStore(retire(headers, payload.templateId)))
      .handle("GetCurlParameter", ({ query }) => withStore(getLinkParameters(query.temphashedId)))
      .handle("SaveCurlParameter", ({ headers, payload }) => withStore(postLinkParameter(headers, payload)))
      .handle("DeleteCurlParameter", ({ headers, query }) => withStore(removeLinkParameter(headers, query.primaryId)))
      .handle("PreviewLink", ({ payload }) => withStore(showLink(payload)))
      .handle("GetResponseFile", ({ query }) => withStore(getResponseFile(query.temphashedId)))
      .handle("GetResponseHeaders", ({ query }) => withStore(getResponseHeaders(query.templatehashedId)))
      .handle("SaveResponseFile", ({ headers, payload }) => withStore(postResponseFile(headers, payload)))
      .handle("DeleteResponseFile", ({ headers, query }) => withStore(removeResponseFile(headers, query.templateId)))
      .handle("PreviewResponseFile", ({ payload }) => withStore(showResponseFile(payload)))
      .handle("PublishTemplate", ({ headers, query }) => withStore(publish(headers, query.templateId)))
      .handle("DeleteTemplate", ({ headers, query }) => withStore(remove(headers, query.templateId)))
  }),
)
