import type { BrowserContext, Page } from "playwright"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { followFiles } from "#tests/support/loadedAssets.ts"
import { changedByWholeStyles, wholeStyles } from "#tests/support/wholeStyles.ts"
import { bytesOf, insideFiles, pageFiles, signInFiles } from "../../scripts/pageWeights.ts"
import { demoChip } from "./paths/demoClock.ts"

type State = Awaited<ReturnType<BrowserContext["storageState"]>>

const demo = demoApp()
let context: BrowserContext
let person: State

const openPage = async (storageState?: State, width = 1280): Promise<Page> => {
  context = await demo.browser.newContext({
    viewport: { width, height: 900 },
    ...(storageState === undefined ? {} : { storageState }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

beforeAll(async () => {
  const page = await openPage()
  await signIn(page, demo.app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  person = await context.storageState()
  await context.close()
})
afterEach(() => context.close())

/** Asking for each file costs a phone some milliseconds (decision 050). */
const mostFiles = 12
/** Nothing, or the files of a page that asks for more than it may. */
const tooMany = (loaded: ReadonlyMap<string, number>): ReadonlyArray<string> =>
  loaded.size <= mostFiles ? [] : [...loaded.keys()]
const firstCampaign = async (): Promise<string> => {
  const page = await context.newPage()
  await page.goto(`${demo.app.url}/campaign`)
  const href = await page.locator('main a[href*="/campaign?id="]').first().getAttribute("href")
  await page.close()
  return href ?? "/campaign"
}
/** The head of an answer has at most so many bytes. */
const headBytes = 1_500

describe("what a page loads", () => {
  it("is what its budget counts, compressed, and nothing of another page's", async () => {
    const page = await openPage(person, 412)
    const loaded = await followFiles(page)
    await page.goto(`${demo.app.url}/dashboard`)
    await page.getByRole("heading", { name: "Running now" }).waitFor()
    const counted = new Set([...signInFiles, ...insideFiles, ...(pageFiles.get("DashboardPage") ?? [])])
    expect([...loaded.keys()]).toEqual(expect.arrayContaining([...counted]))
    expect([...counted].filter((file) => (loaded.get(file) ?? 0) > bytesOf(file) + headBytes)).toEqual([])
    const pages = [...pageFiles.keys()].filter((name) => name !== "DashboardPage")
    expect([...loaded.keys()].filter((file) => pages.some((name) => file.startsWith(`assets/${name}-`)))).toEqual([])
  })

  it.each(["/dashboard", "/sms", "/campaign", "/campaign?id=", "/report", "/database"])(
    "is few files: %s",
    async (path) => {
      const page = await openPage(person)
      const loaded = await followFiles(page)
      await page.goto(demo.app.url + (path.endsWith("=") ? await firstCampaign() : path))
      await page.locator("main").locator("table, dl, .figure-value").filter({ visible: true }).first().waitFor()
      await demoChip(page).waitFor()
      expect(tooMany(loaded)).toEqual([])
    },
  )

  it("is few files: the sign-in screen with what it loads ahead", async () => {
    const page = await openPage()
    const loaded = await followFiles(page)
    await page.goto(`${demo.app.url}/login`)
    await expect.poll(() => [...loaded.keys()].filter((path) => path.startsWith("assets/msal-"))).toHaveLength(1)
    await page.getByText("admin@northwind.test").waitFor()
    expect(tooMany(loaded)).toEqual([])
  })

  it("is Blueprint's styles cut by nothing that a page or a dialog shows, light and dark", async () => {
    const page = await openPage(person)
    await page.goto(`${demo.app.url}/dashboard`)
    await context.route("**/whole.css", (route) => route.fulfill({ contentType: "text/css", body: wholeStyles }))
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "campaign", exact: true }).click()
    await page.getByRole("button", { name: "New campaign" }).click()
    await page.getByRole("button", { name: "Notifications" }).click()
    await page.getByRole("dialog").waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => page.evaluate(changedByWholeStyles)).toEqual([])
    }
  })
})
