/**
 * Whether painting in the week of the scheduler keeps up with the hand: a drag over three sections of 96 slots on seven
 * days, on a machine four times slower, next to the same drag over an empty table of as many cells. What counts is the
 * longest frame, as the page itself sees them, and tasks of more than 50 ms (Long Tasks). Run: `npm run bench -- grid`.
 */
import type { Page } from "playwright"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const slowDown = 4
/** No frame may take longer, in milliseconds. */
const mostMillis = 50
const drags = 5

type Seen = { readonly frames: ReadonlyArray<number>; readonly tasks: ReadonlyArray<number> }

/** In the page: keeps how long each long task took, and the time between frames while it is asked to. */
const watch = (): void => {
  const seen = { frames: [] as Array<number>, tasks: [] as Array<number>, runs: false }
  Object.assign(globalThis, { seenFrames: seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: "longtask", buffered: true })
  let last = 0
  const frame = (at: number): void => {
    if (seen.runs) seen.frames.push(at - last)
    last = at
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const watching = (page: Page, runs: boolean): Promise<Seen> =>
  page.evaluate((on) => {
    const { seenFrames: seen } = globalThis as unknown as {
      readonly seenFrames: { frames: Array<number>; tasks: Array<number>; runs: boolean }
    }
    const kept = { frames: seen.frames.splice(0), tasks: seen.tasks.splice(0) }
    seen.runs = on
    return kept
  }, runs)

type Point = { readonly x: number; readonly y: number }

const drag = async (page: Page, from: Point, to: Point): Promise<Seen> => {
  await page.mouse.move(from.x, from.y)
  await watching(page, true)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 40 })
  await page.mouse.up()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
  return watching(page, false)
}

const longest = (numbers: ReadonlyArray<number>): number => Math.round(Math.max(0, ...numbers))

const report = (what: string, seen: ReadonlyArray<Seen>, isReference: boolean): boolean => {
  const frame = longest(seen.flatMap(({ frames }) => frames))
  const tasks = seen.flatMap((one) => one.tasks)
  const isGood = isReference || frame <= mostMillis
  console.log(
    `${isGood ? " " : "✘"} ${what}: longest frame ${frame} ms, ${tasks.length} long tasks${tasks.length === 0 ? "" : `, the longest ${longest(tasks)} ms`}`,
  )
  return isGood
}

/** In the page: as many cells as the week has, and a box that follows the pointer. */
const drawReference = (): void => {
  const cells = Array.from({ length: 288 }, () => `<tr>${"<td>0/4</td>".repeat(7)}</tr>`).join("")
  document.body.innerHTML = `<table>${cells}</table>`
}

const apptSections = [1, 2, 3]
const timeAt = (minutes: number): string =>
  minutes >= 1440
    ? "23:59"
    : `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** The week with a slot each quarter of an hour in each section, on every other day: the rest can be painted. */
const fullWeek = (data: { readonly startDate: string; readonly sections: ReadonlyArray<object> }) => {
  const dates = Array.from({ length: 7 }, (_, day) =>
    new Date(Date.parse(data.startDate) + day * 86_400_000).toISOString().slice(0, 10),
  )
  const slots = apptSections.flatMap((apptSection) =>
    dates
      .filter((_, day) => day % 2 === 0)
      .flatMap((date, day) =>
        Array.from({ length: 96 }, (_, place) => ({
          slotId: apptSection * 100_000 + day * 1000 + place + 1,
          ...{ apptSection, date, start: timeAt(place * 15), end: timeAt(place * 15 + 15) },
          ...{ capacity: 4, overbook: 0, bufferBefore: 0, bufferAfter: 0, booked: place % 4, held: 0, status: "free" },
          ...{ startsAt: `${date}T00:00:00.000Z`, endsAt: `${date}T00:15:00.000Z` },
        })),
      ),
  )
  const sections = data.sections.map((section) => ({
    ...section,
    ...{ startDate: dates[0], endDate: dates[6], days: [0, 1, 2, 3, 4, 5, 6], switchValue: true },
  }))
  return { ...data, sections, slots, closedDays: [] }
}

const data = await temporaryData()
const app = await startApp(data.dataDir)
const browser = await startChromium()
let isGood = true
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watch)
  await signIn(page, app.url, "admin@northwind.test")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  const debug = await context.newCDPSession(page)
  await page.route("**/api/Scheduler/GetSchedulerDetails?*", async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { readonly data: Parameters<typeof fullWeek>[0] }
    await route.fulfill({ response, json: { ...reply, data: fullWeek(reply.data) } })
  })
  await page.goto(`${app.url}/scheduler`)
  await page.locator(".place").first().click()
  await page.locator("[data-cell]").first().waitFor()
  // The week after is all to come.
  await page.getByRole("button", { name: "Next week" }).click()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  console.log(`${await page.locator("[data-cell]").count()} cells, ${slowDown} times slower`)
  await page.locator(`[data-cell="0 20 1"]`).scrollIntoViewIfNeeded()
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slowDown })
  const seen: Array<Seen> = []
  for (let time = 0; time < drags; time += 1) {
    const [from, to] = await Promise.all(
      ["0 14 1", "0 30 5"].map((cell) => page.locator(`[data-cell="${cell}"]`).boundingBox()),
    )
    if (!from || !to) throw new Error("There is no grid.")
    seen.push(await drag(page, { x: from.x + 9, y: from.y + 9 }, { x: to.x + 9, y: to.y + 9 }))
    await page.keyboard.press("Control+z")
  }
  isGood = report("a drag over the week", seen, false)
  await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await page.evaluate(drawReference)
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slowDown })
  const empty: Array<Seen> = []
  for (let time = 0; time < drags; time += 1) empty.push(await drag(page, { x: 40, y: 200 }, { x: 200, y: 600 }))
  report("the same over an empty table", empty, true)
} finally {
  await browser.close()
  await app.kill()
  await data.remove()
}
process.exitCode = isGood ? 0 : 1
