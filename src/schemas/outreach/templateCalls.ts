import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { CompanyId, HashedId, inQuery, SerialFromString, TemplateId } from "../ids.ts"
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
import { MessagePreview, PreviewRequest, SaveTemplate, Template, templateList } from "./template.ts"
import { TemplateUse, TemplateVersions } from "./templateVersions.ts"

/** The calls of the contract's Template group: the specification's (docs/specification.md#calls), and those the pages need besides. */
export class TemplateGroup extends HttpApiGroup.make("Template")
  .add(
    HttpApiEndpoint.get("GetTemplatesByCompany", "/GetTemplatesByCompany", {
      query: { companyId: inQuery(CompanyId), ...listQuery(templateList) },
      success: Reply(Schema.Array(Template)),
    }),
    HttpApiEndpoint.get("GetTemplates", "/GetTemplates", {
      query: listQuery(templateList),
      success: Reply(Schema.Array(Template)),
    }),
    HttpApiEndpoint.get("GetTemplate", "/GetTemplate", {
      query: { temphashedId: HashedId },
      success: Reply(Template),
    }),
    HttpApiEndpoint.post("CreateTemplateByCompanyId", "/CreateTemplateByCompanyId", {
      headers: versionedHeaders,
      payload: SaveTemplate,
      success: Reply(Template),
    }),
    HttpApiEndpoint.post("PreviewMessage", "/PreviewMessage", {
      payload: PreviewRequest,
      success: Reply(MessagePreview),
    }),
    HttpApiEndpoint.get("GetTemplateVersions", "/GetTemplateVersions", {
      query: { temphashedId: HashedId },
      success: Reply(TemplateVersions),
    }),
    HttpApiEndpoint.get("GetTemplateUse", "/GetTemplateUse", {
      query: { temphashedId: HashedId },
      success: Reply(Schema.Array(TemplateUse)),
    }),
    HttpApiEndpoint.post("RetireTemplate", "/RetireTemplate", {
      headers: versionedHeaders,
      payload: Schema.Struct({ templateId: TemplateId }),
      success: Done,
    }),
    HttpApiEndpoint.get("PublishTemplate", "/PublishTemplate", {
      headers: versionedHeaders,
      query: { templateId: inQuery(TemplateId) },
      success: Done,
    }),
    HttpApiEndpoint.get("GetCurlParameter", "/GetCurlParameter", {
      query: { temphashedId: HashedId },
      success: Reply(Schema.Array(LinkParameter)),
    }),
    HttpApiEndpoint.post("SaveCurlParameter", "/SaveCurlParameter", {
      headers: versionedHeaders,
      payload: SaveLinkParameter,
      success: Reply(LinkParameter),
    }),
    HttpApiEndpoint.get("DeleteCurlParameter", "/DeleteCurlParameter", {
      headers: versionedHeaders,
      query: { primaryId: SerialFromString },
      success: Done,
    }),
    HttpApiEndpoint.post("PreviewLink", "/PreviewLink", {
      payload: LinkPreviewRequest,
      success: Reply(LinkPreview),
    }),
    HttpApiEndpoint.get("GetResponseFile", "/GetResponseFile", {
      query: { temphashedId: HashedId },
      success: Reply(Schema.NullOr(ResponseFile)),
    }),
    HttpApiEndpoint.get("GetResponseHeaders", "/GetResponseHeaders", {
      query: { templatehashedId: HashedId },
      success: Reply(Schema.Array(ResponseHeader)),
    }),
    HttpApiEndpoint.post("SaveResponseFile", "/SaveResponseFile", {
      headers: versionedHeaders,
      payload: SaveResponseFile,
      success: Reply(ResponseFile),
    }),
    HttpApiEndpoint.get("DeleteResponseFile", "/DeleteResponseFile", {
      headers: versionedHeaders,
      query: { templateId: inQuery(TemplateId) },
      success: Done,
    }),
    HttpApiEndpoint.post("PreviewResponseFile", "/PreviewResponseFile", {
      payload: ResponsePreviewRequest,
      success: Reply(ResponsePreview),
    }),
    HttpApiEndpoint.get("DeleteTemplate", "/DeleteTemplate", {
      headers: versionedHeaders,
      query: { templateId: inQuery(TemplateId) },
      success: Done,
    }),
  )
  .middleware(SignedIn)
  .prefix("/Template") {}
