import "#views/parts/parts.css"
import { act } from "react"
import { Link, Router, useLocation } from "wouter"
import { memoryLocation } from "wouter/memory-location"
import { page } from "vitest/browser"
import { afterEach, describe, expect, it } from "vitest"
import { ListWithLook, QuickLook } from "#views/parts/QuickLook.tsx"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"

const List = () => {
  const [path] = useLocation()
  const look = (
    <QuickLook label="Appointment" title="Maria Lopez" closeHref="/list" opener="[data-row='1'] a">
      <p>Nov 12</p>
    </QuickLook>
  )
  return (
    <>
      <h1 tabIndex={-1}>List</h1>
      <ListWithLook look={path === "/list/1" ? look : null}>
        <div data-row="1">
          <Link href="/list/1">Open</Link>
        </div>
      </ListWithLook>
    </>
  )
}

const show = () =>
  render(
    <Router hook={memoryLocation({ path: "/list" }).hook}>
      <List />
    </Router>,
  )

const click = (selector: string): Promise<void> =>
  act(async () => {
    const button = document.querySelector<HTMLElement>(selector)
    button?.focus()
    button?.click()
  })

const row = () => document.querySelector("[data-row='1'] a")

afterEach(() => page.viewport(1280, 900))

describe("a quick look", () => {
  it("has the focus as it comes, next to the list, and gives it back to what opened it", async () => {
    await show()
    await click("[data-row='1'] a")
    expect(textOf(document.activeElement)).toBe("Maria Lopez")
    expect(row()?.checkVisibility()).toBe(true)
    expect(await accessibilityFaults()).toEqual([])
    await click("[data-let-go]")
    expect(document.activeElement).toBe(row())
  })

  it("covers the list on a narrow screen, and gives the focus back all the same", async () => {
    await page.viewport(390, 844)
    await show()
    await click("[data-row='1'] a")
    expect(row()?.checkVisibility()).toBe(false)
    expect(await accessibilityFaults()).toEqual([])
    await click("[data-let-go]")
    expect(row()?.checkVisibility()).toBe(true)
    expect(document.activeElement).toBe(row())
  })
})
