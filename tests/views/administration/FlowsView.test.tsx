import "#views/administration/flows.css"
import "#views/administration/gallery.css"
import "#views/administration/handsets.css"
import { act, type ReactNode } from "react"
import { describe, expect, it } from "vitest"
import { page } from "vitest/browser"
import { createMachine } from "xstate"
import {
  flowsMachine,
  type FlowsEvent,
  type FlowsSnapshot,
  type SeenRun,
} from "#machines/administration/flows.machine.ts"
import { campaignLifecycle } from "#machines/lifecycles/campaign.lifecycle.ts"
import { operationMachine } from "#machines/session/operation.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { outlineOf, type Outline } from "#machines/outline.ts"
import type { GalleryFile } from "#schemas/administration/gallery.ts"
import type { History, WatchedRow } from "#schemas/administration/history.ts"
import { problem } from "#schemas/problem.ts"
import { GalleryView } from "#views/administration/GalleryView.tsx"
import { FlowsView } from "#views/administration/FlowsView.tsx"
import { flowsWalk } from "#tests/machines/administration/flows.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"

const walk = pathsOf(flowsMachine, flowsWalk)
const charts = [
  { area: "session", id: "session", states: 32, names: ["signedIn"] },
  { area: "session", id: "operation", states: 12, names: ["working"] },
  { area: "lifecycles", id: "campaign", states: 8, names: ["paused"] },
]
const present = ["person.signedIn.current", "interaction.none"]

const ran: SeenRun = { run: "session@1", chart: "session", within: null, states: present, knownFrom: 0, endedAt: null }

type Shown = {
  readonly chosen?: Outline
  readonly present?: ReadonlyArray<string>
  readonly run?: SeenRun | undefined
  readonly search?: Readonly<Record<string, string>>
  readonly things?: Parameters<typeof seenReading<ReadonlyArray<WatchedRow>>>[0]
  readonly history?: Parameters<typeof seenReading<History>>[0]
  readonly dark?: boolean
  readonly instead?: ReactNode
}
const show = async (snapshot: FlowsSnapshot, shown: Shown = {}) => {
  const { send } = recorder<FlowsEvent>()
  const { url, went, changed } = pageUrl(shown.search)
  const rendered = await render(
    <FlowsView
      page={{ snapshot, send }}
      url={url}
      charts={charts}
      file="src/machines/session/session.machine.ts"
      chosen={shown.chosen ?? outlineOf(sessionMachine)}
      present={shown.present ?? []}
      run={"run" in shown ? shown.run : ran}
      things={seenReading(shown.things ?? "idle")}
      history={seenReading(shown.history ?? "idle")}
      picture={<p className="drawing">The picture</p>}
      instead={shown.instead}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, went, changed }
}
const seen = after(flowsMachine, flowsWalk.events?.slice(0, 1) ?? [], { search: {} }) as unknown as FlowsSnapshot
const start = walk.states[0] as unknown as FlowsSnapshot
const life = outlineOf(campaignLifecycle)
const rows = [
  { id: 17, name: "Flu shots", state: "running" },
  { id: 9, name: "Survey", state: "completed" },
]
const history: History = {
  state: "running",
  steps: [
    {
      type: "CampaignCreated",
      from: "reserved",
      to: "draft",
      at: "2026-01-02T10:00:00Z",
      until: "2026-01-02T10:00:00Z",
      times: 1,
      actor: "Nora Admin",
    },
    {
      type: "CampaignPaused",
      from: "running",
      to: "running",
      at: "2026-01-02T11:00:00Z",
      until: "2026-01-02T12:00:00Z",
      times: 3,
      actor: "Admin View",
    },
  ],
}
const textsOf = (selector: string, within: Element): ReadonlyArray<string> =>
  [...within.querySelectorAll(selector)].map(textOf)

