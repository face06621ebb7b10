import type { SnapshotFrom } from "xstate"
import { savedInPlace, type SavedInPlaceEvent } from "#machines/session/savedInPlace.ts"
import type { TemplateLocationsValues } from "#schemas/outreach/locationMapping.ts"

export type TemplateLocationsEvent = SavedInPlaceEvent

/** `/sms?id=…&tab=locations`: which locations the links of a template's texts offer (docs/policy.md#links-of-patients). */
export const templateLocationsMachine = savedInPlace<TemplateLocationsValues>(
  {
    id: "templateLocations",
    heading: "mapping.title",
    actions: ["mapping.save", "part.cancel"],
    reads: "Reads which locations are chosen, and which there are.",
    writes: "The person chooses locations.",
  },
  (opened) => opened,
)

export type TemplateLocationsSnapshot = SnapshotFrom<typeof templateLocationsMachine>
