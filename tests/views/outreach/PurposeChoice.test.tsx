import { describe, expect, it } from "vitest"
import { purposes, type Purpose } from "#schemas/outreach/template.ts"
import { PurposeChoice } from "#views/outreach/PurposeChoice.tsx"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

describe("the purpose of what is created", () => {
  it.each(purposes)("is named while it is %s, and marked among those to choose from", async (purpose) => {
    const { container } = await render(<PurposeChoice purpose={purpose} onChoose={() => undefined} />)
    expect(textOf(container.querySelector(".chip-open"))).toBe(`Purpose of what you create ${purpose}`)
    expect([...container.querySelectorAll("li")].map((choice) => textOf(choice))).toEqual([...purposes])
    expect(textOf(container.querySelector("[aria-current]"))).toBe(purpose)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("hands over what is chosen, and nothing clears it", async () => {
    const { sent, send } = recorder<Purpose>()
    const { container } = await render(<PurposeChoice purpose="Survey" onChoose={send} />)
    const choices = [...container.querySelectorAll<HTMLElement>("li button")]
    choices.find((choice) => textOf(choice) === "Notification")?.click()
    expect(sent).toEqual(["Notification"])
    expect(container.querySelector(".chip-clear")).toBeNull()
  })
})
