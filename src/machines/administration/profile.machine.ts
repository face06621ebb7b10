import type { SnapshotFrom } from "xstate"
import { savedInPlace, type SavedInPlaceEvent } from "#machines/session/savedInPlace.ts"
import type { Profile, ProfileDraft } from "#schemas/administration/profile.ts"

/** What the form holds: the profile, and the version it was read at. */
export type ProfileValues = ProfileDraft & { readonly version: number }

export type ProfileEvent = SavedInPlaceEvent

/** What the form of a profile opens with. */
export const valuesIn = ({ profile, version }: Profile): ProfileValues => ({ ...profile, version })

/** `/profile`: what people set for themselves; saved in place (docs/policy.md#profile). */
export const profileMachine = savedInPlace<Profile>(
  {
    id: "profile",
    heading: "profile.title",
    actions: ["profile.save", "profile.undo"],
    reads: "Reads the account of the person.",
    writes: "Shows name and preferences, to change and save, and the rights.",
  },
  valuesIn,
)

export type ProfileSnapshot = SnapshotFrom<typeof profileMachine>
