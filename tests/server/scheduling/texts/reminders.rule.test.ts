import { Temporal } from "temporal-polyfill"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dueReminder, reminderAt, startsWithin } from "#server/scheduling/texts/reminders.rule.ts"
import { whenWords } from "#server/scheduling/texts/whenWords.rule.ts"
import { defaultReminders } from "#schemas/scheduling/appointmentText.ts"

const zones = ["America/New_York", "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo"]
const hour = 3_600_000
const start = "2026-11-23T17:00:00.000Z"
const planned = { startsAt: start, zone: "America/Los_Angeles", since: "2026-11-18T17:00:00.000Z" }
const before = (millis: number): number => Date.parse(start) - millis

describe("reminders", () => {
  it("go days before at the same time on the wall, across every change of the clock, and hours before by length", () => {
    const minutes = fc.integer({ min: Date.parse("2025-01-01") / 60_000, max: Date.parse("2028-12-31") / 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, fc.integer({ min: 1, max: 30 }), (zone, at, amount) => {
        const startsAt = new Date(at * 60_000).toISOString()
        const wall = (millis: number) =>
          Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone).toPlainDateTime()
        const due = reminderAt({ amount, unit: "days" }, { startsAt, zone })
        const wanted = wall(at * 60_000).subtract({ days: amount })
        // A time that the clock skipped on that day is told an hour, or half of one, later.
        const skipped = !wanted.toZonedDateTime(zone).toPlainDateTime().equals(wanted)
        if (!skipped) expect(wall(due).toString()).toBe(wanted.toString())
        expect(reminderAt({ amount, unit: "hours" }, { startsAt, zone })).toBe(at * 60_000 - amount * hour)
      }),
      { numRuns: 2_000 },
    )
  })

  it("are looked for wherever one may be due", () => {
    const minutes = fc.integer({ min: Date.parse("2026-01-01") / 60_000, max: Date.parse("2027-12-31") / 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, fc.nat(59), (zone, at, late) => {
        const startsAt = new Date(at * 60_000).toISOString()
        for (const step of defaultReminders) {
          const { from, to } = startsWithin(step, reminderAt(step, { startsAt, zone }) + late * 60_000)
          expect(at * 60_000 > from && at * 60_000 <= to).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("are due for an hour from their time, the latest alone, and none from the start on", () => {
    const due = (now: number, more: Partial<typeof planned> = {}) =>
      dueReminder(defaultReminders, { ...planned, ...more }, now)
    expect(due(before(72 * hour) - 1)).toBeUndefined()
    expect(due(before(72 * hour))).toEqual({ amount: 3, unit: "days" })
    expect(due(before(71 * hour))).toBeUndefined()
    expect(due(before(2 * hour))).toEqual({ amount: 2, unit: "hours" })
    const close = [
      { amount: 90, unit: "minutes" },
      { amount: 1, unit: "hours" },
    ] as const
    expect(dueReminder(close, planned, before(hour))).toEqual({ amount: 1, unit: "hours" })
    expect(dueReminder([{ amount: 1, unit: "minutes" }], planned, before(0))).toBeUndefined()
  })

  it("whose time had passed when the appointment was booked are none", () => {
    const since = new Date(before(hour + 1)).toISOString()
    expect(dueReminder(defaultReminders, { ...planned, since }, before(hour + 1))).toBeUndefined()
  })

  it("name day and time on the wall of the location in plain letters", () => {
    expect(whenWords(start, "America/Los_Angeles", "en")).toEqual({
      appointmentDate: "Monday, November 23",
      appointmentTime: "9:00 AM",
    })
    const twice = ["2026-11-01T08:30:00Z", "2026-11-01T09:30:00Z"]
    const times = twice.map((at) => whenWords(at, "America/Los_Angeles", "en").appointmentTime)
    expect(times).toEqual(["1:30 AM PDT", "1:30 AM PST"])
    expect(Object.values(whenWords(start, "America/New_York", "es")).join(" ")).toMatch(/^[ -~ñéíóáú]+$/u)
  })
})
