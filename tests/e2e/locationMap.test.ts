import type { Page, Response } from "playwright"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { words } from "#schemas/words.ts"
import { accessibilityViolations, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp()
let page: Page
let errors: ReadonlyArray<string>
let close: () => Promise<void>

beforeEach(async () => {
  ;({ page, errors, close } = await openPage(demo.browser))
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
})
afterEach(() => close())

const openMap = async (): Promise<void> => {
  await page.goto(`${demo.app.url}/location`)
  await page.locator(".map-pin").first().waitFor()
}
const surface = () => page.locator(".map-surface")
const pin = (name: string) => page.locator(".map-pin", { hasText: name })
const middleOf = async (name: string) => {
  const box = await pin(name).boundingBox()
  if (box === null) throw new Error(`${name} is not on the map.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const marks = () => page.locator(".map-pin, .map-cluster").count()

describe("the map of the locations in the real page", () => {
  it("is drawn from our own address without a key, within the security policy, and is accessible", async () => {
    const asked: Array<Response> = []
    page.on("response", (response) => void asked.push(response))
    await openMap()
    await page.locator(".map-country").waitFor()
    expect(asked.filter((one) => !one.url().startsWith(demo.app.url)).map((one) => one.url())).toEqual([])
    const atlas = asked.find((one) => one.url().includes("states-albers"))
    expect(await atlas?.headerValue("cache-control")).toContain("immutable")
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it("offers no search for an address without a key: it is written by hand", async () => {
    await page.goto(`${demo.app.url}/location?new=`)
    await page.getByRole("textbox", { name: words["part.address.line1"] }).waitFor()
    expect(await page.getByText(words["location.find"]).isVisible()).toBe(false)
  })

  it("shows each mark in its place from the first frame, where less motion is asked for", async () => {
    await page.addInitScript(() => {
      const moved = new Set<string>()
      document.addEventListener("transitionrun", ({ target }) => moved.add((target as Element).className))
      Object.assign(globalThis, { moved })
    })
    await openMap()
    await page.locator(".map-country").waitFor()
    const moved = () => page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved])
    expect(await moved()).toEqual([])
  })

  it("follows the hand that drags it, and takes no drag by a mark for a press", async () => {
    await openMap()
    const from = await middleOf("Tower District")
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 30, from.y + 10, { steps: 3 })
    await page.mouse.move(from.x + 90, from.y + 40, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => middleOf("Tower District")).toEqual({ x: from.x + 90, y: from.y + 40 })
    expect(new URL(page.url()).search).toBe("")
  })

  it("zooms by the wheel around the pointer, and shows all again by a key", async () => {
    await openMap()
    const apart = async (): Promise<number> => {
      const [one, other] = [await middleOf("Tower District"), await middleOf("Midtown")]
      return Math.hypot(one.x - other.x, one.y - other.y)
    }
    const before = await apart()
    const at = await middleOf("Tower District")
    await page.mouse.move(Math.round(at.x), Math.round(at.y))
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => Math.round((await apart()) / before)).toBe(2)
    const after = await middleOf("Tower District")
    expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(2)
    await surface().press("0")
    await expect.poll(apart).toBeCloseTo(before, 1)
  })

  it("zooms in by a cluster, shows which row is at hand, and opens a location by its mark", async () => {
    await openMap()
    await page.locator(".map-cluster").first().click()
    await pin("Lake Merritt").waitFor()
    await page.getByRole("link", { name: "Lake Merritt", exact: true }).first().hover()
    await page.locator(".map-pointed", { hasText: "Lake Merritt" }).waitFor()
    await page.getByRole("link", { name: "Shattuck", exact: true }).first().focus()
    await pin("Shattuck").and(page.locator(".map-pointed")).waitFor()
    await pin("Shattuck").click()
    await page.getByRole("heading", { level: 1, name: "Shattuck" }).waitFor()
    expect(new URL(page.url()).search).toMatch(/[?&]id=/)
  })

  it("holds what the list is narrowed to, and can be put away", async () => {
    await openMap()
    await page.getByRole("searchbox").fill("Phoenix")
    await expect.poll(marks).toBe(1)
    await page.getByRole("button", { name: words["locations.view.list"], exact: true }).click()
    await expect.poll(() => surface().count()).toBe(0)
    await page.getByRole("button", { name: words["locations.view.map"], exact: true }).click()
    await surface().waitFor()
    expect(await page.locator("main table").count()).toBe(0)
  })

  it("leaves the list as it is where its code does not come", async () => {
    await page.route(/LocationMapPart-.*\.js$/, (route) => route.abort())
    await page.goto(`${demo.app.url}/location`)
    await page.getByText(words["map.failed"]).waitFor()
    expect(await page.locator("main tbody tr[data-row]").count()).toBe(8)
    await page.unrouteAll()
    await page.getByRole("button", { name: words["part.retry"] }).click()
    await page.locator(".map-pin").first().waitFor()
  })
})
