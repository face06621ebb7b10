import { describe, expect, it } from "@effect/vitest"
import { figuresOf, percent, seriesOf, type Tally } from "#server/reporting/report/figures.rule.ts"

const tally: Tally = {
  counts: { delivered: 810, replied: 70, optedOut: 20, failed: 40, excluded: 50, stoppedBefore: 10 },
  sent: 940,
  segments: 1_200,
  distinctDelivered: 600,
  distinctOptedOut: 9,
}
const valueOf = (figures: ReturnType<typeof figuresOf>, name: string) => figures.find((figure) => figure.name === name)

describe("the figures of a report", () => {
  it("divide by what their definition says", () => {
    const figures = figuresOf(tally)
    expect(valueOf(figures, "Delivery rate")).toMatchObject({
      value: 95.7,
      unit: "percent",
      definition: "Delivered ÷ sent. 900 of 940.",
    })
    expect(valueOf(figures, "Reply rate")?.value).toBe(10)
    // Different people who opted out ÷ different people delivered to (docs/policy.md#consent-and-opt-out).
    expect(valueOf(figures, "Opt-out rate")).toMatchObject({
      value: 1.5,
      definition: expect.stringContaining("9 of 600"),
    })
  })

  it("have rates next to those of the days before, where there were any", () => {
    const before = { ...tally, counts: { delivered: 450, failed: 50 }, sent: 500 }
    expect(valueOf(figuresOf(tally, before), "Delivery rate")).toMatchObject({ value: 95.7, previous: 90 })
    const nothing = { ...tally, counts: {}, sent: 0, distinctDelivered: 0 }
    expect(valueOf(figuresOf(tally, nothing), "Delivery rate")).not.toHaveProperty("previous")
    expect(valueOf(figuresOf(tally), "Delivery rate")).not.toHaveProperty("previous")
  })

  it("name what is still open only while something is", () => {
    expect(figuresOf(tally).map((figure) => figure.name)).not.toContain("Waiting")
    const open = figuresOf({ ...tally, counts: { ...tally.counts, queued: 3, unknown: 2, cancelled: 1, held: 4 } })
    const parts = ["Delivered", "Failed", "Left out", "Waiting", "Held", "On its way", "Cancelled"]
    expect(parts.map((name) => valueOf(open, name)?.value)).toEqual([900, 40, 60, 3, 4, 2, 1])
    expect(valueOf(open, "People")?.value).toBe(1_010)
  })

  it("say what they count, each", () => {
    for (const figure of figuresOf(tally)) expect(figure.definition.length).toBeGreaterThan(20)
  })

  it("are 0 % of nothing", () => {
    expect(percent(0, 0)).toBe(0)
    expect(percent(1, 3)).toBe(33.3)
  })
})

describe("the chart's series", () => {
  it("has every day once, in order, with zeros where nothing happened", () => {
    const busy = { day: "2026-03-08", delivered: 4, underway: 3, failed: 1, replied: 2, optedOut: 1 }
    const series = seriesOf({ startDate: "2026-03-07", endDate: "2026-03-09" }, [busy])
    const zeros = { delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }
    expect(series).toEqual([{ day: "2026-03-07", ...zeros }, busy, { day: "2026-03-09", ...zeros }])
  })
})
