import { describe, expect, it } from "vitest"
import { timeOf } from "#views/scheduling/patientTimes.ts"

describe("a time on a patient’s page", () => {
  it("says which of two equal times it is on the day the clock goes back, in the patient’s language", () => {
    // Browsers and Node put different spaces before AM.
    const shown = (at: string, language: "en" | "es") =>
      timeOf(at, "America/New_York", language).replaceAll(/\s/gu, " ")
    expect(shown("2027-11-07T05:30:00Z", "en")).toBe("1:30 AM EDT (first)")
    expect(shown("2027-11-07T06:30:00Z", "en")).toBe("1:30 AM EST (second)")
    expect(shown("2027-11-07T06:30:00Z", "es")).toContain("EST (segunda vez)")
    expect(shown("2027-11-07T07:30:00Z", "en")).toBe("2:30 AM")
  })
})
