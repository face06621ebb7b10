import { describe, expect, it } from "vitest"
import { callFlowProblems } from "#server/outreach/templates/callFlow.rule.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

const withNumber = (phone: string) => ({
  ...fluShotCall,
  steps: fluShotCall.steps.map((step) => (step._tag === "Transfer" ? { ...step, phone } : step)),
})
const problemsOf = (phone: string) =>
  callFlowProblems(withNumber(phone), { companyName: "", known: ["firstName", "companyName"] })

describe("a call flow that connects with a number", () => {
  it("may be published with a number that exists, of any country", () => {
    for (const phone of ["+12125550140", "+442071838750"]) expect(problemsOf(phone)).toEqual([])
  })

  it("is refused with one that does not exist, or is written in another way", () => {
    for (const phone of [
      "",
      "555",
      "2125550140",
      "+1 212 555 0140",
      "+1212555014",
      "+15555550100",
      "+12125550140;ext=2",
    ])
      expect(problemsOf(phone)).toEqual(["Enter the number that “Booking desk” connects with, as in +12125550140."])
  })
})
