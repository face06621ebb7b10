import { Effect } from "effect"
import type { GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { ControlPanelGroup } from "#schemas/administration/controlPanelCalls.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** The rights a company can have bought. */
export const readRoles = callApi(ControlPanelGroup, (api) => api.GetRoles({}))

/** What holds for all companies. */
export const readGlobalSettings = Effect.map(
  callApi(ControlPanelGroup, (api) => api.GetGlobalSettings({})),
  ({ data }) => data,
)

/** Changes what holds for all companies; `version` is the one that was changed. */
export const saveGlobalSettings = (
  { version, ...payload }: GlobalSettings & { readonly version: number },
  commandId: string,
) =>
  Effect.map(
    callApi(ControlPanelGroup, (api) =>
      api.SaveGlobalSettings({
        headers: versionedHeaders(commandId, version),
        payload,
      }),
    ),
    ({ data }) => data,
  )
