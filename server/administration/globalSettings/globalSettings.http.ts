import { Effect } from "effect"
import { roleList } from "#schemas/access.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { readGlobalSettings, saveGlobalSettings } from "./globalSettings.commands.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { callsOf } from "#server/http/handlers.ts"

/** The calls of the control panel: what rights there are, and what holds for all companies. */
export const globalSettingsCalls = callsOf("ControlPanel", {
  GetRoles: () => Effect.succeed(reply(roleList)),

  GetGlobalSettings: Effect.fn("ControlPanel.GetGlobalSettings")(function* () {
    return reply(yield* readGlobalSettings())
  }),

  SaveGlobalSettings: Effect.fn("ControlPanel.SaveGlobalSettings")(function* ({ headers, payload }) {
    return reply(yield* saveGlobalSettings(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),
})
