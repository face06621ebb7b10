import { Effect } from "effect"
import { notFound } from "#schemas/problem.ts"
import type { SavedView } from "#schemas/reporting/savedView.ts"
import { SavedViewGroup } from "#schemas/reporting/savedViewCalls.ts"
import {
  newSavedView,
  savedViewDraft,
  savedViewValues,
  type SavedViewValues,
} from "#schemas/reporting/savedViewForm.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"

/** The saved views of reports by name. */
export const readSavedViews = () => callApi(SavedViewGroup, (api) => api.GetSavedViews())

/**
 * What the form of a saved view opens with: the one that the address names, or the report as the address has it.
 * `NotFound` where there is no such view.
 */
export const openSavedView = Effect.fn("openSavedView")(function* (search: Readonly<Record<string, string>>) {
  const { data: readers } = yield* callApi(SavedViewGroup, (api) => api.GetReportReaders())
  const { edit } = search
  if (edit === undefined) return newSavedView(search, readers)
  const found = (yield* readSavedViews()).data.find(({ hashedId }) => hashedId === edit)
  return found === undefined ? yield* Effect.fail(notFound()) : savedViewValues(found, readers)
})

/** Saves a view, new or changed; gives it. `StaleVersion` when it was changed since it was opened. */
export const saveSavedView = (values: SavedViewValues, commandId: string) =>
  Effect.map(
    callApi(SavedViewGroup, (api) =>
      api.SaveSavedView({
        headers:
          values.hashedId === null ? commandHeaders(commandId) : versionedHeaders(commandId, values.streamVersion),
        payload: { hashedId: values.hashedId, view: savedViewDraft(values) },
      }),
    ),
    ({ data }): SavedView => data,
  )

/** Deletes a saved view as it was seen. */
export const deleteSavedView = ({ hashedId, version }: SavedView, commandId: string) =>
  Effect.asVoid(
    callApi(SavedViewGroup, (api) =>
      api.DeleteSavedView({ headers: versionedHeaders(commandId, version), payload: { hashedId } }),
    ),
  )

/** Which report a mailed link leads to; `NotFound` with a sentence where it works no longer. */
export const openReportLink = (secret: string) =>
  Effect.map(
    callApi(SavedViewGroup, (api) => api.OpenReportLink({ payload: { secret } })),
    ({ data }) => data,
  )
