import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { releaseAt as releaseIn, sendingHours } from "#server/outreach/sendingHours/quietHours.rule.ts"

const releaseAt = (now: number, zone: string) => releaseIn(now, [zone]).at

const zones = [
  "America/New_York",
  "America/Los_Angeles",
  "America/Phoenix",
  "America/St_Johns",
  "Pacific/Honolulu",
  "Europe/London",
  "Europe/Dublin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Sao_Paulo",
  "UTC",
]

const wall = (millis: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone)
const isOpen = (millis: number, zone: string): boolean => wall(millis, zone).hour >= 8 && wall(millis, zone).hour < 21

const moment = fc.integer({ min: Date.parse("2024-01-01T00:00Z"), max: Date.parse("2029-01-01T00:00Z") })
/** Moments around changes of the clock are hit on purpose. */
const nearChange = fc
  .tuple(fc.constantFrom(...zones), moment, fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 }))
  .map(([zone, from, away]) => {
    const change = wall(from, zone).getTimeZoneTransition("next")
    return [zone, (change === null ? from : change.epochMilliseconds) + away] as const
  })
const anywhere = fc.oneof(fc.tuple(fc.constantFrom(...zones), moment), nearChange)

describe("quiet hours", () => {
  it("let a text leave exactly between 8:00 and 21:00 on the person's wall clock", () => {
    fc.assert(
      fc.property(anywhere, ([zone, now]) => {
        expect(releaseAt(now, zone) === null).toBe(isOpen(now, zone))
      }),
      { numRuns: 3_000 },
    )
  })

  it("release at the next opening: allowed then, and at no moment before", () => {
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0, max: 1, noNaN: true }), ([zone, now], share) => {
        const release = releaseAt(now, zone)
        if (release === null) return
        expect(release).toBeGreaterThan(now)
        expect(release - now).toBeLessThanOrEqual(13 * 3_600_000)
        expect(wall(release, zone).toPlainTime().toString()).toBe("08:00:00")
        expect(releaseAt(release, zone)).toBeNull()
        expect(isOpen(now + Math.floor((release - now) * share * 0.999_999), zone)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    // The night is an hour shorter, or longer, where the clock changes in it.
    ["America/New_York", "2026-03-08T02:00:00Z", "2026-03-08T12:00:00.000Z"],
    ["America/New_York", "2026-11-01T02:00:00Z", "2026-11-01T13:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-04-04T12:00:00Z", "2026-04-04T21:30:00.000Z"],
    ["Asia/Kathmandu", "2026-06-01T00:00:00Z", "2026-06-01T02:15:00.000Z"],
  ])("in %s at %s hold until %s", (zone, now, release) => {
    expect(new Date(releaseAt(Date.parse(now), zone) ?? 0).toISOString()).toBe(release)
  })

  const several = fc.uniqueArray(fc.constantFrom(...zones), { minLength: 2, maxLength: 5 })

  it("let a text leave to a number of several zones exactly when every one of them is open", () => {
    fc.assert(
      fc.property(several, moment, (places, now) => {
        expect(releaseIn(now, places).at === null).toBe(places.every((zone) => isOpen(now, zone)))
      }),
      { numRuns: 1_000 },
    )
  })

  it("hold to the first moment that every zone allows, and for ever where there is none", () => {
    const minute = 60_000
    fc.assert(
      fc.property(several, moment, (places, now) => {
        const { at } = releaseIn(now, places)
        if (at === null) return
        // Doors open and close on the quarter of an hour: every one of a week is looked at, in which clocks may change.
        const first = Math.ceil(now / (15 * minute)) * 15 * minute
        const quarters = Array.from({ length: 7 * 96 }, (_, index) => first + index * 15 * minute)
        const open = quarters.find((quarter) => places.every((zone) => isOpen(quarter, zone)))
        expect(at).toBe(open ?? Infinity)
      }),
      { numRuns: 150 },
    )
  })

  it("are the western zone’s in the morning and the eastern one’s in the evening", () => {
    const [east, west] = ["America/New_York", "Pacific/Honolulu"]
    const at = (iso: string) => releaseIn(Date.parse(iso), [east, west])
    expect(at("2026-06-01T12:00:00Z")).toEqual({ at: Date.parse("2026-06-01T18:00:00Z"), zone: west })
    expect(at("2026-06-01T18:00:00Z").at).toBeNull()
    expect(at("2026-06-02T01:00:00Z").at).toBe(Date.parse("2026-06-02T18:00:00Z"))
  })

  it("look again after a week of holidays, and never open where zones have no hour in common or none is known", () => {
    const now = Date.parse("2026-06-01T00:00:00Z")
    const week = Array.from({ length: 12 }, (_, day) => `2026-06-${String(day + 1).padStart(2, "0")}`)
    const closed = sendingHours({ from: "08:00", to: "21:00" }, ["2026-05-31", ...week])
    expect(releaseIn(now, ["America/New_York", "America/Chicago"], closed).at).toBe(Date.parse("2026-06-08T00:00:00Z"))
    const short = sendingHours({ from: "09:00", to: "12:00" }, week)
    expect(releaseIn(now, ["America/New_York", "Pacific/Honolulu"], short).at).toBe(Infinity)
    expect(releaseIn(now, []).at).toBe(Infinity)
  })
})