describe("the flows page", () => {
  it.each(walk.places.map((place) => [titleOf(place), place] as const))(
    "is accessible and keeps its promises in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as FlowsSnapshot)
      expect(await accessibilityFaults()).toEqual([])
      expect(brokenPromises(snapshot)).toEqual([])
    },
  )

  it("offers every chart by its area, and goes to the chosen one with nothing left of the last", async () => {
    const { container, went } = await show(start, { search: { run: "session@1", of: "17" } })
    const list = container.querySelector(".chart-list nav")!
    expect(textsOf(".chart-area", list)).toEqual(["session", "lifecycles"])
    expect(textsOf(".chart-link > span:first-child", list)).toEqual(["session", "operation", "campaign"])
    expect(list.querySelector("[aria-current]")?.textContent).toContain("session")
    expect([...list.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toContain("?chart=campaign")
    const before = { width: innerWidth, height: innerHeight }
    await page.viewport(800, 900)
    const choice = container.querySelector("select")!
    await act(() => page.elementLocator(choice).selectOptions("campaign"))
    await page.viewport(before.width, before.height)
    expect(went).toEqual([
      { chart: "campaign", run: null, of: null, search: null, state: null, lead: null, step: null },
    ])
  })

  it("narrows the charts to those with a state or an event of some name, and marks those that run", async () => {
    const { container } = await show(seen, { search: { find: "PAUSE" } })
    expect(textsOf(".chart-link > span:first-child", container)).toEqual(["campaign"])
    const none = await show(seen, { search: { find: "zebra" } })
    expect(textsOf(".chart-link", none.container)).toEqual([])
    const all = await show(seen)
    expect(textsOf(".chart-runs > span:first-child", all.container)).toContain("session")
  })

  it("says of a chosen transition what sets it off, and what its guards answered last", async () => {
    const outline = outlineOf(sessionMachine)
    const from = outline.states
      .flatMap(({ states }) => states)
      .find(({ leads }) => leads.some(({ guard }) => guard !== ""))!
    const at = from.leads.findIndex(({ guard }) => guard !== "")
    const { container } = await show(seen, { search: { lead: `${from.path}:${at}` } })
    const chosen = container.querySelector(".flow-chosen > div:last-child > .section")
    for (const said of [from.path, from.leads[at]!.event, from.leads[at]!.guard, "session.machine.ts"])
      expect(textOf(chosen)).toContain(said)
    expect(textsOf(".flow-leads a[aria-current]", container)).toHaveLength(1)
    const gone = await show(seen, { search: { lead: "nowhere:1" } })
    expect(textOf(gone.container)).not.toContain("Chosen transition")
  })

  it("says which way of looking is the one in use", async () => {
    const { container } = await show(start, { search: { view: "travel" } })
    expect(textsOf(".flow-ways [aria-current=page]", container)).toEqual(["Time travel"])
    const plain = await show(start)
    expect(textsOf(".flow-ways [aria-current=page]", plain.container)).toEqual(["Chart"])
  })

  const gallery: GalleryFile = {
    chart: "session",
    children: [],
    states: [
      {
        via: ["signIn.pressed"],
        variant: "",
        headings: ["Sign in"],
        actions: [],
        search: {},
        snapshot: { value: "signedOut", status: "active" },
        children: {},
      },
    ],
  }
  it.each([
    ["the chart", 1280, {}, undefined],
    ["the chart", 390, {}, undefined],
    ["the gallery", 1280, { view: "gallery" }, gallery],
  ] as const)("leaves at most 80 px above the picture: %s, %i wide", async (_, width, search, file) => {
    const before = { width: innerWidth, height: innerHeight }
    await page.viewport(width, 900)
    const instead = file && (
      <GalleryView
        url={pageUrl(search).url}
        chosen={outlineOf(sessionMachine)}
        states={seenReading<GalleryFile>({ ready: file })}
        frame={() => <p className="drawing">The picture</p>}
      />
    )
    const { container } = await show(start, { search, instead })
    const topOf = (selector: string) => container.querySelector(selector)?.getBoundingClientRect().top ?? NaN
    expect(topOf(".drawing") - topOf("h1")).toBeLessThanOrEqual(80)
    expect(topOf(".drawing") - topOf("h1")).toBeGreaterThan(0)
    await page.viewport(before.width, before.height)
  })

  it("brings the history of a thing that was chosen far down the list into view", async () => {
    const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `Campaign ${id}`, state: "draft" }))
    const above = document.createElement("div")
    above.style.blockSize = "3000px"
    document.body.prepend(above)
    const search = { chart: "campaign", of: "60" }
    const { container } = await show(seen, {
      chosen: life,
      search,
      things: { ready: rows },
      history: { ready: history },
    })
    const { top = NaN, bottom = NaN } = container.querySelector(".flow-history")?.getBoundingClientRect() ?? {}
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
    above.remove()
  })

  it("says the states in words, with where each leads, and which are in force", async () => {
    const { container } = await show(start, { present, dark: true })
    expect(textsOf(".flow-present > p:first-child", container).map((text) => text.split(" ")[0])).toEqual([
      "person",
      "signedIn",
      "current",
      "interaction",
      "none",
    ])
    expect(textsOf(".flow-present > .flow-leads > li", container)).toContain(
      "rights.changed [isNews] / setLacking → person.signedIn.rereading",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says what a chart hears everywhere, and what changes nothing but what is remembered", async () => {
    const chosen = outlineOf(
      createMachine({
        id: "page",
        initial: "shown",
        on: { "feed.changed": { actions: "refresh" } },
        states: { shown: { on: { closed: "gone" } }, gone: {} },
      }),
    )
    const { container } = await show(start, { chosen })
    expect(textsOf(".flow-leads > li", container)).toEqual(["closed → gone", "feed.changed / refresh → stays"])
    expect(outlineOf(operationMachine).states.map(({ name }) => name)).toContain("cancelled")
  })

  it("lists what runs and has run in this tab, each with the chart it is in and a way to its picture", async () => {
    const { container } = await show(seen)
    expect(textsOf(".flow-running li", container)).toEqual([
      "session person.signedIn.current, interaction.none",
      "reading in campaigns ready.settled",
    ])
    const links = [...container.querySelectorAll(".flow-running a")]
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "?chart=session&run=session%401",
      "?chart=reading&run=list%402",
    ])
    expect(textsOf(".flow-running a[aria-current]", container)).toEqual(["session"])
  })

  it("keeps a page's chart in sight after it ended, however many calls were made since", async () => {
    const ended = (chart: string, at: number, state: string): SeenRun => ({
      run: `${chart}@${at}`,
      chart,
      within: null,
      states: [state],
      knownFrom: 0,
      endedAt: at,
    })
    const calls = Array.from({ length: 60 }, (_, at) => ended("operation", at, at === 59 ? "failed" : "succeeded"))
    const runs = [ended("campaigns", 1, "viewing"), ran, ...calls]
    const { container } = await show({ ...seen, context: { ...seen.context, runs } })
    expect(textsOf(".flow-running li", container)).toEqual([
      "session person.signedIn.current, interaction.none",
      "operation failed",
      "campaigns viewing",
    ])
  })

  it("says of each event where it led, and what the guards said that were asked", async () => {
    const { container } = await show(seen)
    expect(textsOf(".flow-steps > li", container)).toEqual([
      "leave.pressed every guard says nomayLeave: no",
      "tick stays where it was",
    ])
    const reading = seen.context.runs[1]
    const other = await show(seen, { run: reading })
    expect(textsOf(".flow-steps > li", other.container)).toEqual([
      "read done loading → ready.settledhasMore: noisSame: yes",
    ])
    expect(textOf(other.container)).toContain("where it was when it ended")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("puts each event into a row that leads to its chart as it stood then, and marks the one looked at", async () => {
    const { container } = await show(seen, { search: { events: "all", step: "2" } })
    const rows = [...container.querySelectorAll(".timeline-events tbody tr")]
    expect(rows.map((row) => textsOf("td", row).filter((_, column) => column !== 1))).toEqual([
      ["43", "leave.pressed", "session", "", "every guard says no"],
      ["42", "read done", "reading", "loading", "ready.settled"],
      ["41", "tick", "session", "", "stays where it was"],
    ])
    expect(rows.map((row) => row.getAttribute("aria-current"))).toEqual([null, "true", null])
    expect(rows[1]?.querySelector("a")?.getAttribute("href")).toBe("?events=all&step=2&chart=reading&run=list%402")
    expect(textsOf(".timeline-chart", container)).toEqual(["session", "reading"])
    expect(textsOf(".timeline-span", container)).toEqual(["current, none", "loading", "settled"])
    expect(container.querySelectorAll(".timeline-cursor")).toHaveLength(1)
  })

  it("says that the picture is one of the past, with the way back to now", async () => {
    const { container } = await show(seen, { run: seen.context.runs[1], search: { step: "2" } })
    expect(textOf(container)).toContain("As it stood after step 42, read done.")
    const back = [...container.querySelectorAll("a")].find((link) => textOf(link) === "Back to now")
    expect(back?.getAttribute("href")).toBe("?")
  })

  it("shows what moved a state, and the rest when that is asked for", async () => {
    const { container, changed } = await show(seen)
    expect(textsOf(".timeline-events tbody td:first-child", container)).toEqual(["42"])
    await act(() => page.getByRole("checkbox", { name: "Only what moved a state" }).click({ force: true }))
    expect(changed).toEqual([{ events: "all" }])
  })

  it("keeps the timeline within a narrow page", async () => {
    const before = { width: innerWidth, height: innerHeight }
    await page.viewport(390, 900)
    await show(seen, { search: { events: "all" }, dark: true })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityFaults()).toEqual([])
    await page.viewport(before.width, before.height)
  })

  it("says when a chart has not run in this tab", async () => {
    const { container } = await show(start, { run: undefined })
    expect(textOf(container)).toContain("It has not run in this tab yet.")
    expect(textOf(container)).toContain("Use the product in this tab, then come back.")
  })

  it.each([
    ["light", false],
    ["dark", true],
  ])(
    "shows the company's things next to the chart of their life, and how one came to where it stands, %s",
    async (_, dark) => {
      const search = { chart: "campaign", of: "17", search: "17" }
      const { container } = await show(seen, {
        chosen: life,
        search,
        things: { ready: rows },
        history: { ready: history },
        dark,
      })
      expect([...container.querySelectorAll(".flow-chosen tbody a")].map((link) => link.getAttribute("href"))).toEqual([
        "?chart=campaign&of=17&search=17",
        "?chart=campaign&of=9&search=17",
      ])
      expect(textsOf(".flow-chosen tbody tr[aria-current]", container)).toEqual(["Flu shotsrunning"])
      expect(textOf(container)).toContain("Open number 17")
      expect(textOf(container)).toContain("It is running.")
      const steps = textsOf(".flow-history > li", container)
      expect(steps[0]).toMatch(/^CampaignPaused: stays running.*3 times, until.*by Admin View$/)
      expect(steps[1]).toMatch(/^CampaignCreated: reserved → draft.*by Nora Admin$/)
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("says why there is nothing to choose, or that it could not be read or may not be seen", async () => {
    const search = { chart: "campaign" }
    const none = await show(seen, { chosen: life, search, things: { ready: [] } })
    expect(textOf(none.container)).toContain("There is none yet")
    const unmatched = await show(seen, { chosen: life, search: { ...search, search: "x" }, things: { ready: [] } })
    expect(textOf(unmatched.container)).toContain("None is called “x”")
    const refused = { failed: problem("Forbidden", "You need the right to run campaigns (Campaign).") }
    const denied = await show(seen, { chosen: life, search: { ...search, of: "1" }, things: refused, history: refused })
    expect(denied.container.querySelectorAll("[role=alert]")).toHaveLength(2)
    expect(textOf(denied.container)).toContain("You need the right to run campaigns")
    expect(await accessibilityFaults()).toEqual([])
    const waiting = await show(seen, {
      chosen: life,
      search: { ...search, of: "1" },
      things: "loading",
      history: "loading",
    })
    expect(waiting.container.querySelectorAll("[aria-busy]").length).toBeGreaterThan(0)
    expect(await accessibilityFaults()).toEqual([])
  })
})
