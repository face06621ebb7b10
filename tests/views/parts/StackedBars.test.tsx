import { page } from "vitest/browser"
import { describe, expect, it } from "vitest"
import { StackedBars, type BarParts, type StackedBar } from "#views/parts/StackedBars.tsx"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

type Tone = "delivered" | "failed"
const parts: BarParts<Tone> = [
  { tone: "delivered", word: "progress.delivered" },
  { tone: "failed", word: "progress.failed" },
]
const bars: ReadonlyArray<StackedBar<Tone>> = [
  { id: 1, name: "Monday", axis: "Mon", height: 1_600, counts: { delivered: 1_200, failed: 400 }, href: "/monday" },
  { id: 2, name: "Tuesday", axis: "", height: 0, counts: { delivered: 0, failed: 0 }, href: "/tuesday" },
]
const show = async (shown = bars) => {
  const rendered = await render(
    <StackedBars
      label="Texts by day"
      heads={{ name: "report.chart.day", height: "report.chart.texts" }}
      parts={parts}
      bars={shown}
    />,
  )
  return rendered.container
}
const texts = (container: Element, selector: string): ReadonlyArray<string> =>
  [...container.querySelectorAll(selector)].map(textOf)
const heightOf = (container: Element, selector: string): number =>
  container.querySelector(selector)?.getBoundingClientRect().height ?? NaN

describe("texts over time as stacked bars", () => {
  it("stand as high as their share of the axis, which goes on to a round number", async () => {
    const container = await show()
    expect(texts(container, ".chart-tick")).toEqual(["0", "500", "1K", "1.5K", "2K"])
    const [plot, stack] = [heightOf(container, ".chart-plot"), heightOf(container, ".chart-stack")]
    expect(stack / plot).toBeCloseTo(1_600 / 2_000, 1)
    expect(heightOf(container, ".chart-part.chart-delivered") / stack).toBeCloseTo(1_200 / 1_600, 1)
  })

  it("lead somewhere where texts are, and say their numbers from the top", async () => {
    const container = await show()
    expect([...container.querySelectorAll("a.chart-bar")].map((link) => link.getAttribute("href"))).toEqual(["/monday"])
    expect(texts(container, ".chart-bar:first-child .chart-number")).toEqual(["Failed400", "Delivered1,200"])
    expect(texts(container, ".chart-labels span")).toEqual(["Mon", ""])
    expect(container.querySelector(".chart-bar:last-child .chart-numbers-left")).not.toBeNull()
    expect(container.querySelectorAll(".chart-numbers-left")).toHaveLength(1)
  })

  it("keep their numbers on a phone's page, also those next to the middle", async () => {
    const before = { width: innerWidth, height: innerHeight }
    await page.viewport(390, 844)
    const many = Array.from({ length: 30 }, (_, day) => ({ ...bars[0]!, id: day }))
    const container = await show(many)
    for (const numbers of container.querySelectorAll<HTMLElement>(".chart-numbers")) {
      numbers.style.display = "grid"
      const { left, right } = numbers.getBoundingClientRect()
      expect([left >= 0, right <= 390]).toEqual([true, true])
    }
    await page.viewport(before.width, before.height)
  })

  it("are a table too, with every bar", async () => {
    const container = await show()
    expect(texts(container, ".chart-data thead th")).toEqual(["Day", "Texts", "Delivered", "Failed"])
    expect(texts(container, ".chart-data tbody tr")).toEqual(["Monday1,6001,200400", "Tuesday000"])
    expect(container.querySelector("[role=region]")?.getAttribute("aria-label")).toBe("Texts by day")
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
