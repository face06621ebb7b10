import { describe, expect, it } from "@effect/vitest"
import { reportedShareNames } from "#schemas/reporting/reportedPeople.ts"
import { figuresOf, percent, seriesOf, type Tally } from "#server/reporting/report/figures.rule.ts"

const no = Object.fromEntries(reportedShareNames.map((share) => [share, 0])) as Tally["people"]
const tally: Tally = {
  everyone: 1_000,
  people: {
    ...{ ...no, leftOut: 60, notAccepted: 1, sent: 939, notDelivered: 39, delivered: 900 },
    ...{ replied: 90, optedOut: 20, failed: 40 },
  },
  costs: { SMS: 1_200 },
  distinctDelivered: 600,
  distinctOptedOut: 9,
}
const valueOf = (figures: ReturnType<typeof figuresOf>, name: string) => figures.find((figure) => figure.name === name)

describe("the figures of a report", () => {
  it("divide by what their definition says", () => {
    const figures = figuresOf(tally)
    expect(valueOf(figures, "Delivery rate")).toMatchObject({
      value: 95.8,
      unit: "percent",
      definition: "Delivered ÷ sent. 900 of 939.",
    })
    expect(valueOf(figures, "Reply rate")?.value).toBe(10)
    // Different people who opted out ÷ different people delivered to (docs/policy.md#consent-and-opt-out).
    expect(valueOf(figures, "Opt-out rate")).toMatchObject({
      value: 1.5,
      definition: expect.stringContaining("9 of 600"),
    })
  })

  it("have rates next to those of the days before, where there were any", () => {
    const before = { ...tally, people: { ...no, delivered: 450, sent: 500 } }
    expect(valueOf(figuresOf(tally, before), "Delivery rate")).toMatchObject({ value: 95.8, previous: 90 })
    const nothing = { ...tally, people: no, distinctDelivered: 0 }
    expect(valueOf(figuresOf(tally, nothing), "Delivery rate")).not.toHaveProperty("previous")
    expect(valueOf(figuresOf(tally), "Delivery rate")).not.toHaveProperty("previous")
  })

  it("name what is still open only while something is", () => {
    expect(figuresOf(tally).map((figure) => figure.name)).not.toContain("Waiting")
    const people = { ...tally.people, waiting: 3, underway: 2, cancelled: 1, held: 4 }
    const open = figuresOf({ ...tally, people })
    expect(["Waiting", "Held", "On its way", "Cancelled"].map((name) => valueOf(open, name)?.value)).toEqual([
      3, 4, 2, 1,
    ])
  })

  it("set apart those whose text the carrier did not take from those whom it did not reach", () => {
    const named = (name: string) => valueOf(figuresOf(tally), name)?.value
    expect(["Sent", "Delivered", "Not delivered", "Not accepted", "Failed"].map(named)).toEqual([939, 900, 39, 1, 40])
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
    const busy = { day: "2026-03-08", sent: 8, delivered: 4, underway: 3, failed: 1, replied: 2, optedOut: 1 }
    const series = seriesOf({ startDate: "2026-03-07", endDate: "2026-03-09" }, [busy])
    const zeros = { sent: 0, delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }
    expect(series).toEqual([{ day: "2026-03-07", ...zeros }, busy, { day: "2026-03-09", ...zeros }])
  })
})
