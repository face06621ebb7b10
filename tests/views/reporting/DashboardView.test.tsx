import { describe, expect, it } from "vitest"
import { dashboardMachine, type DashboardEvent, type DashboardSnapshot } from "#machines/reporting/dashboard.machine.ts"
import type { ReadingEvent } from "#machines/session/reading.machine.ts"
import { accessIds, type Rights } from "#schemas/access.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { DashboardView } from "#views/reporting/DashboardView.tsx"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { dashboardWalk } from "#tests/machines/reporting/dashboard.walk.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import {
  bareDashboard,
  firstDashboard,
  fullDashboard,
  sampleReplies,
  sampleRunning,
} from "#tests/support/reportSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const rights: Rights = { userType: 2, accessIds: [1, 3, 4, 5, 15, 17] }
const showing = after(dashboardMachine, []) as unknown as DashboardSnapshot
const { places } = pathsOf(dashboardMachine, dashboardWalk)

const show = async (
  state: Parameters<typeof seenReading<Dashboard>>[0],
  more: {
    readonly rights?: Rights
    readonly dark?: boolean
    readonly snapshot?: DashboardSnapshot
    readonly replies?: ReadonlyArray<UnclearReply>
  } = {},
) => {
  const reading = recorder<ReadingEvent>()
  const page = recorder<DashboardEvent>()
  const helped: Array<string> = []
  const rendered = await render(
    <DashboardView
      page={{ snapshot: more.snapshot ?? showing, send: page.send }}
      dashboard={seenReading<Dashboard>(state, reading.send)}
      replies={seenReading<ReadonlyArray<UnclearReply>>({ ready: more.replies ?? sampleReplies })}
      rights={more.rights ?? rights}
      onHelp={(chapter) => helped.push(chapter)}
    />,
    { dark: more.dark ?? false },
  )
  return { ...rendered, sent: reading.sent, pressed: page.sent, helped }
}

const headings = (container: Element) => [...container.querySelectorAll("h2")].map(textOf)
const figures = (container: Element) =>
  Object.fromEntries(
    [...container.querySelectorAll(".figure")].map((figure) => [
      textOf(figure.querySelector("dt")),
      [textOf(figure.querySelector(".figure-value")), figure.querySelector("a")?.getAttribute("href") ?? null],
    ]),
  )

