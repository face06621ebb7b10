import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callLayout } from "#machines/lifecycles/calls/callLayout.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const places = (flow: typeof fluShotCall) =>
  Object.fromEntries(callLayout(flow).steps.map(({ step, row, column }) => [step.stepId, [row, column]]))

describe("the picture of a call flow", () => {
  it("puts each step below those that lead to it, beside the others of its row", () => {
    expect(places(fluShotCall)).toEqual({
      1: [0, 0],
      2: [1, 0],
      3: [2, 0],
      4: [3, 0],
      5: [2, 1],
      6: [2, 2],
      7: [4, 0],
      8: [5, 0],
    })
  })

  it("has a line for each key and each step, and knows which lead back", () => {
    const { lines } = callLayout(fluShotCall)
    expect(lines.filter(({ from }) => from === 2).map(({ label, to }) => [label, to])).toEqual([
      ["1", 3],
      ["2", 4],
      ["3", 5],
      ["9", 6],
      ["otherwise", 8],
    ])
    expect(lines.filter(({ back }) => back)).toEqual([{ from: 5, to: 2, label: null, back: true }])
    expect(lines.some(({ from }) => from === 8)).toBe(false)
  })

  it("shows a step that nothing follows by a line to nowhere, and one that nothing leads to at the top", () => {
    const steps = [
      { _tag: "Say", stepId: 1, name: "Alone", prompt: { _tag: "Speech", text: "Hello." }, next: 9 },
      { _tag: "HangUp", stepId: 2, name: "End" },
    ] as const
    const { lines } = callLayout({ ...fluShotCall, steps })
    expect(lines).toEqual([{ from: 1, to: null, label: null, back: false }])
    expect(places({ ...fluShotCall, steps })).toEqual({ 1: [0, 0], 2: [0, 1] })
  })

  it("places every step once, and lets no line but those marked lead up or along a row", () => {
    fc.assert(
      fc.property(anyCallFlow, (flow) => {
        const { steps, lines } = callLayout(flow)
        expect(new Set(steps.map(({ row, column }) => `${row},${column}`)).size).toBe(flow.steps.length)
        const rowOf = (id: number) => steps.find(({ step }) => step.stepId === id)?.row ?? -1
        for (const { from, to, back } of lines) if (to !== null) expect(rowOf(to) > rowOf(from)).toBe(!back)
      }),
    )
  })
})
