import { describe, expect, it } from "vitest"
import { reportParams } from "#machines/reporting/report.machine.ts"

describe("the report chart", () => {
  it("asks for what the address says, and for no more", () => {
    expect(reportParams({ campaign: "c", from: "2026-01-01", to: "", other: "x" })).toEqual({
      campaignHashedId: "c",
      startDate: "2026-01-01",
    })
  })
})
