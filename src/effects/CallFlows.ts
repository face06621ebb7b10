import { Effect } from "effect"
import type { TemplateId } from "#schemas/ids.ts"
import type { Ivr, IvrSummary, SaveIvr } from "#schemas/outreach/ivr.ts"
import { OutreachGroup } from "#schemas/outreach/ivrCalls.ts"
import type { templateList } from "#schemas/outreach/template.ts"
import { notFound, type Problem } from "#schemas/problem.ts"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import { callApi, type ApiClient } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { everyPage } from "./everyPage.ts"
import { nameTaken, ofTemplate, type ChosenTemplate } from "./Templates.ts"

/** The call flows of the company, a page at a time. */
export const readCallFlows = (params: ListParams<typeof templateList>, page: PageOf) =>
  callApi(OutreachGroup, (api) => api.GetIvrList({ query: { ...params, ...page } }))

/** Every call flow of the company, without its steps: there are tens, and a choice must offer them all. */
export const readAllCallFlows: Effect.Effect<ReadonlyArray<IvrSummary>, Problem, ApiClient> = everyPage((page) =>
  readCallFlows({}, page),
)

/** One call flow with its steps; `NotFound` when the company has none of this id. */
export const readCallFlow = (chosen: ChosenTemplate) =>
  ofTemplate(chosen, (query) => callApi(OutreachGroup, (api) => api.GetIvr({ query })))

/** What happened to a call flow, and what each of its versions does. */
export const readCallFlowVersions = (chosen: ChosenTemplate) =>
  ofTemplate(chosen, (query) => callApi(OutreachGroup, (api) => api.GetIvrVersions({ query })))

/** The call flow under a reserved number, once it was saved: its writer has no public id of it yet when no answer came. */
export const readReservedCallFlow = (templateId: TemplateId) =>
  Effect.flatMap(readAllCallFlows, (all) => {
    const found = all.find((flow) => flow.templateId === templateId)
    return found === undefined ? Effect.fail(notFound()) : readCallFlow({ temphashedId: found.hashedId })
  })

/**
 * Saves a call flow's next draft and answers with it; `StaleVersion` when it is not made of the newest
 * (`streamVersion`, 0 for a new one).
 */
export const saveCallFlow = (
  payload: SaveIvr,
  streamVersion: number,
  commandId: string,
): Effect.Effect<Ivr, Problem, ApiClient> =>
  callApi(OutreachGroup, (api) => api.SaveIvr({ headers: versionedHeaders(commandId, streamVersion), payload })).pipe(
    Effect.map(({ data }) => data),
    Effect.mapError(nameTaken),
  )
