import { describe, expect, it } from "vitest"
import { ladderProblems, type StepFacts } from "#machines/lifecycles/ladder/ladderChecks.ts"
import { ladderPaths } from "#machines/lifecycles/ladder/ladderPaths.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

const ladder = (...steps: ReadonlyArray<LadderStep>) => ({ steps, stops: ["booked"] as const, mostTouches: 6 })
const facts = { tries: 1, optsOut: true, books: false }

const problemsOf = (
  steps: ReadonlyArray<LadderStep>,
  factsOf: (step: LadderStep) => StepFacts = () => facts,
): ReadonlyArray<readonly [string, number | null, boolean]> =>
  ladderProblems(ladder(...steps), factsOf).map(({ check, stepId, blocks }) => [check, stepId, blocks] as const)

describe("a step for those who have not opened a link", () => {
  const steps = [ladderStep(1), ladderStep(2, { onlyIf: "notClicked" }), ladderStep(3)]

  it("asks for a text before it that has one, and names the step where none has", () => {
    expect(problemsOf(steps)).toEqual([["conditionsKnown", 2, true]])
    const withLink = (stepId: number) => problemsOf(steps, (step) => ({ ...facts, books: step.stepId === stepId }))
    expect(withLink(1)).toEqual([])
    expect(withLink(2)).toEqual([["conditionsKnown", 2, true]])
    expect(withLink(3)).toEqual([["conditionsKnown", 2, true]])
  })

  it("says nothing of a text that is not chosen yet", () => {
    expect(problemsOf(steps, ({ stepId }) => (stepId === 1 ? undefined : facts))).toEqual([["stepsCanGo", 1, true]])
  })

  it("is passed by who opened it, and the ladder goes on for them", () => {
    const ways = ladderPaths(ladder(...steps)).map(({ touches, end }) => [touches.map(({ step }) => step.stepId), end])
    expect(ways).toContainEqual([[1, 3], "noAnswer"])
    expect(ways).toContainEqual([[1, 2, 3], "noAnswer"])
  })
})
