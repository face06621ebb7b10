import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { dayOf, dayRange, daysOf, wholeDays } from "#server/reporting/report/dayRange.rule.ts"

const context = { today: "2026-11-21", zone: "America/Los_Angeles" }
const refusal = (asked: Parameters<typeof dayRange>[0]) => Result.getOrThrow(Result.flip(dayRange(asked, context)))
const given = (asked: Parameters<typeof dayRange>[0], more = {}) =>
  Result.getOrThrow(dayRange(asked, { ...context, ...more }))

describe("the dates of a report", () => {
  it("are the last 30 days when no one names any", () => {
    expect(given({})).toMatchObject({ startDate: "2026-10-23", endDate: "2026-11-21" })
    expect(daysOf(given({}))).toHaveLength(30)
  })

  it("start with the thing itself when it has a beginning", () => {
    expect(given({}, { earliest: "2026-01-05" })).toMatchObject({ startDate: "2026-01-05", endDate: "2026-11-21" })
    expect(given({ endDate: "2026-01-01" }, { earliest: "2026-01-05" })).toMatchObject({ startDate: "2026-01-01" })
    expect(given({}, { earliest: "2020-01-01" })).toMatchObject({ startDate: "2024-11-21" })
  })

  it("cover whole days of the company's zone, the 25 hours of a clock change included", () => {
    expect(given({ startDate: "2026-11-01", endDate: "2026-11-01" })).toMatchObject({
      from: "2026-11-01T07:00:00.000Z",
      until: "2026-11-02T08:00:00.000Z",
    })
  })

  it("are refused in reverse, for days that do not exist, and beyond two years", () => {
    expect(refusal({ startDate: "2026-11-20", endDate: "2026-11-19" })).toMatchObject({
      problem: "Invalid",
      errors: [{ field: "startDate", message: "The start date lies after the end date. Swap them or choose others." }],
    })
    expect(refusal({ startDate: "2026-12-01" }).message).toContain("after the end date")
    expect(refusal({ startDate: "2026-02-30", endDate: "2026-03-01" }).message).toContain("not a day of the calendar")
    expect(refusal({ endDate: "2026-13-01" }).errors?.[0]?.field).toBe("endDate")
    expect(refusal({ startDate: "2020-01-01" }).message).toBe(
      "A report covers at most 731 days. Choose a shorter range.",
    )
  })

  it("hold every instant that falls on one of their days, and no other", () => {
    const zones = [
      "America/Los_Angeles",
      "America/New_York",
      "Pacific/Honolulu",
      "Europe/Berlin",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) }),
        fc.integer({ min: -3, max: 3 }),
        (zone, millis, offset) => {
          const day = dayOf(millis + offset * 86_400_000, zone)
          const range = wholeDays(day, day, zone)
          const inside = millis >= Date.parse(range.from) && millis < Date.parse(range.until)
          expect(inside).toBe(dayOf(millis, zone) === day)
        },
      ),
      { numRuns: 400 },
    )
  })
})
