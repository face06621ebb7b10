import type { BrowserContext, Page } from "playwright"
import { afterEach, describe, expect, it } from "vitest"
import { screens } from "#schemas/session/words.ts"
import { words } from "#schemas/words.ts"
import { accessibilityViolations, fillSignIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const minute = 60_000

const demo = demoApp()
let context: BrowserContext
let ends: Array<string> = []

afterEach(() => context?.close())

const inside = (page: Page) => page.getByRole("banner").getByRole("button", { name: words["shell.logout"] }).waitFor()
const prompt = (page: Page) => page.getByText(words["idle.title"])

/** A browser whose clock the test moves, as a closed laptop's stands still, with one tab per path. */
const openTabs = async (...paths: ReadonlyArray<string>): Promise<ReadonlyArray<Page>> => {
  ends = []
  context = await demo.browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.on("request", (request) => {
    if (request.url().includes("/idp/session/end?")) ends.push(request.url())
  })
  await context.clock.install()
  const tabs: Array<Page> = []
  for (const path of paths) {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(demo.app.url + path)
    if (tabs.length === 0) {
      await page.getByRole("button", { name: "Sign in" }).click()
      await fillSignIn(page, demo.app.url, "user@northwind.test")
    }
    await inside(page)
    tabs.push(page)
  }
  // Long enough for the tabs to have chosen their leader and to have counted their opening as activity.
  await context.clock.runFor(3_000)
  return tabs
}

/** The laptop is closed for so long: no timer runs meanwhile, and all tabs see the later time before any of them acts. */
const sleep = async (millis: number): Promise<void> => {
  const [page] = context.pages() as [Page]
  const now = await page.evaluate(() => Date.now())
  await context.clock.pauseAt(now + 1_000)
  await context.clock.setSystemTime(now + millis)
  await context.clock.resume()
}
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage))
const tokensKept = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => /token|account/.test(key)))

describe("an hour without activity", () => {
  it("prompts after 59 minutes in every tab; staying in one keeps all", async () => {
    const [one, other] = (await openTabs("/dashboard", "/report")) as [Page, Page]
    await sleep(59 * minute)
    await prompt(one).waitFor()
    await prompt(other).waitFor()
    expect(await accessibilityViolations(one)).toEqual([])
    await one.keyboard.press("Escape")
    await prompt(one).waitFor({ state: "hidden" })
    await prompt(other).waitFor({ state: "hidden" })
    await sleep(58 * minute)
    await inside(other)
    expect(await prompt(other).count()).toBe(0)
    expect(ends).toEqual([])
  })

  it("ends the session in every tab at once when the laptop slept through it, and the provider's once", async () => {
    const [one, other] = (await openTabs("/dashboard", "/sms")) as [Page, Page]
    await sleep(61 * minute)
    for (const page of [one, other]) {
      await page.waitForURL("**/sessionOut")
      await page.getByRole("heading", { name: screens.sessionOut.message }).waitFor()
      expect(await kept(page)).toEqual([])
      expect(await tokensKept(page)).toEqual([])
    }
    expect(ends).toHaveLength(1)
    await other.getByRole("button", { name: screens.sessionOut.action }).click()
    await other.getByRole("button", { name: "Sign in" }).click()
    await other.getByLabel("Password", { exact: true }).waitFor()
  })

  it("is ended by another tab when the leading one was killed", async () => {
    const [first, second, third] = (await openTabs("/dashboard", "/sms", "/report")) as [Page, Page, Page]
    await first.close()
    await context.clock.runFor(3_000)
    await second.close()
    await context.clock.runFor(3_000)
    await sleep(61 * minute)
    await third.waitForURL("**/sessionOut")
    await third.getByRole("heading", { name: screens.sessionOut.message }).waitFor()
    expect(ends).toHaveLength(1)
  })

  it("leaves nothing to a browser that is opened again later, and everything within the hour", async () => {
    await openTabs("/dashboard")
    const state = await context.storageState()
    await context.close()
    const reopen = async (later: number) => {
      context = await demo.browser.newContext({ storageState: state })
      await context.clock.install({ time: Date.now() + later })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await page.goto(`${demo.app.url}/report`)
      return page
    }
    const soon = await reopen(30 * minute)
    await inside(soon)
    expect(new URL(soon.url()).pathname).toBe("/report")
    await context.close()
    const late = await reopen(61 * minute)
    await late.getByRole("button", { name: "Sign in" }).waitFor()
    expect(await kept(late)).toEqual([])
  })
})
