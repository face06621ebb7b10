import { Effect } from "effect"
import type { TemplateId } from "#schemas/ids.ts"
import { firstCallLayout, firstLayout } from "#schemas/outreach/firstLayouts.ts"
import type { ResponseFileValues, ResponseLayout, ResponsePreviewRequest } from "#schemas/outreach/responseFile.ts"
import { columnsOfSample } from "#schemas/outreach/sampleColumns.ts"
import type { Problem } from "#schemas/problem.ts"
import { TemplateGroup } from "#schemas/outreach/templateCalls.ts"
import { readCallFlow } from "./CallFlows.ts"
import { callApi, type ApiClient } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"
import { readSample } from "./SampleFile.ts"
import { readTemplate } from "./Templates.ts"

type Chosen = { readonly temphashedId: string }

const layoutOf = ({ fileName, format, delimiter, includeHeader, columns }: ResponseLayout): ResponseLayout => ({
  fileName,
  format,
  delimiter,
  includeHeader,
  columns,
})

type Read<E> = (chosen: Chosen) => Effect.Effect<{ readonly data: { readonly templateId: TemplateId } }, E, ApiClient>

const openedWith =
  <E>(read: Read<E>, first: ResponseLayout) =>
  ({ temphashedId }: Chosen): Effect.Effect<ResponseFileValues, Problem | E, ApiClient> =>
    Effect.gen(function* () {
      const { templateId } = (yield* read({ temphashedId })).data
      const { data: file } = yield* callApi(TemplateGroup, (api) => api.GetResponseFile({ query: { temphashedId } }))
      return file === null
        ? { temphashedId, templateId, streamVersion: 0, ...first }
        : { temphashedId, templateId, streamVersion: file.streamVersion, ...layoutOf(file) }
    })

/** The response file of a text for the form; without one, a first layout to begin with. */
export const openResponseFile = openedWith(readTemplate, firstLayout)

/** That of a call flow. */
export const openCallResponseFile = openedWith(readCallFlow, firstCallLayout)

/** What the columns of the file may hold. */
export const readResponseHeaders = ({ temphashedId }: Chosen) =>
  callApi(TemplateGroup, (api) => api.GetResponseHeaders({ query: { templatehashedId: temphashedId } }))

/** The columns of a sample file's header row, with what each most likely holds. */
export const columnsOf = ({ temphashedId, file }: Chosen & { readonly file: File }) =>
  Effect.gen(function* () {
    const row = yield* readSample(file)
    return columnsOfSample(row, (yield* readResponseHeaders({ temphashedId })).data)
  })

/** The layout on real rows. */
export const previewResponseFile = ({ temphashedId, ...layout }: ResponsePreviewRequest) =>
  callApi(TemplateGroup, (api) => api.PreviewResponseFile({ payload: { temphashedId, ...layoutOf(layout) } }))

/** Saves the next version of the layout; `StaleVersion` when it was changed since it was opened. */
export const saveResponseFile = (values: ResponseFileValues, commandId: string) => {
  const { templateId, streamVersion } = values
  return callApi(TemplateGroup, (api) =>
    api.SaveResponseFile({
      headers: versionedHeaders(commandId, streamVersion),
      payload: { templateId, ...layoutOf(values) },
    }),
  )
}

/** Deletes the response file. */
export const deleteResponseFile = ({ templateId, streamVersion }: ResponseFileValues, commandId: string) =>
  Effect.asVoid(
    callApi(TemplateGroup, (api) =>
      api.DeleteResponseFile({ headers: versionedHeaders(commandId, streamVersion), query: { templateId } }),
    ),
  )
