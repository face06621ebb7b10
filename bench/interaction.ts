/**
 * How long a person waits to see what they did, on a machine four times slower than this one: "show more" again and
 * again, keys and the search in a list of 10,000 people; an order, a selection and a row opened in that of campaigns.
 * Each is the longest of its kind, from the press to the next paint, as the browser itself counts it (Event Timing). Run: `npm run bench -- interaction [people]`.
 */
import type { Page } from "playwright"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const people = Number(process.argv[2] ?? 10_000)
const slowDown = 4
/** What a person still takes for at once, in milliseconds (web.dev/inp). */
const mostMillis = 200

type Seen = { readonly name: string; readonly millis: number; readonly id: number }
declare global {
  var seenInteractions: Array<Seen> | undefined
}

/** In the page: keeps each event that belongs to an interaction, with the time until the paint after it. */
const watch = (): void => {
  globalThis.seenInteractions = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Array<PerformanceEventTiming>)
      if (entry.interactionId > 0)
        globalThis.seenInteractions?.push({ name: entry.name, millis: entry.duration, id: entry.interactionId })
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** The longest interaction since this was last asked, once the page has painted twice and reported. */
const longest = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const seen = globalThis.seenInteractions?.splice(0) ?? []
    return Math.max(0, ...seen.map(({ millis }) => millis))
  })

const list = {
  name: "many.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    ["MRN,First Name,Last Name", ...Array.from({ length: people }, (_, n) => `MANY-${n},Ann${n},Bench${n % 97}`)].join(
      "\n",
    ),
  ),
}

/** Has the product import the people, at full speed. */
const importPeople = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/database?tab=imports`)
  await page.getByLabel("Upload a list").setInputFiles(list)
  await page.getByRole("button", { name: "Check rows" }).click()
  await page.getByRole("button", { name: /^Import [\d,]+ people$/ }).click()
  await page.getByRole("link", { name: "Use in a campaign" }).waitFor({ timeout: 120_000 })
}

const data = await temporaryData()
const app = await startApp(data.dataDir)
const browser = await startChromium()
const results: Array<readonly [string, number]> = []
try {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watch)
  await signIn(page, app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  await importPeople(page, app.url)
  const debug = await context.newCDPSession(page)
  const slowly = (rate: number) => debug.send("Emulation.setCPUThrottlingRate", { rate })
  const rows = page.locator("main [data-row]")
  const measure = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    await longest(page)
    await act()
    results.push([name, await longest(page)])
  }
  const showMore = async (): Promise<void> => {
    const before = await rows.count()
    await page.getByRole("button", { name: "Show more" }).click()
    await page.waitForFunction((shown) => document.querySelectorAll("main [data-row]").length > shown, before)
  }
  const moreTimes = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await showMore()
  }

  await page.goto(`${app.url}/database`)
  await rows.first().waitFor()
  await slowly(slowDown)
  await measure("Show more, ten times: up to 550 people", () => moreTimes(10))
  await slowly(1)
  await moreTimes(29)
  await slowly(slowDown)
  await measure("Show more with 2,000 people shown", showMore)
  await measure("along rows by j and k with 2,050 people shown", async () => {
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key)
  })
  const search = page.getByRole("searchbox").first()
  await measure("a search typed with 2,050 people shown", () => search.pressSequentially("bench42", { delay: 120 }))
  await measure("the search cleared", () => search.fill("").then(() => search.press("Enter")))
  await page.goto(`${app.url}/campaign`)
  await rows.first().waitFor()
  // A phone shows neither heads nor boxes.
  await page.setViewportSize({ width: 1280, height: 900 })
  await measure("an order of the campaigns by a head", async () => {
    await page.locator("main .sort-button").first().click()
    await page.locator("main th[aria-sort]").waitFor()
  })
  const boxes = page.locator("main .cell-check input")
  await measure("all campaigns that are shown chosen", () => boxes.first().click())
  await measure("one of them let go", () => boxes.nth(1).click())
  await page.setViewportSize({ width: 412, height: 823 })
  await measure("a campaign opened from its row", async () => {
    await page.locator("main .row-link").first().click()
    await page.getByRole("heading", { level: 1 }).waitFor()
  })
} finally {
  await browser.close()
  await app.kill()
  await data.remove()
}
for (const [name, millis] of results)
  console.log(`${String(Math.round(millis)).padStart(6)} ms  ${millis <= mostMillis ? " " : "✘"} ${name}`)
process.exitCode = results.some(([, millis]) => millis > mostMillis) ? 1 : 0
