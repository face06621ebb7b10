import { expect, it } from "vitest"
import { ladderChart } from "#machines/lifecycles/ladder/ladder.chart.ts"
import { ladderStep } from "#tests/support/ladderSamples.ts"

it("A ladder's chart counts steps by their places, not by the numbers that they keep when they are moved, with waits and conditions", () => {
  const steps = [
    ladderStep(3, { waitMinutes: 0 }),
    ladderStep(1, { waitMinutes: 2_880, onlyIf: "notBooked" }),
    ladderStep(7, { start: "parallel" }),
  ]
  const { states } = ladderChart({ steps, stops: ["booked"], mostTouches: 6 })
  expect(["wait1", "rung1", "wait2", "rung2"].map((name) => states[name]?.description)).toEqual([
    "At once step 1.",
    "Gets step 1.",
    "After 2 days step 2 for those who have not booked and step 3.",
    "Gets step 2 and 3.",
  ])
})
