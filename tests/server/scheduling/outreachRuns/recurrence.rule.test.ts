import * as fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import type { Recurrence, Week } from "#schemas/scheduling/recurrence.ts"
import type { Weekday } from "#schemas/scheduling/schedule.ts"
import { dateAfter, datesBetween, nextDates, plannedOn } from "#server/scheduling/outreachRuns/recurrence.rule.ts"
import { weekly } from "#tests/support/outreachRunSamples.ts"

const weekdayOf = (day: Temporal.PlainDate): number => day.dayOfWeek % 7
const sundayOf = (day: Temporal.PlainDate) => day.subtract({ days: weekdayOf(day) })

/** Whether a rule names a day, told by looking at the day alone: how far it is from the first, and its place in the month. */
const isNamed = (rule: Recurrence, day: Temporal.PlainDate): boolean => {
  const first = Temporal.PlainDate.from(rule.firstDate)
  const days = first.until(day).days
  if (rule.frequency === "once") return days === 0
  if (rule.frequency === "daily") return days % rule.interval === 0
  if (rule.frequency === "weekly") {
    const weeks = sundayOf(first).until(sundayOf(day)).days / 7
    return weeks % rule.interval === 0 && rule.weekdays.some((weekday) => weekday === weekdayOf(day))
  }
  const months = (day.year - first.year) * 12 + day.month - first.month
  if (months % rule.interval !== 0) return false
  const fromEnd = day.daysInMonth - day.day
  if (rule.monthlyBy === "day") return rule.monthDay === -1 ? fromEnd === 0 : day.day === rule.monthDay
  if (weekdayOf(day) !== rule.monthWeekday) return false
  return rule.monthWeek === -1 ? fromEnd < 7 : Math.ceil(day.day / 7) === rule.monthWeek
}

/** The dates of a rule within two years of its first, day by day. */
const model = (rule: Recurrence): ReadonlyArray<string> => {
  const first = Temporal.PlainDate.from(rule.firstDate)
  const named = Array.from({ length: 730 }, (_, days) => first.add({ days }))
    .filter((day) => isNamed(rule, day))
    .map(String)
  const isEndless = rule.frequency === "once" || rule.ends === "never"
  if (isEndless) return named
  return rule.ends === "after"
    ? named.slice(0, rule.count ?? 0)
    : named.filter((date) => date <= (rule.untilDate ?? ""))
}

const anyDate = fc
  .integer({ min: 0, max: 1500 })
  .map((days) => Temporal.PlainDate.from("2025-01-01").add({ days }).toString())
const weekday = fc.integer({ min: 0, max: 6 }).map((day) => day as Weekday)
const rules: fc.Arbitrary<Recurrence> = fc
  .record({
    firstDate: anyDate,
    frequency: fc.constantFrom("once", "daily", "weekly", "monthly"),
    interval: fc.integer({ min: 1, max: 14 }),
    weekdays: fc.uniqueArray(weekday, { minLength: 1 }),
    monthlyBy: fc.constantFrom("day", "weekday"),
    monthDay: fc.constantFrom(1, 15, 28, 29, 30, 31, -1),
    monthWeek: fc.constantFrom<Week>(1, 2, 3, 4, -1),
    monthWeekday: weekday,
    ends: fc.constantFrom("never", "on", "after"),
    until: fc.integer({ min: 0, max: 700 }),
    count: fc.integer({ min: 1, max: 40 }),
  } as const)
  .map(({ until, ...rule }) => ({
    ...rule,
    monthDay: rule.monthDay as Recurrence["monthDay"],
    untilDate: Temporal.PlainDate.from(rule.firstDate).add({ days: until }).toString(),
  }))

const zones = ["America/New_York", "America/Phoenix", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "UTC"]
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"))

describe("the dates of a recurrence", () => {
  it("are those that each day by itself says, from the first date to two years later", () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const last = Temporal.PlainDate.from(rule.firstDate).add({ days: 729 }).toString()
        expect(datesBetween(rule, rule.firstDate, last)).toEqual(model(rule))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it("come one after the other, each the next after the one before", () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 400 }), (rule, days) => {
        const day = Temporal.PlainDate.from(rule.firstDate).add({ days }).toString()
        const next = model(rule).find((date) => date > day)
        if (next !== undefined) expect(dateAfter(rule, day)).toBe(next)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it("are none of a rule that never comes to a day", () => {
    const never = { ...weekly, frequency: "monthly", interval: 12, monthDay: 30, firstDate: "2026-02-01" } as const
    expect(dateAfter(never, "2026-01-01")).toBeUndefined()
    expect(datesBetween(never, "2026-01-01", "2026-12-31")).toEqual([])
  })
})

describe("the moment of a date", () => {
  it("shows the wall time of its zone on its day, or the first time after a gap, whatever clocks do", () => {
    fc.assert(
      fc.property(anyDate, times, fc.constantFrom(...zones), (date, time, timezone) => {
        const planned = plannedOn(date, { ...weekly, time, timezone })
        const shown = Temporal.Instant.from(planned.at).toZonedDateTimeISO(timezone).toPlainDateTime()
        const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
        if (planned.note !== "skipped") {
          expect(shown.toString()).toBe(wall.toString())
          return
        }
        const minuteBefore = Temporal.Instant.from(planned.at).subtract({ minutes: 1 }).toZonedDateTimeISO(timezone)
        expect(Temporal.PlainDateTime.compare(minuteBefore.toPlainDateTime(), wall)).toBe(-1)
        expect(Temporal.PlainDateTime.compare(shown, wall)).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  it("is 3:00 AM where the clock skips 2:30 AM, and the first 1:30 AM where it shows two", () => {
    expect(plannedOn("2027-03-14", { ...weekly, time: "02:30" })).toEqual({
      ...{ date: "2027-03-14", at: "2027-03-14T07:00:00.000Z", note: "skipped" },
    })
    expect(plannedOn("2026-11-01", { ...weekly, time: "01:30" })).toEqual({
      ...{ date: "2026-11-01", at: "2026-11-01T05:30:00.000Z", note: "repeated" },
    })
  })

  it("keeps the last Friday at nine through a clock change", () => {
    const lastFriday = {
      ...weekly,
      frequency: "monthly",
      monthlyBy: "weekday",
      monthWeek: -1,
      monthWeekday: 5,
    } as const
    const next = nextDates(lastFriday, { day: null, after: "2027-01-30T00:00:00.000Z", most: 2 })
    expect(next.map(({ at }) => at)).toEqual(["2027-02-26T14:00:00.000Z", "2027-03-26T13:00:00.000Z"])
  })
})
