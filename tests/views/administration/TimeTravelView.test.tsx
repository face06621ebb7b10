import "#views/administration/flows.css"
import "#views/administration/gallery.css"
import { describe, expect, it } from "vitest"
import {
  timeTravelMachine,
  type TravelEvent,
  type TravelSnapshot,
} from "#machines/administration/timeTravel.machine.ts"
import { words } from "#schemas/words.ts"
import { Page } from "#views/parts/Page.tsx"
import { TimeTravelView } from "#views/administration/TimeTravelView.tsx"
import { heardToasts, timeTravelWalk } from "#tests/machines/administration/timeTravel.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const walk = pathsOf(timeTravelMachine, timeTravelWalk)

const show = async (snapshot: TravelSnapshot, dark = false) => {
  const { sent, send } = recorder<TravelEvent>()
  const rendered = await render(
    <Page title={words["flows.title"]}>
      <TimeTravelView
        page={{ snapshot, send }}
        url={pageUrl({ view: "travel", chart: "toasts" }).url}
        chart={snapshot.context.search["chart"] ?? "session"}
        known={["toasts", "session"]}
        picture={<p className="drawing">The picture</p>}
        frame={<p>The view</p>}
      />
    </Page>,
    { dark, zone: "UTC" },
  )
  return { ...rendered, sent }
}
const seenAfter = (...events: ReadonlyArray<TravelEvent | { readonly type: `xstate.done.actor.read` }>) =>
  after(timeTravelMachine, events, timeTravelWalk.input) as unknown as TravelSnapshot
const [heard, , , second] = timeTravelWalk.events as ReadonlyArray<TravelEvent>
const fileChosen = timeTravelWalk.events?.find(({ type }) => type === "file.chosen") as TravelEvent
const drawn = timeTravelWalk.events?.find(({ type }) => type === "moment.drawn") as TravelEvent
const broken = timeTravelWalk.events?.find(({ type }) => type === "moment.broken") as TravelEvent
const read = (index: number) => ({
  type: "xstate.done.actor.read" as const,
  actorId: "read",
  ...timeTravelWalk.outcomes?.["read"]?.[index],
})
const past = seenAfter(heard!, second!, drawn)
const slider = (container: Element) => container.querySelector<HTMLInputElement>("input[type=range]")!

describe("time travel", () => {
  it.each(walk.places.map((place) => [titleOf(place), place] as const))(
    "is accessible and keeps its promises in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as TravelSnapshot)
      expect(await accessibilityFaults()).toEqual([])
      expect(brokenPromises(snapshot)).toEqual([])
    },
  )

  it.each([false, true])("says what happened at the moment and how the run stood, dark: %s", async (dark) => {
    const { container } = await show(past, dark)
    expect(slider(container).getAttribute("aria-valuetext")).toBe("2 of 3: stack.held")
    expect(textOf(container.querySelector(".facts"))).toMatch(/^Eventstack\.heldHeard atNov 18, 2026, .*:\d\d\.000 /)
    expect(textOf(container)).toContain("stack.running → stack.held")
    expect(textOf(container)).toContain("isHeld: yes")
    expect(textOf(container)).toContain("You see a moment of the past.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("begins with the picture, with the slider right beneath it", async () => {
    const { container } = await show(past)
    const boxOf = (selector: string) => container.querySelector(selector)!.getBoundingClientRect()
    expect(boxOf(".drawing").top).toBe(boxOf(".page-content").top)
    expect(boxOf("input[type=range]").top - boxOf(".drawing").bottom).toBeLessThanOrEqual(16)
  })

  it("goes event by event, no further than the journal goes, and back to now", async () => {
    const { sent } = await show(past)
    for (const name of ["First", "Back", "Forward", "Now"]) await press(name)
    const { sent: beyond } = await show(seenAfter(heard!))
    await press("Forward")
    const [one, , three] = heardToasts.entries
    expect([...sent, ...beyond]).toEqual([
      { type: "moment.chosen", at: 0 },
      { type: "moment.chosen", at: one?.at },
      { type: "moment.chosen", at: three?.at },
      { type: "now.pressed" },
      { type: "moment.chosen", at: three?.at },
    ])
  })

  it("shows what an event carried, and nothing that looks like a secret", async () => {
    const { container } = await show(
      seenAfter({
        type: "journals.heard",
        journals: [
          { ...heardToasts, entries: [{ at: 5, event: { type: "toast.shown", token: "eyJhbGciOi", word: "saved" } }] },
        ],
      }),
    )
    expect(textOf(container.querySelector(".travel-carried pre"))).toBe('{ "token": "•••", "word": "saved" }')
  })

  it("says where a view cannot be drawn and where the chart cannot follow", async () => {
    const { container } = await show(seenAfter(heard!, broken))
    expect(textOf(container)).toContain("The view of this moment cannot be drawn.")
    expect(textOf(container)).toContain("This version of the chart cannot follow the journal to here.")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("keeps what it showed when a file is no journal, and says why", async () => {
    const { container } = await show(seenAfter(heard!, fileChosen, read(1)))
    expect(textOf(container.querySelector("[role=alert]"))).toBe(
      "monday.json was not opened; what you see is as it was.It says that it is a journal, but it is damaged. Ask for it again.",
    )
    expect(slider(container).max).toBe("3")
  })

  it("lists a file's runs, says which charts there are not, and how it becomes a path", async () => {
    const { container, sent } = await show(seenAfter(fileChosen, read(0)))
    expect(textOf(container)).toContain("From monday.json, saved Nov 18, 2026")
    expect([...container.querySelectorAll(".travel-runs li")].map(textOf)).toEqual([
      expect.stringMatching(/^older, 3 events\. This program has no chart of this name\./),
      expect.stringMatching(/^toasts, 3 events/),
    ])
    expect([...container.querySelectorAll(".travel-runs [aria-current]")].map(textOf)).toEqual(["toasts, 3 events"])
    expect([...container.querySelectorAll(".travel-command")].map(textOf)).toEqual([
      "npm run paths -- toasts --from-journal monday.json",
      "npm run paths -- --run paths/toasts.journal.json",
    ])
    await press("Back to this tab")
    expect(sent).toEqual([{ type: "tab.pressed" }])
  })

  it("says what to do where the chart has no journal", async () => {
    const { container } = await show(seenAfter())
    expect(textOf(container)).toContain("toasts has no journal here")
    expect(await accessibilityFaults()).toEqual([])
  })
})
