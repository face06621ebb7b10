import { Result, Schema } from "effect"
import type { SettingsEvent } from "#schemas/administration/events.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** The settings as their decisions need them: how often they were changed. */
export type GlobalSettingsFold = { readonly state: "untouched" | "kept"; readonly revision: number }

/** What may be asked of the settings; `changed` names the fields that differ from what is stored. */
export type GlobalSettingsCommand = { readonly _tag: "SaveSettings"; readonly changed: ReadonlyArray<string> }

/** What holds for all companies: every change is a fact of its own. */
export const globalSettingsDecider: Decider<GlobalSettingsFold, GlobalSettingsCommand, SettingsEvent> = {
  initialState: { state: "untouched", revision: 0 },
  decide: ({ revision }, { changed }) =>
    Result.succeed(changed.length === 0 ? [] : [{ _tag: "GlobalSettingsChanged", revision: revision + 1, changed }]),
  evolve: (_, { revision }) => ({ state: "kept", revision }),
}

/** The read model of the settings; their values stand in `settings`. */
export const GlobalSettingsRow = Schema.Struct({
  state: Schema.Literals(["untouched", "kept"]),
  revision: Schema.Int,
  updatedOn: Schema.String,
})
export type GlobalSettingsRow = typeof GlobalSettingsRow.Type

/** When the settings were changed last. */
export const globalSettingsProjection: Projection<GlobalSettingsRow, SettingsEvent> = {
  category: "settings",
  version: 1,
  row: GlobalSettingsRow,
  initialRow: { ...globalSettingsDecider.initialState, updatedOn: "" },
  evolve: (row, event, { at }) => ({ ...globalSettingsDecider.evolve(row, event), updatedOn: at }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
