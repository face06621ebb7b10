import { describe, expect, it } from "vitest"
import { idleMachine, type IdleEvent, type IdleSnapshot } from "#machines/session/idle.machine.ts"
import { idleMillis, idlePromptMillis } from "#schemas/constants.ts"
import { words } from "#schemas/words.ts"
import { IdlePrompt } from "#views/session/IdlePrompt.tsx"
import { after } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const due = idleMillis - idlePromptMillis

const show = async (events: ReadonlyArray<IdleEvent>, dark = false) => {
  const { sent, send } = recorder<IdleEvent | "logout">()
  const snapshot = after(idleMachine, events, { at: 0, tab: "b" }) as IdleSnapshot
  const view = <IdlePrompt snapshot={snapshot} send={send} onLogout={() => send("logout")} />
  await render(view, { dark })
  return { snapshot, sent }
}

describe("the prompt before the session ends", () => {
  it("asks in the last minute, says how many seconds are left, and keeps the chart's promises", async () => {
    const { snapshot, sent } = await show([{ type: "clock.ticked", at: due + 18_000 }])
    expect(brokenPromises(snapshot)).toEqual([])
    expect(textOf(document.querySelector("[role=timer]"))).toContain("in 42 seconds")
    expect(await accessibilityFaults()).toEqual([])
    await press(words["idle.stay"])
    await press(words["idle.logout"])
    expect(sent).toEqual([{ type: "stay.pressed" }, "logout"])
  })

  it("has the focus on staying, in the dark too", async () => {
    await show([{ type: "clock.ticked", at: due }], true)
    expect(textOf(document.activeElement)).toBe(words["idle.stay"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["active", []],
    ["moving", [{ type: "activity.seen", at: 5 }]],
    ["over", [{ type: "clock.ticked", at: idleMillis }]],
  ] as const)("is not there while the chart is %s", async (_, events) => {
    const { snapshot } = await show(events)
    expect(document.querySelector("[role=dialog]")).toBeNull()
    expect(brokenPromises(snapshot)).toEqual([])
  })
})
