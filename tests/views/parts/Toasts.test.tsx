import { useSelector } from "@xstate/react"
import { act } from "react"
import { describe, expect, it } from "vitest"
import { page, userEvent } from "vitest/browser"
import { createActor, SimulatedClock } from "xstate"
import { toastsMachine, type Toast, type ToastsEvent } from "#machines/session/toasts.machine.ts"
import { toastMillis } from "#schemas/constants.ts"
import { Notifications, Toasts } from "#views/parts/Toasts.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { toastsSeen } from "#tests/support/toastsSeen.ts"

const toast = (id: string, intent: Toast["intent"] = "success"): Toast => ({
  id,
  intent,
  text: `Text ${id}`,
  reason: "Because.",
  at: "2026-11-21T09:00:00Z",
})

const show = async (ids: ReadonlyArray<string>, dark = false) => {
  const clock = new SimulatedClock()
  const actor = createActor(toastsMachine, { clock }).start()
  for (const id of ids) actor.send({ type: "toast.shown", toast: toast(id, id === "bad" ? "danger" : "success") })
  const Both = () => {
    const seen = {
      snapshot: useSelector(actor, (snapshot) => snapshot),
      send: (event: ToastsEvent) => actor.send(event),
    }
    return (
      <>
        <main>
          <h1 tabIndex={-1}>A page</h1>
          <button type="button" onClick={() => actor.send({ type: "list.opened" })}>
            Bell
          </button>
        </main>
        <Toasts {...seen} />
        <Notifications {...seen} />
      </>
    )
  }
  const rendered = await render(<Both />, { dark })
  const pass = (millis: number) => act(async () => clock.increment(millis))
  const toasts = () => [...rendered.container.querySelectorAll(".toast")]
  const shown = () => toasts().map(textOf)
  return { ...rendered, actor, pass, shown, seen: () => toastsSeen(toasts()) }
}

describe("toasts", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("show each with a mark and its reason, and are accessible in the %s", async (_, dark) => {
    const { shown } = await show(["a", "bad"], dark)
    expect(shown()).toEqual(["Text aBecause.", "Text badBecause."])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [1280, 900],
    [390, 844],
  ])("are seen whole at the top right for three seconds, in a window of %i × %i", async (width, height) => {
    const before = { width: innerWidth, height: innerHeight }
    await page.viewport(width, height)
    const { pass, seen } = await show(["a", "bad"])
    const topRight = { beneath: ["Because."], place: "top right" }
    const both = [
      { intent: "success", text: "Text a", ...topRight },
      { intent: "danger", text: "Text bad", ...topRight },
    ]
    expect(seen()).toEqual(both)
    await pass(3_000 - 1)
    expect(seen()).toEqual(both)
    await pass(1)
    expect(seen()).toEqual([])
    await page.viewport(before.width, before.height)
  })

  it("wait while the pointer is on them", async () => {
    const { container, pass, shown } = await show(["a"])
    await act(() => userEvent.hover(container.querySelector(".toast")!))
    await pass(toastMillis * 10)
    expect(shown()).toHaveLength(1)
    await act(() => userEvent.hover(container.querySelector("h1")!))
    await pass(toastMillis - 1)
    expect(shown()).toHaveLength(1)
    await pass(1)
    expect(shown()).toEqual([])
  })

  it("wait while the focus is on them; closed by a key they pass it on", async () => {
    const { container, pass, shown } = await show(["a", "b"])
    await act(() => userEvent.hover(container.querySelector("h1")!))
    await act(async () => container.querySelector<HTMLElement>(".toast button")?.focus())
    await pass(toastMillis * 10)
    expect(shown()).toHaveLength(2)
    await act(() => userEvent.keyboard("{Enter}"))
    expect(shown()).toEqual(["Text bBecause."])
    expect(document.activeElement?.closest(".toast")).not.toBeNull()
    await pass(toastMillis * 10)
    expect(shown()).toHaveLength(1)
    await act(() => userEvent.keyboard("{Enter}"))
    expect(shown()).toEqual([])
    expect(document.activeElement?.tagName).toBe("H1")
  })

  it("of a burst stand four, and the rest is one press away", async () => {
    const { container, shown } = await show(["1", "2", "3", "4", "5", "6", "7"])
    expect(shown()).toHaveLength(4)
    await press("and 3 more", container)
    const list = document.querySelector(".notifications")
    expect([...(list?.querySelectorAll("li p:first-child") ?? [])].map(textOf)).toEqual(
      ["7", "6", "5", "4", "3", "2", "1"].map((id) => `Text ${id}`),
    )
    expect(list?.querySelectorAll("time")).toHaveLength(7)
    expect(await accessibilityFaults()).toEqual([])
  })
})

describe("the list of past notifications", () => {
  it("opens, is read and closes by the keyboard, and gives the focus back", async () => {
    const { container, pass } = await show(["a"])
    await pass(toastMillis)
    const bell = container.querySelector<HTMLElement>("main button")
    bell?.focus()
    await act(() => userEvent.keyboard("{Enter}"))
    await expect.poll(() => document.activeElement?.className).toBe("notifications")
    expect(textOf(document.querySelector(".notifications"))).toContain("Text a")
    await act(() => userEvent.keyboard("{Escape}"))
    await expect.poll(() => document.activeElement).toBe(bell)
  })

  it("says why it is empty once it was cleared", async () => {
    const { actor } = await show(["a"])
    await act(async () => actor.send({ type: "list.opened" }))
    await press("Clear the list")
    expect(textOf(document.querySelector(".notifications"))).toContain("Nothing yet.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
