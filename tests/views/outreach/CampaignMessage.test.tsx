import { describe, expect, it } from "vitest"
import { CampaignMessage } from "#views/outreach/CampaignMessage.tsx"
import { sampleDetail } from "#tests/support/outreachSamples.ts"
import { render, textOf } from "#tests/support/render.tsx"

describe("the message of a campaign", () => {
  it("is shown as one of its people reads it", async () => {
    const { container } = await render(<CampaignMessage shown={sampleDetail} />)
    expect(textOf(container.querySelector(".phone-bubble"))).toContain("Hello Maria, Northwind Clinics has flu shots")
    expect(textOf(container)).toContain("As it reads for Maria Lopez. 96 characters, 1 segment.")
  })

  it("has the places of what is filled in before the launch", async () => {
    const { container } = await render(<CampaignMessage shown={{ ...sampleDetail, firstText: null }} />)
    expect(textOf(container.querySelector(".phone-bubble"))).toContain("Hello firstName, companyName has flu shots")
    expect([...container.querySelectorAll(".phone-bubble code")].map(textOf)).toEqual(["firstName", "companyName"])
    expect(container.querySelector(".phone-note")).toBeNull()
  })
})
