import { Effect } from "effect"
import type { LinkMove, LinkParameterValues, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import { notFound, type Problem } from "#schemas/problem.ts"
import { TemplateGroup } from "#schemas/outreach/templateCalls.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { readTemplate } from "./Templates.ts"

/** A template by its public id. */
type Chosen = { readonly temphashedId: string }

/** The parameters of a template's link. Their version is read first, so it is never newer than what they say. */
export const readLinkParameters = (
  query: Chosen,
): Effect.Effect<{ readonly data: ReadonlyArray<SeenLinkParameter> }, Problem, ApiClient> =>
  Effect.gen(function* () {
    const { streamVersion } = (yield* readTemplate(query)).data
    const { data } = yield* callApi(TemplateGroup, (api) => api.GetCurlParameter({ query }))
    return { data: data.map((parameter) => ({ ...parameter, streamVersion })) }
  })

/** A parameter as it stands, for the form; a new one for `primaryId` 0. `NotFound` when it is gone. */
export const openLinkParameter = ({ temphashedId, primaryId }: Chosen & { readonly primaryId: number }) =>
  Effect.gen(function* (): Effect.fn.Return<LinkParameterValues, Problem, ApiClient> {
    if (primaryId === 0) {
      const { templateId, streamVersion } = (yield* readTemplate({ temphashedId })).data
      return { temphashedId, templateId, streamVersion, primaryId, key: "", value: "", in: "query" as const }
    }
    const found = (yield* readLinkParameters({ temphashedId })).data.find((one) => one.primaryId === primaryId)
    if (found === undefined) return yield* Effect.fail(notFound())
    const { order: _, ...values } = found
    return { ...values, temphashedId }
  })

/** Saves a parameter in the template's next draft; `StaleVersion` when that was changed since the form opened. */
export const saveLinkParameter = (values: LinkParameterValues, commandId: string) => {
  const { templateId, primaryId, key, value, in: place, streamVersion } = values
  return callApi(TemplateGroup, (api) =>
    api.SaveCurlParameter({
      headers: versionedHeaders(commandId, streamVersion),
      payload: { primaryId, templateId, key, value, in: place },
    }),
  )
}

const placedAt = ({ streamVersion, ...payload }: SeenLinkParameter, commandId: string) =>
  callApi(TemplateGroup, (api) =>
    api.SaveCurlParameter({ headers: versionedHeaders(commandId, streamVersion), payload }),
  )

/**
 * Moves a parameter by one place; nothing happens at the end of the order. `StaleVersion` when the template was
 * changed since the rows were read, `NotFound` when the parameter is gone.
 * @returns the version of the template before which rows are outdated now.
 */
export const moveLinkParameter = ({ by, readFirst, ...shown }: LinkMove, commandId: string) =>
  Effect.gen(function* (): Effect.fn.Return<number, Problem, ApiClient> {
    if (readFirst === null) {
      yield* placedAt({ ...shown, order: shown.order + by }, commandId)
      return shown.streamVersion + 1
    }
    const rows = (yield* readLinkParameters({ temphashedId: readFirst })).data
    const row = rows.find(({ primaryId }) => primaryId === shown.primaryId)
    if (row === undefined) return yield* Effect.fail(notFound())
    const order = row.order + by
    if (order < 1 || order > rows.length) return row.streamVersion
    yield* placedAt({ ...row, order }, commandId)
    return row.streamVersion + 1
  })

/** Deletes a parameter from the template's next draft; `StaleVersion` when that was changed since. */
export const deleteLinkParameter = ({ primaryId, streamVersion }: SeenLinkParameter, commandId: string) =>
  Effect.asVoid(
    callApi(TemplateGroup, (api) =>
      api.DeleteCurlParameter({ headers: versionedHeaders(commandId, streamVersion), query: { primaryId } }),
    ),
  )

/** What the link's preview is made of. */
export type LinkPreviewParams = Chosen & {
  readonly draft?: Pick<LinkParameterValues, "primaryId" | "key" | "value" | "in">
  readonly search?: string
}

/** The link as patients will get it. */
export const previewLink = (payload: LinkPreviewParams) => callApi(TemplateGroup, (api) => api.PreviewLink({ payload }))
