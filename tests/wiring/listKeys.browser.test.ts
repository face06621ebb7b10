import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { listenToListKeys } from "../../src/wiring/listKeys.ts"

let stop: () => void = () => undefined
beforeEach(() => {
  document.body.innerHTML = `
    <input type="search" data-search />
    <div class="data-table"><table><tbody>
      <tr data-row><td><a class="row-link" href="#one">One</a></td></tr>
      <tr data-row><td><a class="row-link" href="#two">Two</a></td></tr>
    </tbody></table></div>`
  stop = listenToListKeys()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ""
})
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  )
const focused = (): string => document.activeElement?.textContent ?? ""

describe("the keys of lists", () => {
  it("move along the rows and stay at the ends", () => {
    for (const [key, row] of [
      ["j", "One"],
      ["j", "Two"],
      ["j", "Two"],
      ["k", "One"],
    ] as const) {
      press(key)
      expect(focused()).toBe(row)
    }
  })

  it("lead to the search, where they are letters again", () => {
    press("/")
    expect(document.activeElement).toBe(document.querySelector("[data-search]"))
    expect(press("j")).toBe(true)
    expect(document.activeElement).toBe(document.querySelector("[data-search]"))
  })

  it("select the row at the keyboard, and clear the selection by Escape", () => {
    const row = document.querySelector("tr[data-row]")
    row?.insertAdjacentHTML("afterbegin", `<td class="cell-check"><input type="checkbox" /></td>`)
    document.body.insertAdjacentHTML("beforeend", `<button data-let-go></button>`)
    let gone = 0
    document.querySelector("[data-let-go]")?.addEventListener("click", () => (gone += 1))
    const box = row?.querySelector("input")
    press("j")
    press("x")
    expect(box?.checked).toBe(true)
    press(" ")
    expect(box?.checked).toBe(false)
    press("Escape")
    expect(gone).toBe(1)
  })

  it("leave the browser its own keys", () => {
    expect(press("j", { ctrlKey: true })).toBe(true)
    expect(press("a")).toBe(true)
    expect(press("Enter")).toBe(true)
    expect(focused()).not.toBe("One")
  })
})
