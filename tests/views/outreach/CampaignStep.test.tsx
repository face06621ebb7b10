import { describe, expect, it } from "vitest"
import { sampleDetail } from "#tests/support/outreachSamples.ts"
import { accessibilityFaults, textOf } from "#tests/support/render.tsx"
import { buttons, showCampaigns } from "#tests/support/showCampaigns.tsx"

const id = sampleDetail.campaignHashedId
const stepOf = { hashedId: "FluLadder000000000000", name: "Flu ladder" }
const show = (accessIds: ReadonlyArray<number>) =>
  showCampaigns({ search: { id }, campaign: { ready: { ...sampleDetail, stepOf } }, accessIds })
const said = "It carries a step of Flu ladder: it is paused, resumed and cancelled there"

describe("a campaign that carries a step of a multi-campaign", () => {
  it("offers nothing that the server refuses, and leads to where it is done", async () => {
    const { container } = await show([1, 3, 5, 12, 17])
    expect(buttons(container)).toEqual(["Open the multi-campaign"])
    expect(textOf(container)).toContain(said)
    expect(container.querySelector(`.actions a[href="/multi?id=${stepOf.hashedId}"]`)).not.toBeNull()
    expect(await accessibilityFaults()).toEqual([])
  })

  it("names it without a link to who may not see multi-campaigns", async () => {
    const { container } = await show([1, 3, 5, 17])
    expect(textOf(container)).toContain(said)
    expect(container.querySelector(".actions")).toBeNull()
  })
})

it.each([
  ["SMS", "Ongoing: text, reminder,"],
  ["IVR", "Ongoing: call, reminder,"],
] as const)("An ongoing campaign by %s says what people get", async (campaignType, facts) => {
  const ongoing = { ...sampleDetail, listId: null, purpose: "Reminder", campaignType } as const
  const { container } = await showCampaigns({ search: { id }, campaign: { ready: ongoing } })
  expect(textOf(container)).toContain(facts)
})
