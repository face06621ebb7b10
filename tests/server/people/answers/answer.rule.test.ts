import { describe, expect, it } from "vitest"
import { dayMillis } from "#schemas/constants.ts"
import { whyNotAnswered, type Answerable } from "#server/people/answers/answer.rule.ts"

const now = Date.UTC(2026, 10, 27, 4)
const open: Answerable = {
  consent: "unknown",
  from: "+12125550100",
  companySends: true,
  wroteLast: now - 60_000,
  hours: "closed",
}

describe("a person's text", () => {
  it("can be answered at any hour for a day after the person wrote last, and in texting hours later on", () => {
    const asked = [0, dayMillis, dayMillis + 1].flatMap((ago) =>
      (["closed", "open"] as const).map((hours) => whyNotAnswered({ ...open, wroteLast: now - ago, hours }, now)),
    )
    expect(asked.map((refusal) => refusal === null)).toEqual([true, true, true, true, false, true])
    expect(asked[4]).toMatch(/outside texting hours/)
  })

  it("of someone in no known time zone is answered for a day, and then says what to do instead of to wait", () => {
    const unknown = { ...open, hours: "unknown" } as const
    expect(whyNotAnswered({ ...unknown, wroteLast: now - dayMillis }, now)).toBeNull()
    const refusal = whyNotAnswered({ ...unknown, wroteLast: now - dayMillis - 1 }, now)
    expect(refusal).toMatch(/time zone is not known\. Call them/)
    expect(refusal).not.toMatch(/texting hours/)
  })

  it("cannot be answered by a company that sends nothing, from a number that is gone, or to who opted out", () => {
    expect(whyNotAnswered({ ...open, companySends: false }, now)).toMatch(/suspended or outside its contract/)
    expect(whyNotAnswered({ ...open, from: null }, now)).toMatch(/no longer in use/)
    expect(whyNotAnswered({ ...open, consent: "revoked" }, now)).toMatch(/opted out/)
  })

  it("that may be an opt-out is not answered before someone decides", () => {
    expect(whyNotAnswered({ ...open, consent: "unclear" }, now)).toMatch(/choose Opt out or Keep texting first/)
    expect(whyNotAnswered({ ...open, consent: "granted" }, now)).toBeNull()
  })
})
