import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import {
  savedViewsMachine,
  type SavedViewsEvent,
  type SavedViewsSnapshot,
} from "#machines/reporting/savedViews.machine.ts"
import type { SavedView } from "#schemas/reporting/savedView.ts"
import { Now } from "#views/parts/Time.tsx"
import { SavedViewsView } from "#views/reporting/SavedViewsView.tsx"
import { savedViewsWalk } from "#tests/machines/reporting/savedViews.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { sampleSavedView, sampleSavedViews } from "#tests/support/savedViewSamples.ts"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(savedViewsMachine, savedViewsWalk)
const afterAll = (...happened: ReadonlyArray<AnyEventObject>) =>
  after(savedViewsMachine, happened, savedViewsWalk.input) as unknown as SavedViewsSnapshot

const show = async (
  snapshot: SavedViewsSnapshot = afterAll(),
  views: ReadonlyArray<SavedView> = sampleSavedViews,
  dark = false,
) => {
  const { sent, send } = recorder<SavedViewsEvent>()
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const { container } = await render(
    <Now value={Date.parse("2026-11-21T15:00:00Z")}>
      <SavedViewsView
        page={{ snapshot, send }}
        url={pageUrl({ tab: "saved" }).url}
        views={seenReading<ReadonlyArray<SavedView>>({ ready: views })}
        command={seenCommand(snapshot, answer)}
      />
    </Now>,
    { zone: "America/New_York", dark },
  )
  return { container, said: [...container.querySelectorAll("tbody tr")].map(textOf), sent, answered }
}
const hrefOf = (container: Element, name: string): string | null =>
  container.querySelector(`a[aria-label="${name}"]`)?.getAttribute("href") ?? null

describe("saved views", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as SavedViewsSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("say what they show, when they are mailed and who gets it, in the %s", async (_, dark) => {
    const { said } = await show(undefined, undefined, dark)
    expect(said[0]).toMatch(/^Flu shots so farFlu shots · 1 more filterSince the campaign beganuntil .*Nov 21/)
    expect(said[0]).toContain("Last day of the month at 8:00")
    expect(said[1]).toMatch(/^OctoberAll campaignsChosen days.*Oct 1.* to .*Oct 31.*Not mailed/)
    expect(said[2]).toMatch(/Last 7 days.*Nov 14.* to .*Nov 20.*Monday and Friday at 8:00.*Next: .*Nov 23/)
    expect(said[2]).toContain("Nora Admin and Elaine Porter")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("say who did not get a mail, and when no one is left to receive it", async () => {
    const { said } = await show()
    expect(said[2]).toMatch(/Could not be mailed on .*Nov 20.* to Elaine Porter/)
    expect(said[0]).toContain("No one can receive it any more.")
    const nora = { ...sampleSavedView, readers: sampleSavedView.readers.slice(0, 1) }
    expect((await show(undefined, [nora])).said[0]).toContain("1 person can no longer receive it")
  })

  it("open the report that they show today, and their own form", async () => {
    const { container } = await show()
    expect(hrefOf(container, "Open: Weekly figures")).toBe("/report?from=2026-11-14&to=2026-11-20")
    expect(hrefOf(container, "Open: Flu shots so far")).toBe(
      `/report?campaign=${"c".repeat(20)}&language=es&to=2026-11-21`,
    )
    expect(hrefOf(container, "Change: Weekly figures")).toContain(`edit=${sampleSavedView.hashedId}`)
  })

  it("ask before one is deleted", async () => {
    const { container, sent } = await show()
    await press("Delete: Weekly figures", container)
    expect(sent).toEqual([{ type: "delete.pressed", saved: sampleSavedView }])
    const { answered } = await show(afterAll({ type: "delete.pressed", saved: sampleSavedView }))
    expect(textOf(document.querySelector("[role=alertdialog], [role=dialog], dialog"))).toContain(
      "“Weekly figures” is removed for everyone",
    )
    await press("Delete")
    expect(answered).toEqual([{ type: "confirm.pressed" }])
  })

  it("say how one is made while there is none", async () => {
    const { container } = await show(undefined, [])
    expect(textOf(container)).toContain("No saved views yet")
    expect(textOf(container)).toContain("“Save this report…”")
  })
})
