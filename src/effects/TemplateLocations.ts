import { Effect } from "effect"
import type { TemplateLocationsValues } from "#schemas/outreach/locationMapping.ts"
import { TemplateGroup } from "#schemas/outreach/templateCalls.ts"
import { hashedIdForm } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** Which locations a template's links offer, for the form; `NotFound` when the company has no such template. */
export const openTemplateLocations = ({ temphashedId }: { readonly temphashedId: string }) =>
  hashedIdForm.test(temphashedId)
    ? Effect.map(
        callApi(TemplateGroup, (api) => api.GetLocationMapping({ query: { temphashedId } })),
        ({ data }): TemplateLocationsValues => ({ ...data, temphashedId, were: data.locationIds }),
      )
    : Effect.fail(notFound())

const isSame = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/**
 * Saves which locations a template's links offer; `StaleVersion` when someone chose others since the form opened. What
 * else became of the template, such as its publishing, is no reason to refuse it.
 */
export const saveTemplateLocations = (values: TemplateLocationsValues, commandId: string) =>
  Effect.gen(function* () {
    const { temphashedId, templateId, locationIds, were, streamVersion } = values
    const now = yield* openTemplateLocations({ temphashedId })
    const version = isSame(now.locationIds, were) ? now.streamVersion : streamVersion
    return yield* callApi(TemplateGroup, (api) =>
      api.SaveLocationMapping({
        headers: versionedHeaders(commandId, version),
        payload: { templateId, locationIds },
      }),
    )
  })
