import "#views/layout/layout.css"
import { chapters } from "virtual:guide"
import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { helpMachine, type HelpEvent } from "#machines/session/help.machine.ts"
import { Help } from "#views/layout/Help.tsx"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"

const show = async (events: ReadonlyArray<HelpEvent>, dark = false) => {
  const actor = createActor(helpMachine).start()
  for (const event of events) actor.send(event)
  const sent: Array<HelpEvent> = []
  const rendered = await render(
    <div className="with-help">
      <main>Page</main>
      <Help snapshot={actor.getSnapshot()} send={(event) => sent.push(event)} chapters={chapters} />
    </div>,
    { dark },
  )
  return { ...rendered, sent }
}

const campaign: HelpEvent = { type: "help.pressed", chapter: "run-the-campaign" }

describe("the help", () => {
  it.each([
    ["light", false],
    ["dark", true],
  ] as const)(
    "shows the chapter, marks what is looked for and says where else it stands, in the %s",
    async (_, dark) => {
      const { container } = await show([campaign, { type: "text.changed", text: "Holiday" }], dark)
      expect(document.activeElement?.textContent).toBe("Run the campaign")
      expect([...container.querySelectorAll("mark")].map(textOf)).toEqual(["holiday"])
      expect(textOf(container.querySelector("[role=status]"))).toBe("1 in this chapter")
      expect(textOf(container.querySelector("[aria-label='In other chapters']"))).toContain("Companies")
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("leads from chapter to chapter, by its steps and by links in the text", async () => {
    const { sent } = await show([campaign])
    await press("Next chapter")
    await press("Report")
    expect(sent).toEqual([
      { type: "chapter.chosen", chapter: "see-it-arrive" },
      { type: "chapter.chosen", chapter: "report" },
    ])
  })

  it("closes by Escape and gives the focus back to what opened it", async () => {
    const opener = document.createElement("button")
    document.body.append(opener)
    opener.focus()
    const { sent, unmount } = await show([campaign])
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
    expect(sent).toEqual([{ type: "help.closed" }])
    unmount()
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })

  it("says that the guide does not have the words", async () => {
    const { container } = await show([campaign, { type: "text.changed", text: "zebra" }])
    expect(textOf(container.querySelector("[role=status]"))).toBe("The guide does not have these words.")
  })
})
