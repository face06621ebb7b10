import { describe, expect, it } from "vitest"
import { callFlowProblems, callSounds } from "#server/outreach/templates/callFlow.rule.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"

const withNumber = (phone: string) => ({
  ...fluShotCall,
  steps: fluShotCall.steps.map((step) => (step._tag === "Transfer" ? { ...step, phone } : step)),
})
const known = ["firstName", "companyName"]
const problemsOf = (phone: string) =>
  callFlowProblems(withNumber(phone), { companyName: "", known, sounds: [], numbers: [] })

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

describe("a call flow that plays a recording", () => {
  const [sound, other] = ["a".repeat(64), "b".repeat(64)]
  const prompt = { _tag: "Recording", sound } as const
  const played = {
    ...fluShotCall,
    steps: fluShotCall.steps.map((step, place) => (place === 0 && "prompt" in step ? { ...step, prompt } : step)),
    voicemail: { _tag: "LeaveMessage", prompt: { _tag: "Recording", sound: other } },
  } as const
  const missing = (sounds: ReadonlyArray<string>) =>
    callFlowProblems(played, { companyName: "", known, sounds, numbers: [] })

  it("is published with recordings that are there, and names those that are not", () => {
    expect(callSounds(played)).toEqual([sound, other])
    expect(missing([sound, other])).toEqual([])
    expect(missing([])).toEqual([
      "The recording of “Greeting” is not there. Choose another one, or write what it says.",
      "The recording for a voicemail is not there. Choose another one, or write what it says.",
    ])
  })
})
