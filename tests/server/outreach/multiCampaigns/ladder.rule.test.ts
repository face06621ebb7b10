import { describe, expect, it } from "vitest"
import { skippedSteps } from "#server/outreach/multiCampaigns/ladder.rule.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

const steps = [
  ladderStep(1),
  ladderStep(2, { onlyIf: "noReply" }),
  ladderStep(3, { onlyIf: "notBooked", start: "parallel", waitMinutes: 60 }),
  ladderStep(4, { onlyIf: "notClicked" }),
]
const skipped = (atRung: number, isUnderway: boolean, came: ReadonlyArray<number>) =>
  skippedSteps(steps, { atRung, isUnderway }, came).map(({ stepId }) => stepId)

describe("the steps that passed a person by", () => {
  it("are those with a condition of the rungs that have begun, which gave them nothing", () => {
    expect(skipped(0, false, [])).toEqual([])
    expect(skipped(1, false, [1])).toEqual([])
    expect(skipped(2, false, [1, 3])).toEqual([2])
    expect(skipped(3, false, [1])).toEqual([2, 3, 4])
  })

  it("leave out what everyone gets: who has nothing by it did not come so far", () => {
    expect(skipped(1, true, [])).toEqual([])
  })

  it("leave out a parallel step that may still come, or that an end cut off", () => {
    expect(skipped(2, true, [1])).toEqual([2])
    expect(skipped(3, true, [1, 2])).toEqual([3, 4])
  })
})
