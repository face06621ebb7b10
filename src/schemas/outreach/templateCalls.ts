import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { CompanyId, HashedId, inQuery, ListId, SerialFromString, TemplateId } from "../ids.ts"
import { versionedHeaders } from "../commands.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import { LinkParameter, LinkPreview, LinkPreviewRequest, SaveLinkParameter } from "./linkParameter.ts"
import {
  ResponseFile,
  ResponseHeader,
  ResponsePreview,
  ResponsePreviewRequest,
  SaveResponseFile,
} from "./responseFile.ts"
import { LocationMapping, SaveLocationMapping } from "./locationMapping.ts"
import { MessagePreview, PreviewRequest, SaveTemplate, Template, templateList } from "./template.ts"
import { ValueCounts } from "./valueCounts.ts"
import { TemplateUse, TemplateVersions } from "./templateVersions.ts"

/** The specification's calls of templates (docs/specification.md#calls), and those the pages need besides. */
export const templateCalls = [
  HttpApiEndpoint.get("GetTemplatesByCompany", "/GetTemplatesByCompany", {
    query: { companyId: inQuery(CompanyId), ...listQuery(templateList) },
    success: Reply(Schema.Array(Template)),
  }).annotate(OpenApi.Summary, "Lists the templates of a company that is named."),
  HttpApiEndpoint.get("GetTemplates", "/GetTemplates", {
    query: listQuery(templateList),
    success: Reply(Schema.Array(Template)),
  }).annotate(OpenApi.Summary, "Lists the templates."),
  HttpApiEndpoint.get("GetTemplate", "/GetTemplate", {
    query: { temphashedId: HashedId },
    success: Reply(Template),
  }).annotate(OpenApi.Summary, "Gives one template."),
  HttpApiEndpoint.post("CreateTemplateByCompanyId", "/CreateTemplateByCompanyId", {
    headers: versionedHeaders,
    payload: SaveTemplate,
    success: Reply(Template),
  }).annotate(OpenApi.Summary, "Makes a template or writes its next version."),
  HttpApiEndpoint.post("PreviewMessage", "/PreviewMessage", {
    payload: PreviewRequest,
    success: Reply(MessagePreview),
  }).annotate(OpenApi.Summary, "Shows a text as patients would get it."),
  HttpApiEndpoint.get("CountValues", "/CountValues", {
    query: { listId: Schema.optionalKey(inQuery(ListId)) },
    success: Reply(ValueCounts),
  }).annotate(OpenApi.Summary, "Counts of how many people each variable of a text has a value."),
  HttpApiEndpoint.get("GetTemplateVersions", "/GetTemplateVersions", {
    query: { temphashedId: HashedId },
    success: Reply(TemplateVersions),
  }).annotate(OpenApi.Summary, "Lists the versions of a template and what happened to it."),
  HttpApiEndpoint.get("GetTemplateUse", "/GetTemplateUse", {
    query: { temphashedId: HashedId },
    success: Reply(Schema.Array(TemplateUse)),
  }).annotate(OpenApi.Summary, "Counts the open campaigns that use a template."),
  HttpApiEndpoint.post("RetireTemplate", "/RetireTemplate", {
    headers: versionedHeaders,
    payload: Schema.Struct({ templateId: TemplateId }),
    success: Done,
  }).annotate(OpenApi.Summary, "Retires a template, so that no new campaign uses it."),
  HttpApiEndpoint.get("PublishTemplate", "/PublishTemplate", {
    headers: versionedHeaders,
    query: { templateId: inQuery(TemplateId) },
    success: Done,
  }).annotate(OpenApi.Summary, "Publishes the newest version of a template."),
  HttpApiEndpoint.get("GetCurlParameter", "/GetCurlParameter", {
    query: { temphashedId: HashedId },
    success: Reply(Schema.Array(LinkParameter)),
  }).annotate(OpenApi.Summary, "Lists the parameters of a template’s link."),
  HttpApiEndpoint.post("SaveCurlParameter", "/SaveCurlParameter", {
    headers: versionedHeaders,
    payload: SaveLinkParameter,
    success: Reply(LinkParameter),
  }).annotate(OpenApi.Summary, "Adds a parameter to a template’s link, or changes it."),
  HttpApiEndpoint.get("DeleteCurlParameter", "/DeleteCurlParameter", {
    headers: versionedHeaders,
    query: { primaryId: SerialFromString },
    success: Done,
  }).annotate(OpenApi.Summary, "Removes a parameter from a template’s link."),
  HttpApiEndpoint.post("PreviewLink", "/PreviewLink", {
    payload: LinkPreviewRequest,
    success: Reply(LinkPreview),
  }).annotate(OpenApi.Summary, "Shows a template’s link as patients would get it."),
  HttpApiEndpoint.get("GetResponseFile", "/GetResponseFile", {
    query: { temphashedId: HashedId },
    success: Reply(Schema.NullOr(ResponseFile)),
  }).annotate(OpenApi.Summary, "Gives the layout of a template’s response file."),
  HttpApiEndpoint.get("GetResponseHeaders", "/GetResponseHeaders", {
    query: { templatehashedId: HashedId },
    success: Reply(Schema.Array(ResponseHeader)),
  }).annotate(OpenApi.Summary, "Lists what the columns of a response file may hold."),
  HttpApiEndpoint.post("SaveResponseFile", "/SaveResponseFile", {
    headers: versionedHeaders,
    payload: SaveResponseFile,
    success: Reply(ResponseFile),
  }).annotate(OpenApi.Summary, "Writes the next version of a response file’s layout."),
  HttpApiEndpoint.get("DeleteResponseFile", "/DeleteResponseFile", {
    headers: versionedHeaders,
    query: { templateId: inQuery(TemplateId) },
    success: Done,
  }).annotate(OpenApi.Summary, "Removes the response file of a template."),
  HttpApiEndpoint.post("PreviewResponseFile", "/PreviewResponseFile", {
    payload: ResponsePreviewRequest,
    success: Reply(ResponsePreview),
  }).annotate(OpenApi.Summary, "Shows the first rows of a response file."),
  HttpApiEndpoint.get("GetLocationMapping", "/GetLocationMapping", {
    query: { temphashedId: HashedId },
    success: Reply(LocationMapping),
  }).annotate(OpenApi.Summary, "Gives the locations that a template’s links offer."),
  HttpApiEndpoint.post("SaveLocationMapping", "/SaveLocationMapping", {
    headers: versionedHeaders,
    payload: SaveLocationMapping,
    success: Reply(LocationMapping),
  }).annotate(OpenApi.Summary, "Says which locations a template’s links offer."),
  HttpApiEndpoint.get("DeleteTemplate", "/DeleteTemplate", {
    headers: versionedHeaders,
    query: { templateId: inQuery(TemplateId) },
    success: Done,
  }).annotate(OpenApi.Summary, "Deletes a template."),
] as const

/** The calls of templates but for those of their reply rules, which only the page that writes them loads. */
export class TemplateGroup extends HttpApiGroup.make("Template")
  .add(...templateCalls)
  .middleware(SignedIn)
  .prefix("/Template") {}
