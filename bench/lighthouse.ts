/**
 * What Lighthouse says of the pages that are opened first, with an empty cache, on its phone and on its desktop (the
 * median of three runs), next to a bare page that React draws one heading on. Run: `npm run bench -- lighthouse`; a
 * number changes how often each is run, a path such as `/campaign` measures only that page.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { chromium, type BrowserContext, type Page } from "playwright"
import { signIn } from "#tests/support/chromium.ts"
import { freePort, startApp, temporaryData } from "#tests/support/runningApp.ts"
import { browserFlags, findBrowser } from "../scripts/browser.ts"
import { serveBarePage } from "./bareFirstPage.ts"

/** Fetched when this runs, and no dependency: it weighs 176 MB in 114 packages (docs/decisions/033-weight.md). */
const lighthouse = "lighthouse@13.5.0"
const email = "admin@northwind.test"
const mostShift = 0.02
const forms = {
  mobile: { args: [], least: 95 },
  desktop: { args: ["--preset=desktop"], least: 98 },
} as const
type Form = keyof typeof forms

const given = process.argv.slice(2)
const runs = Number(given.find((one) => /^\d+$/.test(one)) ?? 3)
const only = given.find((one) => one.startsWith("/"))

type Seen = { readonly score: number; readonly paint: number; readonly blocked: number; readonly shift: number }
type Report = {
  readonly runtimeError?: { readonly message: string }
  readonly finalDisplayedUrl: string
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: { readonly performance: { readonly score: number | null } }
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

/** Runs Lighthouse by npm: what it printed, or why it did not. */
const runLighthouse = async (...args: ReadonlyArray<string>) => {
  const child = spawn("npm", ["exec", "--yes", `--package=${lighthouse}`, "--", "lighthouse", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [printed, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return code === 0 ? { printed } : { complaint: complaint.trim().split("\n").at(-1) ?? "" }
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** How fast Lighthouse finds this machine, at each run. */
const machine: Array<number> = []

const run = async (url: string, debugPort: number, form: Form): Promise<Seen> => {
  const args = [url, `--port=${debugPort}`, "--only-categories=performance", "--output=json", "--quiet"]
  const { printed, complaint } = await runLighthouse(...args, ...forms[form].args)
  const report = printed === undefined ? undefined : (JSON.parse(printed) as Report)
  if (report === undefined || report.runtimeError !== undefined)
    throw new Error(`Lighthouse did not measure ${url}: ${complaint ?? report?.runtimeError?.message}`)
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}.`)
  machine.push(report.environment.benchmarkIndex)
  const value = (audit: string): number => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    score: Math.round(100 * (report.categories.performance.score ?? 0)),
    paint: value("largest-contentful-paint"),
    blocked: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
  }
}

const medianOf = async (url: string, debugPort: number, form: Form): Promise<Seen> => {
  const seen: Array<Seen> = []
  for (let time = 0; time < runs; time += 1) seen.push(await run(url, debugPort, form))
  const of = (key: keyof Seen): number => median(seen.map((one) => one[key]))
  return { score: of("score"), paint: of("paint"), blocked: of("blocked"), shift: of("shift") }
}

/** Signs in again, and leaves the browser with no page of the product: it would run while another is measured. */
const enter = async (context: BrowserContext, origin: string): Promise<string> => {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await signIn(page, origin, email)
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  const campaign = await firstCampaign(page, origin)
  await page.close()
  return campaign
}

const firstCampaign = async (page: Page, origin: string): Promise<string> => {
  await page.goto(`${origin}/campaign`)
  const link = page.locator('main a[href*="/campaign?id="]').first()
  await link.waitFor()
  return (await link.getAttribute("href")) ?? "/campaign"
}

const { complaint } = await runLighthouse("--version")
if (complaint !== undefined) {
  console.error(`npm cannot get ${lighthouse}, so nothing was measured: ${complaint}`)
  process.exit(1)
}
const executablePath = findBrowser()
const debugPort = await freePort()
const profile = await temporaryData()
const context = await chromium.launchPersistentContext(profile.dataDir, {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...browserFlags, `--remote-debugging-port=${debugPort}`],
})
const data = await temporaryData()
const app = await startApp(data.dataDir)
const bare = await serveBarePage()
let isShort = false
try {
  const bareSeen = {
    mobile: await medianOf(bare.url, debugPort, "mobile"),
    desktop: await medianOf(bare.url, debugPort, "desktop"),
  }
  const print = (name: string, form: Form, seen: Seen): void => {
    const { least } = forms[form]
    const isEnough = seen.score >= least && seen.shift <= mostShift
    isShort ||= !isEnough
    console.log(
      [
        isEnough ? " " : "✘",
        name.padEnd(16),
        form.padEnd(8),
        `${seen.score}`.padStart(4),
        `× ${(seen.score / bareSeen[form].score).toFixed(2)}`.padStart(8),
        `${Math.round(seen.paint)} ms`.padStart(9),
        `${Math.round(seen.blocked)} ms`.padStart(9),
        seen.shift.toFixed(3).padStart(7),
      ].join(" "),
    )
  }
  console.log("  page             on       score  of bare  largest   blocked  shift")
  for (const form of ["mobile", "desktop"] as const) print("bare page", form, bareSeen[form])
  const measure = async (path: string, name: string): Promise<void> => {
    if (only !== undefined && only !== name) return
    for (const form of ["mobile", "desktop"] as const)
      print(name, form, await medianOf(`${app.url}${path}`, debugPort, form))
  }
  await measure("/login", "/login")
  for (const name of ["/dashboard", "/campaign", "/campaign?id=…"]) {
    // Who rests for long is signed out, and a measured page rests.
    const campaign = await enter(context, app.url)
    await measure(name.includes("?") ? campaign : name, name)
  }
} finally {
  await context.close()
  await app.kill()
  bare.close()
  await Promise.all([data.remove(), profile.remove()])
}
const [least, best] = [Math.min(...machine), Math.max(...machine)].map(Math.round)
console.log(`Lighthouse rates this machine ${least} to ${best}; a busy one is rated lower, and so are its pages.`)
process.exitCode = isShort ? 1 : 0
