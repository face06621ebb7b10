import { act } from "react"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { renewalMachine, type RenewalEvent, type RenewalSnapshot } from "#machines/session/renewal.machine.ts"
import { signInFailed, signInProblems, someoneElse } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { RenewalDialog } from "#views/layout/RenewalDialog.tsx"
import { after } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const show = async (events: ReadonlyArray<AnyEventObject>, dark = false) => {
  const { sent, send } = recorder<RenewalEvent>()
  const snapshot = after(renewalMachine, events, { mayAsk: true }) as RenewalSnapshot
  await render(<RenewalDialog snapshot={snapshot} send={send} />, { dark })
  return { snapshot, sent }
}

const failed = (id: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
})
const asked = [failed("silently", signInFailed("login_required"))]
const opened = [...asked, { type: "signIn.pressed" }]
const dialog = () => document.querySelector("[role=dialog]")

describe("the dialog that asks to sign in again", () => {
  it("says why, what is kept and what Cancel does; its button opens the window", async () => {
    const { snapshot, sent } = await show(asked)
    expect(brokenPromises(snapshot)).toEqual([])
    for (const sentence of [signInProblems.login_required[1], words["renewal.kept"], words["renewal.cancelling"]])
      expect(textOf(dialog())).toContain(sentence)
    expect(textOf(document.activeElement)).toBe(words["renewal.signIn"])
    expect(await accessibilityFaults()).toEqual([])
    await press(words["renewal.signIn"])
    await press(words["renewal.cancel"])
    expect(sent).toEqual([{ type: "signIn.pressed" }, { type: "cancel.pressed" }])
  })

  it("offers the window once more while it is open, in the dark too", async () => {
    const { snapshot, sent } = await show(opened, true)
    expect(brokenPromises(snapshot)).toEqual([])
    expect(textOf(dialog())).toContain(words["renewal.open"])
    expect(await accessibilityFaults()).toEqual([])
    await press(words["renewal.openAgain"])
    expect(sent).toEqual([{ type: "signIn.pressed" }])
  })

  it("takes the second click of a double click for none: it would close the window", async () => {
    const { sent } = await show(opened)
    const button = [...document.querySelectorAll("button")].find((one) => textOf(one) === words["renewal.openAgain"])
    await act(async () => void button?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 })))
    expect(sent).toEqual([])
  })

  it.each([
    ["blocked", signInFailed("popup_window_error")],
    ["closed", signInFailed("user_cancelled")],
    ["busy elsewhere", signInFailed("interaction_in_progress")],
    ["someone else's", someoneElse()],
  ])("says what to do when the window was %s", async (_, problem) => {
    await show([...opened, failed("inWindow", problem)])
    expect(textOf(document.querySelector("[role=alert]"))).toBe(problem.message)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("ends nothing by Escape", async () => {
    const { sent } = await show(asked)
    await act(
      async () =>
        void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    )
    expect(sent).toEqual([])
    expect(dialog()).not.toBeNull()
  })

  it.each([
    ["tries in silence", []],
    ["is done", [{ type: "xstate.done.actor.silently", output: undefined, actorId: "silently" }]],
    ["was cancelled", [...asked, { type: "cancel.pressed" }]],
  ])("is not there while the chart %s", async (_, events) => {
    const { snapshot } = await show(events)
    expect(dialog()).toBeNull()
    expect(brokenPromises(snapshot)).toEqual([])
  })
})
