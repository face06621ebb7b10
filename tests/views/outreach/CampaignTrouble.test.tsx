import { describe, expect, it } from "vitest"
import { CampaignTrouble } from "#views/outreach/CampaignTrouble.tsx"
import { sampleDetail } from "#tests/support/outreachSamples.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const trouble = { words: "The carrier could not be reached", since: "2026-11-20T15:42:00Z" }
const shown = { ...sampleDetail, senderNumber: "+16465550100", counts: { queued: 1_200, sending: 4 }, trouble }

describe("a number in trouble", () => {
  it("is said with since when, why, and how many wait", async () => {
    const { container } = await render(<CampaignTrouble shown={shown} />)
    expect(textOf(container)).toMatch(
      /^\(646\) 555-0100 has not been able to send since .*\. The carrier could not be reached\. 1,204 texts wait; each is tried again by itself\.$/u,
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is none of a number that can send", async () => {
    const { container } = await render(<CampaignTrouble shown={{ ...shown, trouble: null }} />)
    expect(textOf(container)).toBe("")
  })
})
