import type { SnapshotFrom } from "xstate"
import { savedInPlace, type SavedInPlaceEvent } from "#machines/session/savedInPlace.ts"
import type { GlobalSettings, GlobalSettingsReply } from "#schemas/administration/globalSettings.ts"

/** What the form holds: the settings, and the version they were read at. */
export type GlobalSettingsValues = GlobalSettings & { readonly streamVersion: number }

export type GlobalSettingsEvent = SavedInPlaceEvent

/** What a form of the rules opens with. */
export const valuesIn = ({ settings, version }: GlobalSettingsReply): GlobalSettingsValues => ({
  ...settings,
  streamVersion: version,
})

/** `/global?section=rules`: what holds for all companies; saved in place. */
export const globalSettingsMachine = savedInPlace<GlobalSettingsReply>(
  {
    id: "globalSettings",
    heading: "global.title",
    actions: ["globalSettings.save", "globalSettings.undo"],
    reads: "Reads what holds for all companies.",
    writes: "Shows the rules; they can be changed and saved.",
  },
  valuesIn,
)

export type GlobalSettingsSnapshot = SnapshotFrom<typeof globalSettingsMachine>
