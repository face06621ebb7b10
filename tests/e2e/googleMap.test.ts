import type { Page } from "playwright"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { words } from "#schemas/words.ts"
import { openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { mapsStandIn } from "#tests/support/mapsStandIn.ts"

/** The service itself is never asked: the browser's router answers in its place. */
const service = "https://maps.googleapis.com/**"
const demo = demoApp({ env: { MAPS_KEY: "a-key" } })
let page: Page
let errors: ReadonlyArray<string>
let close: () => Promise<void>
let asked: Array<URL>

const answer = () =>
  page.route(service, (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ contentType: "text/javascript", body: `(${mapsStandIn.toString()})()` })
  })

beforeEach(async () => {
  asked = []
  ;({ page, errors, close } = await openPage(demo.browser))
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
})
afterEach(() => close())

const theirs = () => page.locator("[data-stand=in]")
const marks = () => theirs().locator("gmp-advanced-marker")
const failed = () => page.getByText(words["map.service.failed"])

describe("the map of the locations with a key for the maps service", () => {
  it("is drawn by the service within the security policy, clustered as ours is", async () => {
    await answer()
    const opened = await page.goto(`${demo.app.url}/location`)
    expect(await opened?.headerValue("content-security-policy")).toContain("https://maps.googleapis.com")
    await marks().first().waitFor()
    expect(asked[0]?.searchParams.get("key")).toBe("a-key")
    const counted = async () => {
      const texts = await marks().locator(".map-cluster").allInnerTexts()
      return texts.reduce((sum, text) => sum + Number(text), await marks().locator(".map-pin").count())
    }
    await expect.poll(counted).toBe(8)
    expect(await marks().locator(".map-cluster").count()).toBeGreaterThan(0)
    expect(errors).toEqual([])
  })

  it("zooms by our buttons and by a cluster, shows which row is at hand, and opens a location", async () => {
    await answer()
    await page.goto(`${demo.app.url}/location`)
    await marks().locator(".map-cluster").first().waitFor()
    const before = await marks().count()
    await marks()
      .filter({ has: page.locator(".map-cluster") })
      .first()
      .click()
    await expect.poll(() => marks().count()).not.toBe(before)
    await page.getByRole("button", { name: words["map.fit"], exact: true }).click()
    await expect.poll(() => marks().count()).toBe(before)
    await page.getByRole("link", { name: "Tower District", exact: true }).first().hover()
    await marks().locator(".map-pointed", { hasText: "Tower District" }).waitFor()
    await page.getByTitle("Tower District").click()
    await page.getByRole("heading", { level: 1, name: "Tower District" }).waitFor()
    expect(errors).toEqual([])
  })

  it("fills in an address that is found, which can be changed and was always to be written by hand", async () => {
    await answer()
    await page.goto(`${demo.app.url}/location?new`)
    const find = page.locator("gmp-place-autocomplete input")
    await find.fill("Frank H Ogawa Plaza")
    await find.press("Tab")
    await expect.poll(() => page.getByLabel("City", { exact: true }).inputValue()).toBe("Oakland")
    const values = await Promise.all(
      ["line1", "state", "zip", "country", "latitude", "longitude"].map((name) =>
        page.locator(`#location-${name}`).inputValue(),
      ),
    )
    expect(values).toEqual(["1 Frank H Ogawa Plaza", "CA", "94612", "US", "37.8044", "-122.2711"])
    await page.route(service, (route) => route.abort())
    await page.goto(`${demo.app.url}/location?new`)
    await page.locator("#location-line1").fill("2 Main Street")
    expect(await page.locator("gmp-place-autocomplete").count()).toBe(0)
  })

  it("is ours with a sentence where the service is blocked, and the service’s once it comes", async () => {
    await page.route(service, (route) => route.abort())
    await page.goto(`${demo.app.url}/location`)
    await failed().waitFor()
    expect(await page.locator(".map-land").count()).toBe(1)
    await page.unroute(service)
    await answer()
    await page.getByRole("button", { name: words["map.service.retry"] }).click()
    await marks().first().waitFor()
    expect(await failed().count()).toBe(0)
  })

  it("is ours with a sentence where the service refuses the key, until it takes it", async () => {
    await answer()
    await page.goto(`${demo.app.url}/location`)
    await marks().first().waitFor()
    await page.evaluate(() => globalThis.gm_authFailure?.())
    await failed().waitFor()
    await page.locator(".map-pin").first().waitFor()
    await page.getByRole("button", { name: words["map.service.retry"] }).click()
    await marks().first().waitFor()
    expect(await failed().count()).toBe(0)
  })
})