describe("the home page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({ ready: fullDashboard }, { snapshot: snapshot as unknown as DashboardSnapshot })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("leads from each number of today's appointments to the list that has as many", async () => {
    const { container } = await show({ ready: fullDashboard }, { rights: { userType: 2, accessIds: [3, 9] } })
    const section = [...container.querySelectorAll("section")].find((one) =>
      textOf(one.querySelector("h2")).startsWith("Appointments today"),
    )
    const links = [...(section?.querySelectorAll("li a") ?? [])].map((link) => [
      textOf(link),
      link.getAttribute("href")?.split("&state=")[1],
    ])
    expect(links).toEqual([
      ["9", "fulfilled"],
      ["0", "arrived"],
      ["18", "confirmed"],
      ["1,204", "booked"],
      ["2", "noshow"],
    ])
    expect(textOf(section?.querySelector(".section-caption") ?? null)).toBe("1,233")
    const seats = [...(section?.querySelectorAll("p a") ?? [])]
    expect(seats.map((link) => [textOf(link), link.getAttribute("href")])).toEqual([
      ["6 seats left in 7 days", "/bookAppointment"],
    ])
  })

  it("shows today in six figures, each leading to the people or days behind it", async () => {
    const { container } = await show({ ready: fullDashboard })
    const day = (share: string) => `/report?people=${share}&from=2026-11-21&to=2026-11-21`
    const campaign = `/campaign?id=${sampleRunning.campaignHashedId}&tab=recipients&recipientState=`
    expect(figures(container)).toEqual({
      "Texts sent today": ["1,840", day("sent")],
      Delivered: ["98.2%", day("delivered")],
      Replied: ["90", day("replied")],
      "Opted out": ["12", day("optedOut")],
      Failed: ["31", `${campaign}failed`],
      "Held for quiet hours": ["212", `${campaign}held`],
    })
    expect(textOf(container)).toContain("Saturday, Nov 21, 10:04 AM Eastern Time")
    expect(container.querySelector('a[href="/campaign?new="]')).not.toBeNull()
  })

  it("draws no share of nothing on a day without texts", async () => {
    const days = fullDashboard.days ?? []
    const quiet = { ...days.at(-1)!, delivered: 0, underway: 0, failed: 0, replied: 0, optedOut: 0 }
    const { container } = await show({ ready: { ...fullDashboard, days: [...days.slice(0, -1), quiet] } })
    expect(figures(container)["Delivered"]?.[0]).toBe("–")
    const notes = [...container.querySelectorAll(".figure")].map(textOf)
    expect(notes.filter((note) => note.includes("%"))).toEqual([])
    expect(notes.filter((note) => note.includes("none reported yet"))).toHaveLength(2)
    expect(notes.filter((note) => note.includes("none delivered yet"))).toHaveLength(2)
  })

  it("shows what runs with its pace and end, and pauses it", async () => {
    const { container, pressed } = await show({ ready: fullDashboard })
    const running = textOf(container.querySelector(".running"))
    for (const text of ["Flu shots, Nov 21", "13 a minute", "Delivered 1,702", "Held 212", "Last one about"])
      expect(running).toContain(text)
    await press(`Pause ${sampleRunning.name}`, container)
    expect(pressed).toEqual([{ type: "pause.pressed", campaign: sampleRunning }])
  })

  it("says what waits, worst first, with the exact page, and the newest replies", async () => {
    const { container } = await show({ ready: fullDashboard })
    const [first] = container.querySelectorAll(".needs-you li")
    expect(textOf(first ?? null)).toContain("31 texts failed in Flu shots, Nov 21")
    expect(first?.querySelector("a")?.getAttribute("href")).toContain("recipientState=failed")
    expect([...container.querySelectorAll(".replies-waiting strong")].map(textOf)).toEqual([
      "+12125550102",
      "Ray Castellano",
    ])
  })

  it("draws no link to a page the person may not open, and says when there is nothing to show", async () => {
    const { container } = await show({ ready: bareDashboard }, { rights: { userType: 3, accessIds: [] } })
    expect(container.querySelectorAll("a")).toHaveLength(0)
    expect(headings(container)).toEqual(["Needs you"])
    expect(textOf(container)).toContain("Nothing here for you yet")
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("is a checklist before the first text: done steps ticked, the next one open for who may do it", async () => {
    const { container } = await show({ ready: firstDashboard })
    expect(textOf(container)).toContain("2 of 4 done")
    expect(container.querySelectorAll(".first-step-done")).toHaveLength(2)
    const open = container.querySelector("[aria-current=step]")
    expect(textOf(open)).toContain("A draft waits to be published.")
    expect(open?.querySelector("a")?.getAttribute("href")).toBe("/sms?state=draft")
    expect(container.querySelectorAll(".figure")).toHaveLength(0)
    expect(await accessibilityFaults(container)).toEqual([])
    const reader = await show({ ready: firstDashboard }, { rights: { userType: 3, accessIds: [3] } })
    expect(textOf(reader.container.querySelector("[aria-current=step]"))).toContain("The first campaign")
  })

  it("opens the guide's chapter of each step before the first text", async () => {
    const { container, helped } = await show({ ready: firstDashboard })
    for (const button of container.querySelectorAll<HTMLElement>(".first-step-help")) button.click()
    expect(helped).toEqual(["what-you-may-do", "bring-your-patients-in", "write-the-text", "run-the-campaign"])
    const superAdmin = await show(
      { ready: firstDashboard },
      { rights: { userType: 1, accessIds: [accessIds.SuperAdminGlobal] } },
    )
    await press("How to: A sending number", superAdmin.container)
    expect(superAdmin.helped).toEqual(["companies"])
  })

  it("could not load: says so in place, and can be tried now", async () => {
    const { container, sent } = await show({ failed: unreachable() })
    expect(textOf(container)).toContain("Could not load")
    await press("Try now", container)
    expect(sent).toEqual([{ type: "retry.pressed" }])
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("keeps the old numbers when a refresh fails, and says so", async () => {
    const { container } = await show({ stale: fullDashboard, problem: unreachable() })
    expect(textOf(container)).toContain("Could not refresh.")
    expect(textOf(container)).toContain("1,840")
  })

  it("shows its shape while loading, and its colours hold in the dark", async () => {
    const loading = await show("loading")
    expect(loading.container.querySelector(".skeleton")).not.toBeNull()
    const { container } = await show({ ready: fullDashboard }, { dark: true })
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
