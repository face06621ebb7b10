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

/** The step that begins a rung; undefined behind the last one. */
export const firstStepOf = (steps: ReadonlyArray<LadderStep>, rung: number): LadderStep | undefined =>
  rungsOf(steps)[rung]?.[0]
