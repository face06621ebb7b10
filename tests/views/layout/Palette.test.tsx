import { act } from "react"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { paletteMachine, type PaletteEvent, type PaletteSnapshot } from "#machines/session/palette.machine.ts"
import { accessIds, type Rights } from "#schemas/access.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { Palette } from "#views/layout/Palette.tsx"
import { foundCampaign, foundPatient } from "#tests/machines/session/palette.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const everything: Rights = { userType: 1, accessIds: Object.values(accessIds) }
const opened = { type: "palette.opened" }
const typed = (text: string) => [
  opened,
  { type: "text.changed", text },
  { type: "xstate.after.typingPause.palette.open.things.typing" },
]

type Shown = {
  readonly events?: ReadonlyArray<AnyEventObject>
  readonly rights?: Rights
  readonly things?: ReturnType<typeof seenReading<never>>
  readonly patients?: ReturnType<typeof seenReading<never>>
  readonly dark?: boolean
}

const show = async ({ events = [opened], rights = everything, things, patients, dark = false }: Shown = {}) => {
  const { sent, send } = recorder<PaletteEvent>()
  const idle = seenReading<never>("idle")
  await render(
    <Palette
      snapshot={after(paletteMachine, events) as PaletteSnapshot}
      send={send}
      rights={rights}
      things={things ?? idle}
      patients={patients ?? idle}
      onShortcuts={() => undefined}
    />,
    { dark },
  )
  return { sent }
}

const field = () => document.querySelector<HTMLInputElement>("[role=combobox]")!
const names = () => [...document.querySelectorAll(".palette-name")].map(textOf)
const headings = () => [...document.querySelectorAll(".palette-group")].map(textOf)
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => void field().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more })))

describe("the palette", () => {
  it.each([false, true])(
    "offers what the user may do and where they may go, with the focus in its field (dark: %s)",
    async (dark) => {
      await show({ dark })
      expect(document.activeElement).toBe(field())
      expect(headings()).toEqual([
        words["palette.group.do"],
        words["palette.group.places"],
        words["palette.group.patient"],
      ])
      expect(names()).toContain(words["campaigns.new"])
      expect(names()).toContain("campaign")
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("offers no one what they have no right to", async () => {
    await show({ rights: { userType: 3, accessIds: [] } })
    expect(names()).toEqual([words["palette.shortcuts"], words["shell.home"]])
  })

  it.each([false, true])("shows what bears the text, with the text marked (dark: %s)", async (dark) => {
    await show({ dark, events: typed("flu"), things: seenReading({ ready: [foundCampaign] }) as never })
    expect(names()).toEqual([foundCampaign.name, words["palette.patients.named"].replace("{text}", "flu")])
    expect(textOf(document.querySelector("mark"))).toBe("Flu")
    expect(textOf(document.querySelector(".palette-note"))).toBe(words["campaign.state.running"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("drops what was found by an older text and does not bear this one", async () => {
    await show({ events: typed("colds"), things: seenReading({ refreshing: [foundCampaign] }) as never })
    expect(names()).not.toContain(foundCampaign.name)
    expect(textOf(document.querySelector("[role=status]"))).toBe(words["palette.looking"])
  })

  it("moves by arrows in a circle, opens by Enter and steps back by Escape", async () => {
    const { sent } = await show({ events: typed("flu"), things: seenReading({ ready: [foundCampaign] }) as never })
    expect(field().getAttribute("aria-activedescendant")).toBe(`campaign-${foundCampaign.id}`)
    for (const key of ["ArrowUp", "ArrowDown", "Enter", "Escape"]) await press(key)
    expect(sent).toEqual([
      { type: "option.pointed", at: 1 },
      { type: "option.pointed", at: 1 },
      { type: "thing.chosen", thing: foundCampaign },
      { type: "back.pressed" },
    ])
  })

  it("opens nothing by the Enter that ends a composed word", async () => {
    const { sent } = await show()
    await press("Enter", { isComposing: true })
    expect(sent).toEqual([])
  })

  it("says that nothing was found, and that it could not look", async () => {
    const plain: Rights = { userType: 3, accessIds: [] }
    await show({ rights: plain, events: typed("xyz"), things: seenReading({ ready: [] }) as never })
    expect(textOf(document.querySelector(".palette-empty-title"))).toContain("xyz")
    expect(document.querySelector("[role=listbox]")).toBeNull()
    expect(await accessibilityFaults()).toEqual([])
    await show({ events: typed("xyz"), things: seenReading({ failed: unreachable() }) as never })
    expect(textOf(document.querySelector("[role=alert]"))).toContain(unreachable().message)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("looks for patients in a step of its own", async () => {
    const events = [
      opened,
      { type: "text.changed", text: "Lopez" },
      { type: "xstate.after.typingPause.palette.open.things.typing" },
      { type: "patients.pressed" },
    ]
    await show({ events, patients: seenReading({ ready: [foundPatient] }) as never })
    expect(names()).toEqual([foundPatient.name])
    expect(field().getAttribute("aria-label")).toBe(words["palette.patients.title"])
    expect(await accessibilityFaults()).toEqual([])
  })
})
