import { describe, expect, it } from "vitest"
import { expiryOf, lastDayOf } from "#server/administration/cards/card.rule.ts"

describe("the end of a card", () => {
  it.each([
    ["2026-11", "2026-10-31", "nextMonth"],
    ["2026-11", "2026-11-01", "thisMonth"],
    ["2026-11", "2026-11-30", "thisMonth"],
    ["2026-11", "2026-12-01", "expired"],
    ["2027-01", "2026-12-31", "nextMonth"],
    ["2027-01", "2026-11-30", "later"],
  ])("good until %s, it stands on %s at %s", (month, today, expiry) => {
    expect(expiryOf(month, today)).toBe(expiry)
  })

  it.each([
    ["2026-12", "2026-12-31"],
    ["2028-02", "2028-02-29"],
  ])("of %s comes on %s", (month, day) => {
    expect(lastDayOf(month)).toBe(day)
  })
})
