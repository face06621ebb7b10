import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { holdOf, hoursThatHold, readyHolds, type Waiting } from "#server/outreach/sendingHours/hold.rule.ts"
import { holdReason } from "#server/outreach/sendingHours/holdReason.rule.ts"
import { lawRules, readyRules, releaseTo, type SendingRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"

const zone = "America/New_York"
const at = (wall: string, timeZone = zone): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds

const christmas = { date: "2026-12-25", name: "Christmas Day" }
const company: SendingRules = {
  ...lawRules,
  ...{ from: "08:00", to: "18:00" },
  holidays: [christmas],
  states: [{ state: "FL", from: "08:00", to: "20:00" }],
}
const newYorker = { timezone: zone, zip: "10001", addressCountry: "US", phone: "+12125550145" }
const floridian = { ...newYorker, zip: "33101", phone: "+13055550123" }
/** The area of the number lies in two zones, and nothing else says where they are. */
const somewhere = { timezone: null, zip: null, addressCountry: null, phone: "+18505550123" }
const german = { timezone: "Europe/Berlin", zip: "10115", addressCountry: "DE", phone: "+491511234567" }

const held = (person: typeof newYorker | typeof somewhere, wall: string, rules = company, timeZone = zone) => {
  const now = at(wall, timeZone)
  const until = releaseTo(person, now, readyRules(rules)).release.at
  return until === null ? null : hoursThatHold(person, { now, until }, readyHolds(rules))
}

/** What the rules say at a moment, worked out by hand: the law ends at 21:00, Florida at 20:00, the company at 18:00. */
const table = [
  ["an hour that all allow", newYorker, "2026-12-21T12:00", null],
  ["after the company's hours", newYorker, "2026-12-21T19:00", "company"],
  ["after the company's hours in Florida", floridian, "2026-12-21T19:00", "company"],
  ["after Florida's hours", floridian, "2026-12-21T20:30", "state"],
  ["the same hour in New York", newYorker, "2026-12-21T20:30", "company"],
  ["after the law's hours", newYorker, "2026-12-21T22:00", "law"],
  ["after the law's hours in Florida", floridian, "2026-12-21T22:00", "law"],
  ["the night before a holiday", newYorker, "2026-12-24T22:00", "holiday"],
  ["the holiday at noon", newYorker, "2026-12-25T12:00", "holiday"],
  ["the night after the holiday", newYorker, "2026-12-25T23:00", "law"],
  ["another country at night", german, "2026-12-21T23:00", "law"],
] as const

describe("what holds a message", () => {
  it.each(table)("in %s", (_, person, wall, by) => {
    expect(held(person, wall, company, person.timezone)?.by ?? null).toBe(by)
  })

  it("is the company's hours in the morning too, where the law would let it go before", () => {
    const late = { ...company, from: "10:00" }
    expect(held(newYorker, "2026-12-21T07:00", late)).toMatchObject({ by: "company", hours: { from: "10:00" } })
    expect(held(newYorker, "2026-12-21T07:00")).toMatchObject({ by: "law", hours: { from: "08:00", to: "21:00" } })
  })

  it("is the rule that begins soon, where what is allowed now could not leave in time", () => {
    const now = at("2026-12-21T17:59")
    const until = at("2026-12-22T08:00")
    expect(hoursThatHold(newYorker, { now, until }, readyHolds(company))?.by).toBe("law")
  })

  it("is several time zones, where one of them alone would let it go", () => {
    // At 8:30 in the East it is 7:30 in Central: only both together hold it.
    expect(held(somewhere, "2026-12-21T08:30")).toMatchObject({ by: "law", zones: 2 })
    expect(held(newYorker, "2026-12-21T07:30")).toMatchObject({ by: "law", zones: 1 })
  })

  it("names each holiday that stands in the way, and none that does not", () => {
    const days = [
      christmas,
      { date: "2026-12-26", name: "Day of rest" },
      { date: "2026-12-27", name: "Day of rest" },
      { date: "2027-01-01", name: "New Year" },
      // Its hours are over at ten in the evening.
      { date: "2026-12-24", name: "Christmas Eve" },
    ]
    expect(held(newYorker, "2026-12-24T22:00", { ...company, holidays: days })).toMatchObject({
      by: "holiday",
      names: ["Christmas Day", "Day of rest"],
    })
  })

  const hour = fc.integer({ min: 8, max: 21 }).map((value) => `${String(value).padStart(2, "0")}:00`)
  const window = fc.tuple(hour, hour).filter(([from, to]) => from < to)
  const moment = fc.integer({ min: at("2026-12-01T00:00"), max: at("2026-12-30T00:00") })
  const person = fc.constantFrom(newYorker, floridian, somewhere)
  const days = fc.array(fc.integer({ min: 1, max: 31 }), { maxLength: 8 })

  it("lets it go earlier once that rule and those after it are gone, whatever the rules are", () => {
    fc.assert(
      fc.property(window, window, days, moment, person, (own, state, closed, now, who) => {
        const rules: SendingRules = {
          ...lawRules,
          ...{ from: own[0], to: own[1] },
          holidays: closed.map((day) => ({ date: `2026-12-${String(day).padStart(2, "0")}`, name: `Day ${day}` })),
          states: [{ state: "FL", from: state[0], to: state[1] }],
        }
        const leaves = (with_: SendingRules) => releaseTo(who, now, readyRules(with_)).release.at
        const until = leaves(rules)
        if (until === null || until === Infinity) return
        const hold = hoursThatHold(who, { now, until }, readyHolds(rules))
        expect(hold).not.toBeNull()
        const without = {
          law: null,
          state: { ...lawRules, states: [] },
          company: { ...rules, from: lawRules.from, to: lawRules.to, holidays: [] },
          holiday: { ...rules, holidays: [] },
        }[hold!.by]
        if (without === null) expect(leaves(lawRules)).toBe(until)
        else expect(leaves(without) ?? now).toBeLessThan(until)
      }),
      { numRuns: 2_000 },
    )
  })
})

const now = at("2026-12-21T19:00")
const waiting: Waiting = {
  ...newYorker,
  ...{ state: "held", until: at("2026-12-22T08:00"), zone, isOfLadder: false, isPaused: false },
  ...{ fact: "RecipientHeld", code: null },
}
const said = (over: Partial<Waiting>, channel: "SMS" | "IVR" = "SMS") => {
  const one = { ...waiting, ...over }
  const hold = holdOf(one, now, readyHolds(company))
  return hold === null ? null : holdReason(hold, channel, one)
}

describe("why someone waits", () => {
  it("is said with what would change it", () => {
    expect(said({})).toEqual({
      code: null,
      words: "The company’s texting hours are from 8:00 AM to 6:00 PM on the person’s clock",
      advice: "A Super Admin can widen the company’s texting hours.",
    })
    expect(said({ isPaused: true })?.advice).toMatch(/The campaign is paused as well: someone has to resume it/)
  })

  it("names the pause whatever else holds it, and what has to be resumed", () => {
    const putOff = { state: "queued", fact: "SendDeferred", code: "20429", isPaused: true } as const
    expect(said(putOff, "IVR")?.advice).toBe(
      "Nothing. It is tried again by itself. The campaign is paused as well: someone has to resume it.",
    )
    const ofLadder = { isOfLadder: true, isPaused: true }
    expect(said({ ...ofLadder, until: at("2026-12-22T00:00") })?.advice).toMatch(/The multi-campaign is paused as well/)
    expect(said({ ...ofLadder, until: now })?.advice).toBe("Resume the multi-campaign.")
  })

  it("names the ZIP code only where one says more: for numbers of the United States", () => {
    const hold = { by: "law", hours: { from: "08:00", to: "21:00" }, zones: 2 } as const
    const adviceFor = (isUs: boolean) => holdReason({ ...hold, isUs }, "SMS", waiting).advice
    expect(adviceFor(true)).toContain("time zone or ZIP code")
    expect(adviceFor(false)).not.toContain("ZIP")
  })

  it("is what keeps the time that was set: another try, the carrier, the next day, a pause", () => {
    const retry = said({ fact: "RetryScheduled", code: "busy" }, "IVR")
    expect(retry).toMatchObject({ code: null, advice: expect.stringMatching(/called again/) })
    const putOff = { state: "queued", fact: "SendDeferred", code: "20429" } as const
    expect(said(putOff)).toMatchObject({ code: "20429", words: "The carrier asked us to slow down" })
    expect(said({ until: at("2026-12-22T00:00"), isOfLadder: true })?.words).toMatch(/may get in a day/)
    expect(said({ until: now, isPaused: true })).toMatchObject({ words: "The campaign is paused" })
  })

  it("is nothing for who is due, and for who stands in line", () => {
    expect(said({ until: now })).toBeNull()
    expect(said({ state: "queued" })).toBeNull()
  })

  it("names the state, the holiday and the zones", () => {
    const texts = [
      { by: "state", state: "FL", hours: { from: "08:00", to: "20:00" }, zones: 1, isUs: true },
      { by: "holiday", names: ["Christmas Day"], zones: 1, isUs: true },
      { by: "holiday", names: ["Christmas Day", "Day of rest"], zones: 1, isUs: true },
      { by: "law", isUs: true, hours: { from: "08:00", to: "21:00" }, zones: 2 },
    ] as const
    expect(texts.map((hold) => holdReason(hold, "SMS", waiting).words)).toEqual([
      "Florida allows texts only from 8:00 AM to 8:00 PM",
      "The company sends nothing on its holiday Christmas Day",
      "The company sends nothing on its holidays Christmas Day and Day of rest",
      "Federal law (TCPA) allows texts only from 8:00 AM to 9:00 PM on the person’s clock, and the person may be in any of 2 time zones: it waits until all of them allow it",
    ])
  })
})
