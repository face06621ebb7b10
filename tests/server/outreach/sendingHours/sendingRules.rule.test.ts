import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import {
  longestHoldDays,
  releaseAt as releaseIn,
  type SendingHours,
} from "#server/outreach/sendingHours/quietHours.rule.ts"
import {
  hoursIn,
  lawRules,
  readyRules,
  releaseTo,
  type SendingRules,
} from "#server/outreach/sendingHours/sendingRules.rule.ts"

const zone = "America/New_York"
const releaseAt = (now: number, hours: SendingHours) => releaseIn(now, [zone], hours).at
const hoursBy = (given: SendingRules) => readyRules(given).hoursOf
const wall = (millis: number) => Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone)

const moment = fc.integer({ min: Date.parse("2026-02-01T00:00Z"), max: Date.parse("2026-12-01T00:00Z") })
const hour = fc.integer({ min: 8, max: 21 }).map((value) => `${String(value).padStart(2, "0")}:00`)
const window = fc.tuple(hour, hour).filter(([from, to]) => from < to)

const rules = fc
  .record({
    company: window,
    state: window,
    holidays: fc.array(
      fc.integer({ min: 0, max: 300 }).map((days) => Temporal.PlainDate.from("2026-02-01").add({ days }).toString()),
      { maxLength: 40 },
    ),
  })
  .map(({ company, state, holidays }): SendingRules => ({
    ...lawRules,
    from: company[0],
    to: company[1],
    holidays: holidays.map((date) => ({ date, name: "Holiday" })),
    states: [{ state: "NY", from: state[0], to: state[1] }],
  }))

const isWithin = (millis: number, from: string, to: string): boolean => {
  const time = wall(millis).toPlainTime().toString().slice(0, 5)
  return time >= from && time < to
}

describe("the rules of sending", () => {
  it("name the hours of a state, as allowed there and as the company uses them", () => {
    const company = { ...lawRules, from: "09:00", to: "18:00", states: [{ state: "CT", from: "10:00", to: "20:00" }] }
    const law = { from: "08:00", to: "21:00" }
    expect(hoursIn(company, "NY")).toEqual({ allowed: law, used: { from: "09:00", to: "18:00" } })
    expect(hoursIn(company, "CT").used).toEqual({ from: "10:00", to: "18:00" })
    // Where nothing would be left, the state's hours hold.
    const late = { ...company, from: "20:30", to: "21:00" }
    expect(hoursIn(late, "CT").used).toEqual({ from: "10:00", to: "20:00" })
  })

  it("let a text leave only within the hours of company and state, on no holiday, and within the law", () => {
    fc.assert(
      fc.property(rules, moment, (given, now) => {
        if (releaseAt(now, hoursBy(given)("10001")) !== null) return
        const [state] = given.states
        expect(isWithin(now, state?.from ?? "", state?.to ?? "")).toBe(true)
        expect(isWithin(now, "08:00", "21:00")).toBe(true)
        expect(given.holidays.map(({ date }) => date)).not.toContain(wall(now).toPlainDate().toString())
        const overlap = given.from < (state?.to ?? "") && (state?.from ?? "") < given.to
        if (overlap) expect(isWithin(now, given.from, given.to)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it("hold to a later moment that is allowed, or for a week before looking again", () => {
    fc.assert(
      fc.property(rules, moment, (given, now) => {
        const hours = hoursBy(given)("10001")
        const release = releaseAt(now, hours)
        if (release === null) return
        expect(release).toBeGreaterThan(now)
        const days = (release - now) / 86_400_000
        expect(days).toBeLessThanOrEqual(longestHoldDays + 1)
        if (days < longestHoldDays - 1) expect(releaseAt(release, hours)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  it("know a state by its ZIP, and leave everyone else to the company’s hours", () => {
    const hoursOf = hoursBy({ ...lawRules, states: [{ state: "FL", from: "08:00", to: "20:00" }] })
    const late = Date.parse("2026-06-02T00:30:00Z")
    expect(wall(late).toPlainTime().toString()).toBe("20:30:00")
    expect(releaseAt(late, hoursOf("33101"))).not.toBeNull()
    for (const zip of ["10001", "", "K1A 0B1", null]) expect(releaseAt(late, hoursOf(zip))).toBeNull()
  })

  it("know no state by five digits of another country", () => {
    const rules = readyRules({ ...lawRules, states: [{ state: "FL", from: "08:00", to: "12:00" }] })
    const person = { timezone: "Europe/Berlin", zip: "33101", addressCountry: null, phone: "+491511234567" }
    const afternoon = Date.parse("2026-06-02T14:00:00Z")
    expect(releaseTo(person, afternoon, rules).release.at).toBeNull()
    const floridian = { ...person, timezone: "America/New_York", phone: "+13055550123" }
    expect(releaseTo(floridian, Date.parse("2026-06-02T18:00:00Z"), rules).release.at).not.toBeNull()
  })
})
