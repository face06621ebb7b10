import "#views/administration/flows.css"
import "#views/administration/handsets.css"
import { act } from "react"
import { afterEach, describe, expect, it } from "vitest"
import { createMachine } from "xstate"
import { flowsMachine, type FlowsEvent, type FlowsSnapshot } from "#machines/administration/flows.machine.ts"
import { operationMachine } from "#machines/session/operation.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { outlineOf, type Outline } from "#machines/outline.ts"
import { FlowsView } from "#views/administration/FlowsView.tsx"
import { flowsWalk } from "#tests/machines/administration/flows.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/promises.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"

const walk = pathsOf(flowsMachine, flowsWalk)
const charts = [
  { area: "session", id: "session" },
  { area: "session", id: "operation" },
  { area: "lifecycles", id: "campaign" },
]
const present = ["person.signedIn.current", "interaction.none"]

let unmount: () => void = () => undefined
afterEach(() => act(() => unmount()))

const show = async (
  snapshot: FlowsSnapshot,
  options: { readonly chosen?: Outline; readonly present?: ReadonlyArray<string>; readonly dark?: boolean } = {},
) => {
  const { send } = recorder<FlowsEvent>()
  const rendered = await render(
    <FlowsView
      page={{ snapshot, send }}
      url={pageUrl().url}
      charts={charts}
      chosen={options.chosen ?? outlineOf(sessionMachine)}
      present={options.present ?? []}
      picture={<p>The picture</p>}
    />,
    { dark: options.dark ?? false },
  )
  unmount = rendered.unmount
  return rendered
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

  it("links every chart by its area and marks the chosen one", async () => {
    const { container } = await show(walk.states[0] as unknown as FlowsSnapshot)
    const nav = container.querySelector("nav")!
    expect(textsOf("h2", nav)).toEqual(["session", "lifecycles"])
    expect([...nav.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "?chart=session",
      "?chart=operation",
      "?chart=campaign",
    ])
    expect(textsOf("a[aria-current]", nav)).toEqual(["session"])
  })

  it("says the states in words, with where each leads, and which are in force", async () => {
    const { container } = await show(walk.states[0] as unknown as FlowsSnapshot, { present, dark: true })
    expect(textsOf(".flow-present > p:first-child", container).map((text) => text.split(" ")[0])).toEqual([
      "person",
      "signedIn",
      "current",
      "interaction",
      "none",
    ])
    expect(textsOf(".flow-present > .flow-leads > li", container)).toContain(
      "rights.changed → person.signedIn.rereading",
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
    const { container } = await show(walk.states[0] as unknown as FlowsSnapshot, { chosen })
    expect(textsOf(".flow-leads > li", container)).toEqual(["closed → gone", "feed.changed / refresh → stays"])
    expect(outlineOf(operationMachine).states.map(({ name }) => name)).toContain("cancelled")
  })

  it("lists what runs, itself too, and the last 20 transitions by their names", async () => {
    const [moved, took] = flowsWalk.events ?? []
    const state = after(flowsMachine, [moved!, ...Array.from({ length: 23 }, () => took!)], { search: {} })
    const { container } = await show(state as unknown as FlowsSnapshot)
    expect(textsOf(".flow-running li", container)).toEqual([
      "session person.signedIn.current, interaction.none",
      "flows watching",
    ])
    const rows = [...container.querySelectorAll<HTMLLIElement>(".flow-taken li")]
    expect(rows).toHaveLength(20)
    expect([rows[0]?.value, textOf(rows[0] ?? null)]).toEqual([23, "toasts: toast.shown, screen.empty → screen.full"])
  })
})
