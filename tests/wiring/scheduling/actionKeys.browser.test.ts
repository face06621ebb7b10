import { afterEach, describe, expect, it } from "vitest"
import { listenToActionKeys } from "../../../src/wiring/scheduling/actionKeys.ts"

let end = (): void => undefined
afterEach(() => {
  end()
  document.body.replaceChildren()
})

const draw = () => {
  document.body.innerHTML = '<button data-letter="a">Mark arrived</button><input aria-label="Search" />'
  const pressed: Array<string> = []
  document.querySelector("button")?.addEventListener("click", () => pressed.push("arrived"))
  end = listenToActionKeys()
  return pressed
}
const type = (key: string, on: Element = document.body, more: KeyboardEventInit = {}): void => {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }))
}

describe("the letter that a button wears", () => {
  it("presses it", () => {
    const pressed = draw()
    type("a")
    expect(pressed).toEqual(["arrived"])
  })

  it("presses nothing after g, which goes to a page, and does again afterwards", () => {
    const pressed = draw()
    type("g")
    type("a")
    expect(pressed).toEqual([])
    type("a")
    expect(pressed).toEqual(["arrived"])
  })

  it("presses nothing where someone writes, with Ctrl, or while it is held down", () => {
    const pressed = draw()
    type("a", document.querySelector("input")!)
    type("a", document.body, { ctrlKey: true })
    type("a", document.body, { repeat: true })
    expect(pressed).toEqual([])
  })
})
