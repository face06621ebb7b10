import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { clockChanges, dateAt, datesOf, instantsOf } from "#server/scheduling/schedules/wallTime.rule.ts"

/** Zones with and without summer time, in both hemispheres, with half hours, and with changes of less than an hour. */
const zones = [
  ...["America/New_York", "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "America/Santiago"],
  ...["Europe/London", "Europe/Berlin", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu"],
  ...["Australia/Lord_Howe", "Pacific/Chatham"],
]

const hour = 3_600_000
const wallOf = (zone: string) => {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    ...({
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    } as const),
  })
  return (millis: number) => parts.format(millis).replace(",", "")
}

/** When the clock shows a time, found by looking at it every 15 minutes of the days around. */
const seen = (date: string, time: string, zone: string): ReadonlyArray<string> => {
  const show = wallOf(zone)
  const noon = Date.parse(`${date}T12:00:00Z`)
  return Array.from({ length: 4 * 60 }, (_, place) => noon - 30 * hour + place * (hour / 4))
    .filter((millis) => show(millis) === `${date} ${time}`)
    .map((millis) => new Date(millis).toISOString())
}

const date = fc
  .integer({ min: 0, max: 4 * 365 })
  .map((days) => new Date(Date.UTC(2024, 10, 22) + days * 24 * hour).toISOString().slice(0, 10))
const time = fc
  .integer({ min: 0, max: 4 * 23 })
  .map((quarter) => `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][quarter % 4]}`)

describe("a time on the wall", () => {
  it("is the instants at which the zone’s clock shows it: none, one or two", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), date, time, (zone, on, at) => {
        const [first, second] = seen(on, at, zone)
        const span = { date: on, start: at, end: "23:59" }
        expect(instantsOf(span, zone)?.startsAt).toBe(first)
        expect(instantsOf({ ...span, isLater: true }, zone)?.startsAt).toBe(second)
      }),
      { numRuns: 300 },
    )
  })

  it("is not there in the hour that is skipped, and is two instants in the hour that is repeated", () => {
    const zone = "America/New_York"
    expect(instantsOf({ date: "2027-03-14", start: "02:30", end: "03:00" }, zone)).toBeUndefined()
    expect(instantsOf({ date: "2027-03-14", start: "01:30", end: "02:30" }, zone)).toBeUndefined()
    const repeated = { date: "2027-11-07", start: "01:30", end: "02:00" }
    expect(instantsOf(repeated, zone)).toEqual({
      startsAt: "2027-11-07T05:30:00.000Z",
      endsAt: "2027-11-07T06:00:00.000Z",
    })
    expect(instantsOf({ ...repeated, isLater: true }, zone)).toEqual({
      startsAt: "2027-11-07T06:30:00.000Z",
      endsAt: "2027-11-07T07:00:00.000Z",
    })
    expect(instantsOf({ date: "2027-11-08", start: "01:30", end: "02:00", isLater: true }, zone)).toBeUndefined()
  })

  it("stays the same from week to week, whatever the clocks do", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), date, (zone, on) => {
        const at = instantsOf({ date: on, start: "09:00", end: "09:30" }, zone)?.startsAt ?? ""
        expect(wallOf(zone)(Date.parse(at))).toBe(`${on} 09:00`)
        expect(dateAt(Date.parse(at), zone)).toBe(on)
      }),
    )
  })
})

describe("a span of days", () => {
  it("has each day once", () => {
    expect(datesOf("2028-02-27", "2028-03-01")).toEqual(["2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"])
    expect(datesOf("2026-11-23", "2026-11-22")).toEqual([])
  })

  it("names the days on which the clocks change, and by how much", () => {
    expect(clockChanges("2026-11-22", "2027-12-31", "America/New_York")).toEqual([
      { date: "2027-03-14", minutes: 60 },
      { date: "2027-11-07", minutes: -60 },
    ])
    expect(clockChanges("2027-03-14", "2027-03-14", "America/New_York")).toHaveLength(1)
    expect(clockChanges("2026-01-01", "2027-12-31", "America/Phoenix")).toEqual([])
    expect(clockChanges("2027-04-01", "2027-04-30", "Australia/Lord_Howe")).toEqual([
      { date: "2027-04-04", minutes: -30 },
    ])
  })
})
