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
      ["Language", "Who speaks another language", "People", "Segments"],
      ["English", "35 speak Vietnamese", "1,035", "1,040"],
      ["Spanish", "", "200", "230"],
    ])
    expect(await show("IVR")).toEqual([
      ["Language", "Who speaks another language", "People"],
      ["English", "35 speak Vietnamese", "1,035"],
      ["Spanish", "", "200"],
    ])
  })

  it("keeps its heads apart on a phone", async () => {
    const { container } = await render(<WhichLanguage check={sampleCheck} type="SMS" />)
    container.style.inlineSize = "320px"
    const [people, segments] = [...container.querySelectorAll("th.cell-end")].map((head) => {
      const range = document.createRange()
      range.selectNodeContents(head)
      return range.getBoundingClientRect()
    })
    expect((segments?.left ?? 0) - (people?.right ?? 0)).toBeGreaterThanOrEqual(8)
  })
})
