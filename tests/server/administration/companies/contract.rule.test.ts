import { describe, expect, it } from "vitest"
import { dayIn } from "#server/administration/companies/contract.rule.ts"

const at = (instant: string) => Date.parse(instant)

describe("the day in a zone", () => {
  it("changes with the zone's own midnight, however often it was asked", () => {
    const zone = "America/Los_Angeles"
    expect(dayIn(zone, at("2026-11-23T07:59:59.999Z"))).toBe("2026-11-22")
    expect(dayIn(zone, at("2026-11-23T07:59:00.000Z"))).toBe("2026-11-22")
    expect(dayIn(zone, at("2026-11-23T08:00:00.000Z"))).toBe("2026-11-23")
    expect(dayIn(zone, at("2026-11-23T07:59:59.999Z"))).toBe("2026-11-22")
  })

  it("is each zone's own at one instant", () => {
    const instant = at("2026-11-23T20:30:00Z")
    const days = ["Pacific/Honolulu", "Asia/Kolkata", "Pacific/Auckland"].map((zone) => dayIn(zone, instant))
    expect(days).toEqual(["2026-11-23", "2026-11-24", "2026-11-24"])
  })

  it("begins at half an hour past where a zone's midnight does", () => {
    expect(dayIn("Asia/Kolkata", at("2026-11-23T18:29:59Z"))).toBe("2026-11-23")
    expect(dayIn("Asia/Kolkata", at("2026-11-23T18:30:00Z"))).toBe("2026-11-24")
  })

  it("is that of UTC in a zone no one knows", () => {
    expect(dayIn("Nowhere/Land", at("2026-11-23T23:59:00Z"))).toBe("2026-11-23")
  })
})
