import { describe, expect, it } from "vitest"
import { WhichLanguage } from "#views/outreach/WhichLanguage.tsx"
import { sampleCheck } from "#tests/support/outreachSamples.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const show = async (type: "SMS" | "IVR") => {
  const { container } = await render(<WhichLanguage check={sampleCheck} type={type} />)
  expect(await accessibilityFaults()).toEqual([])
  return [...container.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("th, td")].map(textOf))
}

describe("who gets which language", () => {
  it("is counted for texts with what they cost, and for calls without", async () => {
    expect(await show("SMS")).toEqual([
      ["Language", "People", "Segments", "Who speaks another language"],
      ["English", "1,035", "1,040", "35 speak Vietnamese"],
      ["Spanish", "200", "230", ""],
    ])
    expect(await show("IVR")).toEqual([
      ["Language", "People", "Who speaks another language"],
      ["English", "1,035", "35 speak Vietnamese"],
      ["Spanish", "200", ""],
    ])
  })
})
