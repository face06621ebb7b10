import { Result, Schema } from "effect"
import type { StagesSaved } from "#schemas/scheduling/events.ts"
import { Stage, StageId, type StageDraft } from "#schemas/scheduling/stage.ts"
import type { Decider, Projection } from "#server/decider.ts"

/** A company’s list of stages as its decisions need it; `made` is the highest number that a stage had. */
export type StagesFold = {
  readonly state: "none" | "kept"
  readonly stages: ReadonlyArray<Stage>
  readonly made: number
}

/** What may be asked of a list. */
export type StagesCommand = { readonly _tag: "SaveStages"; readonly stages: ReadonlyArray<StageDraft> }

/** The first stage comes after no other: it has no days to keep. */
const numbered = (drafts: ReadonlyArray<StageDraft>, { made }: StagesFold): ReadonlyArray<Stage> => {
  let next = made
  return drafts.map(({ stageId, name, minDays, maxDays, isActive }, place) => ({
    stageId: stageId ?? StageId.make((next += 1)),
    name: name.trim(),
    ...(place === 0 ? { minDays: 1, maxDays: null } : { minDays, maxDays }),
    isActive,
  }))
}

const madeBy = ({ made }: Pick<StagesFold, "made">, { stages }: StagesSaved): number =>
  Math.max(made, ...stages.map(({ stageId }) => stageId))

/** The stages of a company: one list, saved as a whole (docs/policy.md#stages). */
export const stagesDecider: Decider<StagesFold, StagesCommand, StagesSaved> = {
  initialState: { state: "none", stages: [], made: 0 },
  decide: (fold, command) => {
    const stages = numbered(command.stages, fold)
    return Result.succeed(
      JSON.stringify(stages) === JSON.stringify(fold.stages) ? [] : [{ _tag: "StagesSaved", stages }],
    )
  },
  evolve: (fold, event) => ({ state: "kept", stages: event.stages, made: madeBy(fold, event) }),
}

/** The read model of the list, under the company’s number. */
export const StagesRow = Schema.Struct({
  state: Schema.Literals(["none", "kept"]),
  stages: Schema.Array(Stage),
  made: Schema.Int,
})
export type StagesRow = typeof StagesRow.Type

/** The lists of stages by their company. */
export const stagesProjection: Projection<StagesRow, StagesSaved> = {
  category: "stages",
  version: 1,
  row: StagesRow,
  initialRow: stagesDecider.initialState,
  evolve: (row, event) => ({ state: "kept", stages: event.stages, made: madeBy(row, event) }),
  keys: ({ state }) => ({ state, uniqueKey: null }),
}
