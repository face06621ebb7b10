import { describe, expect, it } from "vitest"
import { wayThrough } from "#server/demo/histories.ts"

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`
const actor = "Admin View"

describe("the way through a lifecycle", () => {
  it("is one step for equal steps in a row, with the time of the first and of the last", () => {
    const types = ["ListFileUploaded", "ImportCheckStarted", "ImportBatchChecked", "ImportBatchChecked"]
    const { state, steps } = wayThrough(
      "import",
      [...types, "ImportBatchChecked", "ImportChecked"].map((type, minute) => ({ type, at: at(minute), actor })),
    )
    expect(state).toBe("checked")
    expect(steps.map(({ type, times }) => [type, times])).toEqual([
      ["ListFileUploaded", 1],
      ["ImportCheckStarted", 1],
      ["ImportBatchChecked", 3],
      ["ImportChecked", 1],
    ])
    expect(steps[2]).toMatchObject({ from: "checking", to: "checking", at: at(2), until: at(4) })
  })

  it("keeps equal steps of two people apart", () => {
    const revised = ["Ada", "Ben"].map((name) => ({ type: "TemplateRevised", at: at(1), actor: name }))
    const { steps } = wayThrough("template", [{ type: "TemplateDrafted", at: at(0), actor: "Ada" }, ...revised])
    expect(steps).toHaveLength(3)
  })

  it("stays where the chart has no such arrow: the record is shown as it is", () => {
    const { state, steps } = wayThrough("campaign", [{ type: "CampaignPaused", at: at(0), actor }])
    expect([state, steps[0]?.from, steps[0]?.to]).toEqual(["reserved", "reserved", "reserved"])
  })
})
