import "#views/parts/parts.css"
import { act, useState } from "react"
import { page } from "vitest/browser"
import { afterEach, describe, expect, it } from "vitest"
import { ListWithLook, QuickLook } from "#views/parts/QuickLook.tsx"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const List = () => {
  const [isOpen, setOpen] = useState(false)
  const look = (
    <QuickLook label="Appointment" title="Maria Lopez" closeHref="#list" opener="[data-row='1'] button">
      <p>Nov 12</p>
    </QuickLook>
  )
  return (
    <div onClick={(event) => (event.target as Element).closest("[data-let-go]") !== null && setOpen(false)}>
      <h1 tabIndex={-1}>List</h1>
      <ListWithLook look={isOpen ? look : null}>
        <div data-row="1">
          <button onClick={() => setOpen(true)}>Open</button>
        </div>
      </ListWithLook>
    </div>
  )
}

const click = (selector: string): Promise<void> =>
  act(async () => {
    const button = document.querySelector<HTMLElement>(selector)
    button?.focus()
    button?.click()
  })

const row = () => document.querySelector("[data-row='1'] button")

afterEach(() => page.viewport(1280, 900))

describe("a quick look", () => {
  it("has the focus as it comes, next to the list, and gives it back to what opened it", async () => {
    await render(<List />)
    await click("[data-row='1'] button")
    expect(textOf(document.activeElement)).toBe("Maria Lopez")
    expect(row()?.checkVisibility()).toBe(true)
    expect(await accessibilityFaults()).toEqual([])
    await click("[data-let-go]")
    expect(document.activeElement).toBe(row())
  })

  it("covers the list on a narrow screen, and gives the focus back all the same", async () => {
    await page.viewport(390, 844)
    await render(<List />)
    await click("[data-row='1'] button")
    expect(row()?.checkVisibility()).toBe(false)
    expect(await accessibilityFaults()).toEqual([])
    await click("[data-let-go]")
    expect(row()?.checkVisibility()).toBe(true)
    expect(document.activeElement).toBe(row())
  })
})
