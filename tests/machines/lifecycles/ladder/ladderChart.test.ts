import { expect, it } from "vitest"
import type { AnyStateMachine } from "xstate"
import { ladderChart } from "#machines/lifecycles/ladder/ladder.chart.ts"
import { mermaidOf } from "#machines/mermaid.ts"
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

it("Every arrow of a ladder's chart says in words what happens, whatever stops it", () => {
  const steps = [ladderStep(1), ladderStep(2, { onlyIf: "notClicked" })]
  for (const stops of [[], ["replied", "booked", "confirmed"]] as const) {
    const drawn = mermaidOf(ladderChart({ steps, stops, mostTouches: 6 }) as unknown as AnyStateMachine)
    const said = [...drawn.matchAll(/ --> \w+ : (.+)$/gmu)].map(([, label]) => label)
    expect(said).toEqual(
      expect.arrayContaining(["The time has come, gets a step", "Is reached", "Replies", "Opens a link"]),
    )
    // A program's name has a capital inside, a guard brackets and an action a slash.
    expect(said.filter((label) => /[a-z][A-Z]|[[\]/]/u.test(label ?? ""))).toEqual([])
  }
})
