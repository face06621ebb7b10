import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callPicture } from "#views/outreach/callPicture.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const overlaps = (one: number, other: number, length: number): boolean => Math.abs(one - other) < length

describe("the picture of a call flow", () => {
  it("lays no step over another, and draws all of it within its frame", () => {
    fc.assert(
      fc.property(anyCallFlow, (flow) => {
        const { steps, box, width, height, lines } = callPicture(flow)
        for (const [index, one] of steps.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(0)
          expect(one.x + box.width).toBeLessThanOrEqual(width)
          expect(one.y + box.height).toBeLessThanOrEqual(height)
          for (const other of steps.slice(index + 1))
            expect(overlaps(one.x, other.x, box.width) && overlaps(one.y, other.y, box.height)).toBe(false)
        }
        for (const { label } of lines) expect(label.y).toBeLessThanOrEqual(height)
      }),
    )
  })

  it("draws the ways of a step to one place as one line, with all their keys", () => {
    const keys = [
      { key: "1", next: 3 },
      { key: "2", next: 3 },
      { key: "9", next: 6 },
    ] as const
    const steps = fluShotCall.steps.map((step) => (step._tag === "Menu" ? { ...step, keys } : step))
    const ofMenu = callPicture({ ...fluShotCall, steps }).lines.filter(({ from }) => from === 2)
    expect(ofMenu.map(({ to, labels }) => [to, labels])).toEqual([
      [3, ["1", "2"]],
      [6, ["9"]],
      [8, ["otherwise"]],
    ])
  })

  it("marks where nothing follows", () => {
    const steps = fluShotCall.steps.map((step) => (step.stepId === 5 ? { ...step, next: null } : step)) as never
    expect(callPicture({ ...fluShotCall, steps }).lines.find(({ to }) => to === null)).toMatchObject({ from: 5 })
  })
})
