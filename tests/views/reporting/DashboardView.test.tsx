import { afterEach, describe, expect, it } from "vitest"
import type { ReadingEvent } from "#machines/session/reading.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { DashboardView } from "#views/reporting/DashboardView.tsx"
import { bareDashboard, fullDashboard } from "#tests/support/reportSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const rights: Rights = { userType: 2, accessIds: [1, 3, 4, 15, 17] }
let unmount: () => void = () => undefined
afterEach(() => unmount())

const show = async (state: Parameters<typeof seenReading<Dashboard>>[0], shownRights = rights, dark = false) => {
  const { sent, send } = recorder<ReadingEvent>()
  const rendered = await render(
    <DashboardView dashboard={seenReading<Dashboard>(state, send)} rights={shownRights} />,
    { dark },
  )
  unmount = rendered.unmount
  return { ...rendered, sent }
}

describe("the home page", () => {
  it("shows the cards the answer holds, each leading where the person may go", async () => {
    const { container } = await show({ ready: fullDashboard })
    expect([...container.querySelectorAll(".figure-title")].map(textOf)).toEqual([
      "Running campaigns",
      "Messages today",
      "Held by quiet hours",
      "Patients",
      "Company contract",
    ])
    expect(container.querySelector('.figure a[href="/database"]')).not.toBeNull()
    expect(textOf(container)).toContain("1,840 texts")
    expect(textOf(container)).toContain("As of Nov 21, 2026, 10:04 AM Eastern Time")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("draws no link to a page the person may not open, and says when there is nothing to show", async () => {
    const { container } = await show({ ready: bareDashboard }, { userType: 3, accessIds: [] })
    expect(container.querySelectorAll(".figure a")).toHaveLength(0)
    expect(textOf(container)).toContain("No cards for you yet")
    expect(textOf(container)).toContain("Nothing waits for you.")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("could not load: says so in place, with Retry", async () => {
    const { container, sent } = await show({ failed: unreachable() })
    expect(textOf(container)).toContain("Could not load")
    await press("Retry", container)
    expect(sent).toEqual([{ type: "retry.pressed" }])
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("keeps the old numbers when a refresh fails, and says so", async () => {
    const { container } = await show({ stale: fullDashboard, problem: unreachable() })
    expect(textOf(container)).toContain("Could not refresh.")
    expect(textOf(container)).toContain("1,840")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("shows its shape while loading, and its colours hold in the dark", async () => {
    const loading = await show("loading")
    expect(loading.container.querySelector(".skeleton")).not.toBeNull()
    loading.unmount()
    const { container } = await show({ ready: fullDashboard }, rights, true)
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
