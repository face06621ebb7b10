import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { nextToAsk, whyNoOffer, type FreeSeat, type Waiting } from "#server/scheduling/waitlist/fairOrder.rule.ts"

/** A Monday at 2:20 PM. */
const seat: FreeSeat = { locationId: LocationId.make(3), group: "North", date: "2026-11-23", start: "14:20" }
const person = (more: Partial<Waiting> = {}): Waiting => ({
  ...{ entryId: WaitlistEntryId.make(1), patientId: PatientId.make(1), since: "2026-11-01T10:00:00.000Z" },
  ...{ locationId: null, group: null, weekdays: [], part: "any", from: null, until: null },
  ...{
    isOutOfStage: false,
    wasAsked: false,
    isOptedOut: false,
    hasPhone: true,
    quietUntil: null,
    offers: 0,
    hasOffer: false,
    hasVisit: false,
  },
  ...more,
})

describe("who fits a free seat", () => {
  it.each<readonly [string, Partial<Waiting>, ReturnType<typeof whyNoOffer>]>([
    ["any place and time", {}, null],
    ["this location", { locationId: seat.locationId }, null],
    ["another location", { locationId: LocationId.make(4) }, "location"],
    ["a location of this group", { group: "North" }, null],
    ["a location of another group", { group: "South" }, "location"],
    ["from this day on", { from: "2026-11-23" }, null],
    ["from the next day on", { from: "2026-11-24" }, "dates"],
    ["until this day", { until: "2026-11-23" }, null],
    ["until the day before", { until: "2026-11-22" }, "dates"],
    ["on Mondays", { weekdays: [1] }, null],
    ["on Sundays and Tuesdays", { weekdays: [0, 2] }, "weekday"],
    ["mornings", { part: "morning" }, "morning"],
    ["afternoons", { part: "afternoon" }, null],
    ["for a stage that is not possible then", { isOutOfStage: true }, "stage"],
    ["what was asked already", { wasAsked: true }, "asked"],
    ["without a phone", { hasPhone: false }, "noPhone"],
    ["opted out", { isOptedOut: true }, "optedOut"],
    ["with a visit then", { hasVisit: true }, "visit"],
    ["with an open offer", { hasOffer: true }, "offer"],
    ["with two offers this week", { offers: 2 }, null],
    ["with three offers this week", { offers: 3 }, "week"],
    ["in quiet hours", { quietUntil: 5 }, "quiet"],
  ])("%s", (_name, more, why) => {
    expect(whyNoOffer(seat, person(more))).toBe(why)
  })

  it("begins the afternoon at noon", () => {
    expect(whyNoOffer({ ...seat, start: "12:00" }, person({ part: "morning" }))).toBe("morning")
    expect(whyNoOffer({ ...seat, start: "11:59" }, person({ part: "morning" }))).toBe(null)
    expect(whyNoOffer({ ...seat, start: "11:59" }, person({ part: "afternoon" }))).toBe("afternoon")
  })
})

const people = fc
  .array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom<Partial<Waiting>>({}, { hasVisit: true }, { offers: 3 })), {
    maxLength: 8,
  })
  .map((all) =>
    all.map(([hour, more], index) =>
      person({ entryId: WaitlistEntryId.make(index + 1), since: `2026-11-01T1${hour}:00:00.000Z`, ...more }),
    ),
  )

describe("who is asked next", () => {
  it("has waited at least as long as each other person who fits, and fits; no one only where no one fits", () => {
    fc.assert(
      fc.property(people, (all) => {
        const next = nextToAsk(seat, all)
        const fitting = all.filter((one) => !one.hasVisit && one.offers < 3)
        const first = fitting.map(({ since, entryId }) => [since, entryId] as const).toSorted()[0]
        expect(next === undefined ? undefined : [next.since, next.entryId]).toEqual(first)
      }),
    )
  })
})
