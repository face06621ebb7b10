import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instantsOfWall, repetitionOf, shortZoneName } from "#schemas/repeatedTime.ts"
import { clockChanges, instantsOf } from "#server/scheduling/schedules/wallTime.rule.ts"

/** Zones with and without summer time, in both hemispheres, with half hours, and with changes of less than an hour. */
const zones = [
  ...["America/New_York", "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "America/Santiago"],
  ...["Europe/London", "Europe/Berlin", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu"],
  ...["Australia/Lord_Howe", "Pacific/Chatham"],
]
const span = ["2024-11-25", "2028-11-25"] as const

/** Days on which clocks change, and any others. */
const dayOf = (zone: string) => {
  const changes = clockChanges(...span, zone).map(({ date }) => date)
  const any = fc.integer({ min: 0, max: 4 * 365 }).map((days) => new Date(Date.UTC(2024, 10, 25 + days)))
  const days = any.map((day) => day.toISOString().slice(0, 10))
  return changes.length === 0 ? days : fc.oneof(days, fc.constantFrom(...changes))
}
const wall = fc.constantFrom(...zones).chain((zone) =>
  fc.record({
    zone: fc.constant(zone),
    date: dayOf(zone),
    start: fc.integer({ min: 0, max: 4 * 24 - 1 }).map((quarter) => {
      const minutes = quarter * 15
      return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
    }),
  }),
)

describe("a time that the clock shows twice", () => {
  it("is the same instants in the browser as on the server, in every zone and on every day", () => {
    fc.assert(
      fc.property(wall, ({ zone, date, start }) => {
        const stored = [false, true].flatMap((isLater) => {
          const at = instantsOf({ date, start, end: start, isLater }, zone)
          return at === undefined ? [] : [Date.parse(at.startsAt)]
        })
        expect(instantsOfWall(date, start, zone)).toEqual(stored)
      }),
      { numRuns: 1_000 },
    )
  })

  it("is named as the first or the second, and no other time is", () => {
    fc.assert(
      fc.property(wall, ({ zone, date, start }) => {
        const moments = instantsOfWall(date, start, zone)
        const named = moments.map((at) => repetitionOf(at, zone))
        expect(named).toEqual(moments.length === 2 ? ["first", "second"] : moments.map(() => undefined))
      }),
      { numRuns: 1_000 },
    )
  })

  it("is told apart by the short name of its zone", () => {
    const [first = 0, second = 0] = instantsOfWall("2027-11-07", "01:30", "America/New_York")
    expect([first, second].map((at) => shortZoneName(at, "America/New_York", "en-US"))).toEqual(["EDT", "EST"])
    expect(repetitionOf(second + 3_600_000, "America/New_York")).toBeUndefined()
  })
})
