import type { BrowserContext, Page } from "playwright"
import { afterEach, describe, expect, it } from "vitest"
import type { Inspected } from "#schemas/administration/inspection.ts"
import { accessibilityViolations, fillSignIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const email = "admin@northwind.test"
const displayName = "Nora Admin"

const demo = demoApp()
let context: BrowserContext
let errors: Array<string>

/** A browser in which someone has signed in; what its pages complain about is kept. */
const openAs = async (person: string): Promise<Page> => {
  context = await demo.browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(20_000)
  errors = []
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text())
  })
  context.on("weberror", (error) => void errors.push(error.error().message))
  const page = await context.newPage()
  await page.goto(demo.app.url)
  await page.getByRole("button", { name: "Sign in" }).click()
  await fillSignIn(page, demo.app.url, person)
  await page.getByRole("heading", { level: 1, name: "Home", exact: true }).waitFor()
  return page
}
const goTo = async (page: Page, address: string, heading: string): Promise<void> => {
  await page.goto(`${demo.app.url}${address}`)
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor()
}
const newPageBy = async (act: () => Promise<void>): Promise<Page> => {
  const [opened] = await Promise.all([context.waitForEvent("page"), act()])
  return opened
}
const openInspector = (page: Page): Promise<Page> =>
  newPageBy(() => page.getByRole("link", { name: "Open the inspector" }).click())
/** Each token that the browser keeps for the product. */
const keptTokens = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((kept) => JSON.stringify(kept).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []),
  )
/** What a page fetches, by address. */
const fetchedBy = (page: Page): ReadonlyArray<string> => {
  const addresses: Array<string> = []
  page.on("request", (request) => void addresses.push(request.url()))
  return addresses
}
const policyOf = async (path: string): Promise<string | null> =>
  (await fetch(`${demo.app.url}${path}`)).headers.get("content-security-policy")

afterEach(() => context.close())

describe("?inspect", () => {
  it("lets an inspector of our own follow the tab, step by step, and sends it nothing personal or secret", async () => {
    const page = await openAs(email)
    const asked: Array<string> = []
    context.on("request", (request) => void asked.push(request.url()))
    await goTo(page, "/campaign?inspect", "Campaigns")
    const inspector = await openInspector(page)
    const row = (name: string) => inspector.locator(".inspected-run").filter({ hasText: name })
    await row("campaigns").filter({ hasText: "list" }).first().click()
    await inspector.getByText(/^It is in .*place\.list/).waitFor()
    await inspector.frameLocator("iframe").locator(".present").first().waitFor()
    await page.getByRole("button", { name: "New campaign" }).click()
    await row("form").first().click()
    const memory = inspector.locator(".inspected-context")
    await page.getByLabel("Name", { exact: true }).fill("Flu shots for Maria Lopez")
    await memory.filter({ hasText: "•" }).waitFor()
    await row("session").first().click()
    await memory.filter({ hasText: "displayName" }).waitFor()
    const all: Array<string> = []
    for (const one of await inspector.locator(".inspected-run").all()) {
      await one.click()
      all.push(await inspector.locator("main").innerText())
    }
    const secrets = [...(await keptTokens(page)), email, displayName, "Maria Lopez"]
    expect(secrets.length).toBeGreaterThan(3)
    expect(secrets.filter((secret) => all.some((text) => text.includes(secret)))).toEqual([])
    expect(asked.filter((address) => !address.startsWith(demo.app.url))).toEqual([])
    expect(errors).toEqual([])
  })

  it("can be read in light and dark, wide and narrow", async () => {
    const page = await openAs(email)
    await goTo(page, "/campaign?inspect", "Campaigns")
    expect(await accessibilityViolations(page)).toEqual([])
    const inspector = await openInspector(page)
    await inspector.locator(".inspected-run").first().waitFor()
    // The picture's tools wake when it is there, and are looked at then.
    await expect.poll(() => inspector.getByRole("button", { name: "Farther" }).isEnabled()).toBe(true)
    for (const colorScheme of ["light", "dark"] as const) {
      await inspector.emulateMedia({ colorScheme })
      await inspector.setViewportSize({ width: colorScheme === "dark" ? 390 : 1280, height: 900 })
      expect(await accessibilityViolations(inspector)).toEqual([])
      expect(await inspector.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    expect(errors).toEqual([])
  })

  it("sends Stately's inspector the names of events and states alone, in a window that is opened for it", async () => {
    const page = await openAs(email)
    await context.route("https://stately.ai/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<title>Stately</title><script>
          received = []
          addEventListener("message", ({ data }) => received.push(data))
          opener.postMessage({ type: "@statelyai.connected" }, "*")
        </script>`,
      }),
    )
    await goTo(page, "/campaign?inspect=stately", "Campaigns")
    const inspector = await openInspector(page)
    await inspector.locator(".inspected-run").first().waitFor()
    const theirs = await newPageBy(() => inspector.getByRole("button", { name: "Open Stately’s inspector" }).click())
    await theirs.waitForFunction(() =>
      (globalThis as unknown as { received: ReadonlyArray<Inspected> }).received.some(
        ({ name }) => name === "campaigns",
      ),
    )
    const received = await theirs.evaluate(
      () => (globalThis as unknown as { received: ReadonlyArray<Inspected> }).received,
    )
    expect(received.map(({ name }) => name)).toContain("session")
    expect(received.filter(({ event }) => Object.keys(event ?? {}).some((name) => name !== "type"))).toEqual([])
    expect(received.filter(({ snapshot }) => Object.keys(snapshot?.context ?? {}).length > 0)).toEqual([])
    expect(JSON.stringify(received)).not.toContain(email)
    await theirs.close()
    expect(errors).toEqual([])
  })

  it("changes nothing for those who do not ask, and is not there for those without the right to the console", async () => {
    const page = await openAs("user@northwind.test")
    await goTo(page, "/dashboard?inspect", "Home")
    expect(await page.locator(".inspecting").count()).toBe(0)
    await context.close()
    const allowed = await openAs(email)
    const fetched = fetchedBy(allowed)
    await goTo(allowed, "/campaign", "Campaigns")
    expect(await allowed.locator(".inspecting").count()).toBe(0)
    expect(fetched.filter((address) => /nspect/.test(address))).toEqual([])
    expect(await policyOf("/campaign?inspect")).toBe(await policyOf("/campaign"))
    expect(await policyOf("/campaign")).not.toContain("stately")
    expect(await policyOf("/inspector.html")).not.toMatch(/http|unsafe|\*|connect-src/)
  })
})
