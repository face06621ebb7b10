import { describe, expect, it } from "vitest"
import { channelFacts } from "#schemas/outreach/channels.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { exclusionReasons } from "#schemas/outreach/recipient.ts"

describe.each(channelFacts.map((facts) => [facts.name, facts] as const))(
  "why someone got nothing by %s",
  (_, facts) => {
    it.each(exclusionReasons)("says of %s what happened and what can be done", (stored) => {
      const { code, words, advice } = reasonIn(facts, stored)
      expect(code).toBe(null)
      expect(words).not.toMatch(/code/)
      expect(advice).toMatch(/^[A-Z].{10,120}\.$/)
    })

    it("names the code of a carrier, known or not", () => {
      const codes = [facts.lastingCodes[0] ?? "", "98765"].map((stored) => reasonIn(facts, stored))
      expect(codes.map(({ code }) => code)).toEqual([facts.lastingCodes[0], "98765"])
      expect(codes[1]?.words).toBe("The carrier reported code 98765")
    })
  },
)
