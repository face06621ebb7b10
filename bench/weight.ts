/**
 * What a browser with an empty cache takes over the wire: the sign-in page, and every page inside for a
 * company's Admin of the demo. Run: `npm run bench -- weight`.
 */
import type { Browser, BrowserContext, Page } from "playwright"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const email = "admin@northwind.test"
/** So long nothing was asked for: the page has what it wants. */
const quietMillis = 1_500

type Loaded = { readonly path: string; readonly bytes: number; readonly first: boolean }

/** Follows what a page takes over the wire, headers included; `first` is what it asked for before its document was done. */
const following = async (page: Page) => {
  const debug = await page.context().newCDPSession(page)
  const paths = new Map<string, { readonly path: string; readonly first: boolean }>()
  const loaded: Array<Loaded> = []
  let first = true
  let last = performance.now()
  page.on("domcontentloaded", () => (first = false))
  debug.on("Network.requestWillBeSent", ({ requestId, request }) => {
    last = performance.now()
    // A picture inside a style sheet is asked of no one.
    if (request.url.startsWith("data:")) return
    paths.set(requestId, { path: new URL(request.url).pathname, first })
  })
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    last = performance.now()
    const known = paths.get(requestId)
    if (known !== undefined) loaded.push({ ...known, bytes: encodedDataLength })
  })
  await debug.send("Network.enable")
  await debug.send("Network.setCacheDisabled", { cacheDisabled: true })
  const quiet = async (): Promise<ReadonlyArray<Loaded>> => {
    while (performance.now() - last < quietMillis) await page.waitForTimeout(100)
    return loaded
  }
  return { quiet }
}

const pages = (Object.keys(routes) as ReadonlyArray<RoutePath>).filter(
  (path) => routes[path].page && routes[path].access !== "public" && !("userType" in routes[path]),
)
/** The page of one campaign, the first of the list. */
const campaignPath = async (page: Page): Promise<string> =>
  (await page.locator('main a[href*="/campaign?id="]').first().getAttribute("href")) ?? "/campaign"
const isCall = ({ path }: Loaded): boolean => path.startsWith("/api/")
const line = (name: string, loaded: ReadonlyArray<Loaded>): string => {
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0)
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB  ${String(loaded.length).padStart(3)} files  ${name}`
}
const print = (name: string, loaded: ReadonlyArray<Loaded>): void => {
  console.log(
    line(
      name,
      loaded.filter((one) => !isCall(one)),
    ),
  )
  if (process.argv.includes("--files"))
    for (const one of loaded.toSorted((a, b) => b.bytes - a.bytes)) console.log(`  ${line(one.path, [one])}`)
}

const opened = async (browser: Browser, state?: Awaited<ReturnType<BrowserContext["storageState"]>>) => {
  const context = await browser.newContext(state === undefined ? {} : { storageState: state })
  const page = await context.newPage()
  return { context, page, wire: await following(page) }
}

const measureSignIn = async (browser: Browser, url: string) => {
  const { context, page, wire } = await opened(browser)
  await page.goto(`${url}/login`)
  await page.getByRole("button", { name: "Sign in" }).waitFor()
  const loaded = await wire.quiet()
  print(
    "sign-in page until it is drawn",
    loaded.filter(({ first }) => first),
  )
  print("sign-in page with what it loads ahead", loaded)
  await signIn(page, url, email)
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

const data = await temporaryData()
const app = await startApp(data.dataDir)
const browser = await startChromium()
try {
  const state = await measureSignIn(browser, app.url)
  const measure = async (path: string, name = path): Promise<string> => {
    const { context, page, wire } = await opened(browser, state)
    await page.goto(app.url + path)
    await page.getByRole("heading", { level: 1 }).waitFor()
    print(name, await wire.quiet())
    const campaign = path === "/campaign" ? await campaignPath(page) : path
    await context.close()
    return campaign
  }
  for (const path of pages) {
    const campaign = await measure(path)
    if (campaign !== path) await measure(campaign, "/campaign?id=…")
  }
} finally {
  await browser.close()
  await app.kill()
  await data.remove()
}
