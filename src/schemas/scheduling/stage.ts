import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { idOf } from "../ids.ts"

/** The number of a stage in its company’s list; it stays when the list is ordered in another way. */
export const StageId = idOf("StageId")
export type StageId = typeof StageId.Type

/** The most stages of a company, and the most days between two of them. */
export const stageLimits = { stages: 20, days: 730 } as const

const StageName = TrimmedText.check(
  Schema.isMinLength(3, { message: "Enter a name of 3 to 60 characters." }),
  Schema.isMaxLength(60, { message: "Enter a name of 3 to 60 characters." }),
)

const days = (least: number) =>
  Schema.Int.check(
    Schema.isBetween(
      { minimum: least, maximum: stageLimits.days },
      { message: `Enter days from ${least} to ${stageLimits.days}.` },
    ),
  )

const stageFields = {
  /** Null for one that is new. */
  stageId: Schema.NullOr(StageId),
  name: StageName,
  /** How many days after the stage before it at least; without meaning for the first. */
  minDays: days(1),
  /** How many days after it at most; null for any number. */
  maxDays: Schema.NullOr(days(1)),
  /** A disabled one is offered no more; who has it keeps it. */
  isActive: Schema.Boolean,
}

/** A stage as staff edit it. */
export const StageDraft = Schema.Struct(stageFields).annotate({ identifier: "StageDraft" })
export type StageDraft = typeof StageDraft.Type

/** A stage in the form; a used one cannot be removed. */
export type EditedStage = StageDraft & { readonly isUsed: boolean }

/** What the form of the stages holds. */
export type StagesValues = { readonly streamVersion: number; readonly stages: ReadonlyArray<EditedStage> }

const listErrors = (stages: ReadonlyArray<StageDraft>) => {
  const names = stages.map(({ name }) => name.trim().toLowerCase())
  return stages.flatMap(({ stageId, minDays, maxDays }, place) => [
    ...(names.indexOf(names[place] ?? "") < place
      ? [{ path: [place, "name"], issue: "Another stage has this name." }]
      : []),
    ...(stageId !== null && stages.findIndex((one) => one.stageId === stageId) < place
      ? [{ path: [place, "name"], issue: "This stage stands in the list twice." }]
      : []),
    ...(maxDays !== null && maxDays < minDays
      ? [{ path: [place, "maxDays"], issue: "Enter as many days as at least, or more." }]
      : []),
  ])
}

/** The body of `POST /api/Appointment/SaveStages`: the whole list, in its order (docs/policy.md#stages). */
export const SaveStages = Schema.Struct({
  stages: Schema.Array(StageDraft).check(
    Schema.isMaxLength(stageLimits.stages, { message: `A list has ${stageLimits.stages} stages at most.` }),
    Schema.makeFilter(listErrors),
  ),
})
export type SaveStages = typeof SaveStages.Type

/** What is kept of a stage: an earlier rule may have allowed what one may not hold today. */
export const Stage = Schema.Struct({
  stageId: StageId,
  name: Schema.String,
  minDays: Schema.Int,
  maxDays: Schema.NullOr(Schema.Int),
  isActive: Schema.Boolean,
}).annotate({ identifier: "Stage" })
export type Stage = typeof Stage.Type

/** A company’s stages in their order, and which one a patient comes for next, where a patient is named; `version` goes into If-Match. */
export const StageList = Schema.Struct({
  version: Schema.Int,
  /** A used one has sections or appointments, and is disabled instead of removed. */
  stages: Schema.Array(Schema.Struct({ ...Stage.fields, isUsed: Schema.Boolean })),
  nextStageId: Schema.NullOr(StageId),
}).annotate({ identifier: "StageList" })
export type StageList = typeof StageList.Type
