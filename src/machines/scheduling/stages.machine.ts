import type { SnapshotFrom } from "xstate"
import { savedInPlace, type SavedInPlaceEvent } from "#machines/session/savedInPlace.ts"
import type { StagesValues } from "#schemas/scheduling/stage.ts"

export type StagesEvent = SavedInPlaceEvent

/** `/scheduler?view=stages`: the stages of visits in their order, with the days between them (docs/policy.md#stages). */
export const stagesMachine = savedInPlace<StagesValues>(
  {
    id: "stages",
    heading: "scheduler.title",
    actions: ["stages.save", "part.cancel"],
    reads: "Reads the stages.",
    writes: "The person orders and changes the stages.",
  },
  (opened) => opened,
)

export type StagesSnapshot = SnapshotFrom<typeof stagesMachine>
