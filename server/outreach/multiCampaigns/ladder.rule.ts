import { ladderProblems, type LadderProblem, type StepFacts } from "#machines/lifecycles/ladder/ladderChecks.ts"
import { rungsOf } from "#machines/lifecycles/ladder/rungs.ts"
import type { Ladder, LadderStep } from "#schemas/outreach/ladder.ts"

/** What depends on the templates of a step as they are now. */
const ofTemplates: ReadonlyArray<LadderProblem["check"]> = ["stepsCanGo", "optOutReachable", "testsTell"]

/**
 * What keeps a ladder from being launched or changed.
 * @param factsOf what is known of the template and the number of a step
 * @param kept the steps that send the versions that they were launched with, whatever becomes of their templates
 */
export const blockingProblems = (
  ladder: Pick<Ladder, "steps" | "stops" | "mostTouches">,
  factsOf: (step: LadderStep) => StepFacts,
  kept: ReadonlyArray<number> = [],
): ReadonlyArray<LadderProblem> => {
  const isKept = ({ check, stepId }: LadderProblem) =>
    stepId !== null && kept.includes(stepId) && ofTemplates.includes(check)
  return ladderProblems(ladder, factsOf).filter((problem) => problem.blocks && !isKept(problem))
}

/** How many rungs have begun for those who came to a step last; 0 for the step 0, which is none. */
export const rungOfStep = (steps: ReadonlyArray<LadderStep>, stepId: number): number =>
  rungsOf(steps).findIndex((rung) => rung.some((step) => step.stepId === stepId)) + 1

/** The step that a person came to last, by how many rungs have begun for them; 0 before the first. */
export const lastStepAt = (steps: ReadonlyArray<LadderStep>, atRung: number): number =>
  rungsOf(steps)[atRung - 1]?.at(-1)?.stepId ?? 0

/** The steps of the rung that a person came to last; none before the first. */
export const rungAt = (steps: ReadonlyArray<LadderStep>, atRung: number): ReadonlyArray<LadderStep> =>
  rungsOf(steps)[atRung - 1] ?? []

/** The step that begins a rung; undefined behind the last one. */
export const firstStepOf = (steps: ReadonlyArray<LadderStep>, rung: number): LadderStep | undefined =>
  rungsOf(steps)[rung]?.[0]

/**
 * The steps that passed a person by. A step of a rung that has begun is passed by only where its condition is not met;
 * but one that begins later than its rung may still come while the rung is under way, and an end may have cut it off.
 * @param place how many rungs have begun for the person, and whether the last of them may be under way still
 * @param came the steps that they came to
 */
export const skippedSteps = (
  steps: ReadonlyArray<LadderStep>,
  { atRung, isUnderway }: { readonly atRung: number; readonly isUnderway: boolean },
  came: ReadonlyArray<number>,
): ReadonlyArray<LadderStep> =>
  rungsOf(steps)
    .slice(0, atRung)
    .flatMap((rung, index) => (isUnderway && index === atRung - 1 ? rung.slice(0, 1) : rung))
    .filter(({ stepId, onlyIf }) => onlyIf !== "always" && !came.includes(stepId))
