import "#views/administration/flows.css"
import { act } from "react"
import { describe, expect, it } from "vitest"
import {
  inspectorMachine,
  type InspectorEvent,
  type InspectorSnapshot,
} from "#machines/administration/inspector.machine.ts"
import { InspectorView } from "#views/administration/InspectorView.tsx"
import { inspectorWalk } from "#tests/machines/administration/inspector.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const walk = pathsOf(inspectorMachine, inspectorWalk)

const show = async (snapshot: unknown, options: { readonly offersStately?: boolean; readonly dark?: boolean } = {}) => {
  const { send, sent } = recorder<InspectorEvent>()
  const rendered = await render(
    <InspectorView
      inspector={{ snapshot: snapshot as InspectorSnapshot, send }}
      offersStately={options.offersStately ?? false}
      picture={<p>The picture</p>}
    />,
    { dark: options.dark ?? false },
  )
  return { ...rendered, sent }
}
const press = (button: Element | null | undefined) => act(() => (button as HTMLElement).click())

describe("the inspector", () => {
  it.each(walk.places.map((place, index) => [titleOf(place), place, index] as const))(
    "is accessible and keeps its promises in %s",
    async (_, { snapshot }, index) => {
      await show(snapshot, { offersStately: true, dark: index % 2 === 0 })
      expect(await accessibilityFaults()).toEqual([])
      expect(brokenPromises(snapshot)).toEqual([])
    },
  )

  it("says how to have a tab send something, while none does", async () => {
    const { container } = await show(after(inspectorMachine, []))
    expect(textOf(container)).toContain("with ?inspect at the end of its address")
    expect(container.querySelector("button")).toBeNull()
  })

  it("lists the charts, and shows the chosen one with what it remembers and heard", async () => {
    const events = inspectorWalk.events ?? []
    const { container, sent } = await show(after(inspectorMachine, events))
    const row = container.querySelector(".inspected-run")
    expect(textOf(row)).toBe("door open (ended)")
    expect(row?.getAttribute("aria-current")).toBe("true")
    expect(textOf(container)).toContain("It is in open.")
    expect([...container.querySelectorAll(".flow-steps li")].map(textOf)).toEqual(["pushed"])
    press(row)
    expect(sent).toEqual([{ type: "run.chosen", run: "door@1" }])
  })

  it("opens Stately's inspector only when asked, and only where the tab was asked to send to it", async () => {
    const { container, sent } = await show(after(inspectorMachine, []), { offersStately: true })
    expect(textOf(container)).toContain("This opens a page of stately.ai")
    press(container.querySelector("button"))
    expect(sent).toEqual([{ type: "stately.pressed" }])
    const blocked = await show(after(inspectorMachine, [{ type: "stately.pressed" }, { type: "window.blocked" }]), {
      offersStately: true,
    })
    expect(textOf(blocked.container)).toContain("Allow windows of this page")
  })
})
