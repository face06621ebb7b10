import { Effect } from "effect"
import { type CompanyId, type ListId, TemplateId, hashedIdForm } from "#schemas/ids.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import type { SaveTemplate, Template, templateList } from "#schemas/outreach/template.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { CampaignGroup } from "#schemas/outreach/campaignCalls.ts"
import { TemplateGroup } from "#schemas/outreach/templateCalls.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { everyPage } from "./everyPage.ts"

/** The templates of the company one works for, or of another one, a page at a time. */
export const readTemplates = (
  { companyId, ...params }: ListParams<typeof templateList> & { readonly companyId?: CompanyId },
  page: PageOf,
) =>
  callApi(TemplateGroup, (api) =>
    companyId === undefined
      ? api.GetTemplates({ query: { ...params, ...page } })
      : api.GetTemplatesByCompany({ query: { ...params, ...page, companyId } }),
  )

/** Every template of the company: there are tens, and a choice must offer them all. */
export const readAllTemplates: Effect.Effect<ReadonlyArray<Template>, Problem, ApiClient> = everyPage((page) =>
  readTemplates({}, page),
)

/** A template or call flow by its public id, as addresses have it. */
export type ChosenTemplate = { readonly temphashedId: string }

/** What is no public id names no template and no call flow: an address that was kept from earlier has a number there. */
export const ofTemplate = <A>(
  chosen: ChosenTemplate,
  call: (query: ChosenTemplate) => Effect.Effect<A, Problem, ApiClient>,
): Effect.Effect<A, Problem, ApiClient> =>
  hashedIdForm.test(chosen.temphashedId) ? call(chosen) : Effect.fail(notFound())

/** One template; `NotFound` when the company has none of this id. */
export const readTemplate = (chosen: ChosenTemplate) =>
  ofTemplate(chosen, (query) => callApi(TemplateGroup, (api) => api.GetTemplate({ query })))

/** The template under a reserved number, once it was saved: its writer has no public id of it yet when no answer came. */
export const readReserved = (templateId: TemplateId) =>
  Effect.flatMap(readAllTemplates, (all) => {
    const found = all.find((template) => template.templateId === templateId)
    return found === undefined ? Effect.fail(notFound()) : Effect.succeed({ data: found })
  })

/** Reserves the id of a new template (docs/architecture.md#ids). */
export const reserveTemplateId = Effect.map(
  callApi(CampaignGroup, (api) => api.GenerateId({ query: { type: "Template" } })),
  ({ data }) => TemplateId.make(data.id),
)

/** A taken name is the name field's error, whatever way the server says it. */
export const nameTaken = (refused: Problem): Problem =>
  refused.problem === "AlreadyExists" && refused.errors === undefined
    ? problem("AlreadyExists", refused.message, { errors: [{ field: "name", message: refused.message }] })
    : refused

/**
 * Saves a template's next draft and answers with the template; `StaleVersion` when it is
 * not made of the newest (`streamVersion`, 0 for a new template).
 */
export const saveTemplate = (
  payload: SaveTemplate,
  streamVersion: number,
  commandId: string,
): Effect.Effect<Template, Problem, ApiClient> =>
  callApi(TemplateGroup, (api) =>
    api.CreateTemplateByCompanyId({ headers: versionedHeaders(commandId, streamVersion), payload }),
  ).pipe(
    Effect.map(({ data }) => data),
    Effect.mapError(nameTaken),
  )

/** A text that is previewed; `templateId` names the template whose link parameters it has, null one that is new. */
export type PreviewedText = {
  readonly text: string
  readonly listId: ListId | null
  readonly templateId: TemplateId | null
}

/** How a text will look and count, on patients of one list or of the company. */
export const previewMessage = ({ text, listId, templateId }: PreviewedText) => {
  const payload = { text, ...(listId === null ? {} : { listId }), ...(templateId === null ? {} : { templateId }) }
  return Effect.map(
    callApi(TemplateGroup, (api) => api.PreviewMessage({ payload })),
    ({ data }) => data,
  )
}

/** Of how many people each variable has a value: of one list, or of the company. */
export const countValues = ({ listId }: Pick<PreviewedText, "listId">) =>
  callApi(TemplateGroup, (api) => api.CountValues({ query: listId === null ? {} : { listId } }))

/** The newest text of a template as real patients get it. */
export const previewTemplate = (chosen: ChosenTemplate) =>
  Effect.gen(function* () {
    const template = yield* readTemplate(chosen)
    const { text, templateId } = template.data
    return { ...template, data: yield* previewMessage({ text, listId: null, templateId }) }
  })

/** A template or a call flow, as a command on it names it. */
type Commanded = Pick<Template, "templateId" | "streamVersion">

/** Publishes the newest version: new campaigns use it from now on. */
export const publishTemplate = (template: Commanded, commandId: string) =>
  Effect.asVoid(
    callApi(TemplateGroup, (api) =>
      api.PublishTemplate({
        headers: versionedHeaders(commandId, template.streamVersion),
        query: { templateId: template.templateId },
      }),
    ),
  )

/** Retires a template: no new campaign can use it. */
export const retireTemplate = (template: Commanded, commandId: string) =>
  Effect.asVoid(
    callApi(TemplateGroup, (api) =>
      api.RetireTemplate({
        headers: versionedHeaders(commandId, template.streamVersion),
        payload: { templateId: template.templateId },
      }),
    ),
  )

/** Deletes a template. */
export const deleteTemplate = (template: Commanded, commandId: string) =>
  Effect.asVoid(
    callApi(TemplateGroup, (api) =>
      api.DeleteTemplate({
        headers: versionedHeaders(commandId, template.streamVersion),
        query: { templateId: template.templateId },
      }),
    ),
  )

/** What happened to a template, and what each of its versions said. */
export const readTemplateVersions = (chosen: ChosenTemplate) =>
  ofTemplate(chosen, (query) => callApi(TemplateGroup, (api) => api.GetTemplateVersions({ query })))

/** How many campaigns that are not over use which version of a template. */
export const readTemplateUse = (chosen: ChosenTemplate) =>
  ofTemplate(chosen, (query) => callApi(TemplateGroup, (api) => api.GetTemplateUse({ query })))
