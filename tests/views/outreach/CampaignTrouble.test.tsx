import { describe, expect, it } from "vitest"
import { CampaignTrouble } from "#views/outreach/CampaignTrouble.tsx"
import { sampleDetail } from "#tests/support/outreachSamples.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const trouble = { words: "The carrier could not be reached", since: "2026-11-20T15:42:00Z", standIn: null }
const shown = { ...sampleDetail, senderNumber: "+16465550100", counts: { queued: 1_200, sending: 4 }, trouble }

describe("a number in trouble", () => {
  it("is said with since when, why, and how many wait", async () => {
    const { container } = await render(<CampaignTrouble shown={shown} />)
    expect(textOf(container)).toMatch(
      /^\(646\) 555-0100 has not been able to send since .*\. The carrier could not be reached\. 1,204 texts wait; each is tried again by itself\.$/u,
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("names the number that stands in, and counts what left by it", async () => {
    const stoodIn = [{ number: "+16465550177", people: 312 }]
    const meanwhile = { ...shown, trouble: { ...trouble, standIn: "+16465550177" }, stoodIn }
    const { container } = await render(<CampaignTrouble shown={meanwhile} />)
    expect(textOf(container)).toContain("(646) 555-0177 sends them instead, once the trouble has lasted two minutes.")
    expect(textOf(container)).toContain("312 texts left by (646) 555-0177, which stood in for the sending number.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("is none of a number that can send", async () => {
    const { container } = await render(<CampaignTrouble shown={{ ...shown, trouble: null }} />)
    expect(textOf(container)).toBe("")
  })
})
