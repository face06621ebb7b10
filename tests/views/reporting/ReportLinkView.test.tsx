import { describe, expect, it } from "vitest"
import {
  reportLinkMachine,
  type ReportLinkEvent,
  type ReportLinkSnapshot,
} from "#machines/reporting/reportLink.machine.ts"
import { ReportLinkView } from "#views/reporting/ReportLinkView.tsx"
import { expiredLink, reportLinkWalk } from "#tests/machines/reporting/reportLink.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(reportLinkMachine, reportLinkWalk)
const placeIn = (state: string) =>
  places.find(({ snapshot }) => snapshot.value === state)?.snapshot as unknown as ReportLinkSnapshot

const show = async (snapshot: ReportLinkSnapshot) => {
  const { sent, send } = recorder<ReportLinkEvent>()
  const { container } = await render(<ReportLinkView page={{ snapshot, send }} />)
  return { container, sent }
}

describe("a mailed link", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as ReportLinkSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("that works no longer says why, and leads to the report", async () => {
    const { container } = await show(placeIn("gone"))
    expect(textOf(container)).toContain(expiredLink.message)
    expect(container.querySelector("a")?.getAttribute("href")).toBe("/report")
  })

  it("is tried again where the server could not be reached", async () => {
    const { container, sent } = await show(placeIn("couldNotOpen"))
    await press("Retry", container)
    expect(sent).toEqual([{ type: "retry.pressed" }])
  })
})
