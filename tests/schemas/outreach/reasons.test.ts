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

    it("names the code of a carrier, known or not, and none of our own", () => {
      const numbered = facts.lastingCodes.find((code) => /^\d+$/.test(code)) ?? ""
      const codes = [numbered, "98765", "unreachable"].map((stored) => reasonIn(facts, stored))
      expect(codes.map(({ code }) => code)).toEqual([numbered, "98765", null])
      expect(codes[1]?.words).toBe("The carrier reported code 98765")
    })
  },
)
