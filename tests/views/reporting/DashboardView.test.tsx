import { afterEach, describe, expect, it } from "vitest"
import type { ReadingEvent } from "#machines/session/reading.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { DashboardView } from "#views/reporting/DashboardView.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const rights: Rights = { userType: 2, accessIds: [1, 3, 4, 15, 17] }
const full: Dashboard = {
  asOf: "2026-11-21T15:04:00Z",
  zone: "America/New_York",
  runningCampaigns: 2,
  messagesToday: { sent: 1840, delivered: 1702, underway: 107, failed: 31, replied: 90, optedOut: 12 },
  heldByQuietHours: 212,
  patients: 5000,
  lastImport: { listName: "November recalls", on: "2026-11-20T14:00:00Z", people: 1200 },
  contractEnd: "2027-06-30",
  needsYou: [{ text: "31 texts failed today", path: "/campaign" }],
}
const bare: Dashboard = { asOf: full.asOf, zone: full.zone, contractEnd: null, needsYou: [] }

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
    const { container } = await show({ ready: full })
    expect([...container.querySelectorAll(".stat-card-title")].map(textOf)).toEqual([
      "Running campaigns",
      "Messages today",
      "Held by quiet hours",
      "Patients",
      "Company contract",
    ])
    expect(container.querySelector('.stat-card a[href="/database"]')).not.toBeNull()
    expect(textOf(container)).toContain("1,840 texts")
    expect(textOf(container)).toContain("As of Nov 21, 2026, 10:04 AM EST")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("draws no link to a page the person may not open, and says when there is nothing to show", async () => {
    const { container } = await show({ ready: bare }, { userType: 3, accessIds: [] })
    expect(container.querySelectorAll(".stat-card a")).toHaveLength(0)
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
    const { container } = await show({ stale: full, problem: unreachable() })
    expect(textOf(container)).toContain("Could not refresh.")
    expect(textOf(container)).toContain("1,840")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("shows its shape while loading, and its colours hold in the dark", async () => {
    const loading = await show("loading")
    expect(loading.container.querySelector(".skeleton")).not.toBeNull()
    loading.unmount()
    const { container } = await show({ ready: full }, rights, true)
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
