import type { BrowserContext, Page } from "playwright"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { chunkTimeoutMillis, loaderPatienceMillis } from "#schemas/constants.ts"
import { maxPersistedBytes, persistedVersion } from "#schemas/session/persistedState.ts"
import { screens } from "#schemas/session/words.ts"
import { words } from "#schemas/words.ts"
import { accessibilityViolations, fillSignIn } from "#tests/support/chromium.ts"
import { shiftSoFar } from "#tests/support/layoutShift.ts"
import { breakComponent } from "#tests/support/brokenCode.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import { demoChip, openDemoClock } from "./paths/demoClock.ts"

type State = Awaited<ReturnType<BrowserContext["storageState"]>>

const demo = demoApp()
let context: BrowserContext
let person: State

const openPage = async (storageState?: State, look: { width?: number; dark?: boolean } = {}): Promise<Page> => {
  context = await demo.browser.newContext({
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.dark === true ? "dark" : "light",
    ...(storageState === undefined ? {} : { storageState }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const signIn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Sign in" }).click()
  await fillSignIn(page, demo.app.url, "admin@northwind.test")
  await heading(page, "Home")
}
const openHome = async (look?: Parameters<typeof openPage>[1]): Promise<Page> => {
  const page = await openPage(person, look)
  await page.goto(`${demo.app.url}/dashboard`)
  await heading(page, "Home")
  return page
}
const follow = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click()
/** How often the page was loaded again since this was called. */
const loadsOf = (page: Page) => {
  let loads = 0
  page.on("load", () => void (loads += 1))
  return () => loads
}
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const said = (page: Page, urgency: "polite" | "assertive") =>
  page.locator(`[data-announcer=${urgency}] p`).allInnerTexts()

beforeAll(async () => {
  const page = await openPage()
  await page.goto(demo.app.url)
  await signIn(page)
  person = await context.storageState()
  await context.close()
})
afterEach(() => context.close())

describe("what comes late", () => {
  it("moves nothing on a phone: the demo clock and the page's data find their room", async () => {
    const page = await openPage(person, { width: 412 })
    for (const path of ["/dashboard", "/campaign"]) {
      await page.goto(demo.app.url + path)
      await demoChip(page).waitFor()
      await page.getByText(path === "/dashboard" ? "Texts sent today" : /^1 to |rows shown/).waitFor()
      expect(await page.evaluate(shiftSoFar)).toBeLessThanOrEqual(0.02)
    }
  })
})

describe("a page's code that does not come", () => {
  it("reloads once to the wanted page, then asks; Retry tries again, and reloads where that fails too", async () => {
    const page = await openHome()
    const loads = loadsOf(page)
    const replace = (file: string, status: number, contentType: string) =>
      page.route(`**/assets/${file}`, (route) => route.fulfill({ status, contentType, body: "<p>" }))
    const retry = () => page.getByRole("button", { name: screens.chunk.retry }).click()

    await replace("ReportPage-*.js", 404, "text/plain")
    await follow(page, "report")
    await heading(page, screens.chunk.heading)
    await page.getByText(screens.chunk.text).waitFor()
    expect(loads()).toBe(1)
    expect([await focusedTag(page), new URL(page.url()).pathname]).toEqual(["H1", "/report"])

    await replace("ReportPage-*.js", 200, "text/html")
    await Promise.all([page.waitForEvent("load"), retry()])
    await heading(page, screens.chunk.heading)
    await page.unrouteAll()
    await retry()
    await heading(page, "Report")
    await expect.poll(() => focusedTag(page)).toBe("H1")
    expect(loads()).toBe(2)
  })

  it("lacks its style sheet only: Retry asks for that again", async () => {
    const page = await openHome()
    const loads = loadsOf(page)
    const styles = "**/assets/HandsetsPage-*.css"
    await page.route(styles, (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "gone" }))
    await page.evaluate(() => history.pushState(null, "", "/dev/handset"))
    await heading(page, screens.chunk.heading)
    await page.unroute(styles)
    await page.getByRole("button", { name: screens.chunk.retry }).click()
    await heading(page, words["handsets.title"])
    expect(loads()).toBe(1)
    expect(await page.locator('link[rel="stylesheet"][href*="HandsetsPage"]').count()).toBe(1)
  })

  it("never reloads without a server, since that would end in the browser's own error page", async () => {
    const page = await openHome()
    const loads = loadsOf(page)
    await context.setOffline(true)
    await follow(page, "report")
    await heading(page, screens.chunk.heading)
    await follow(page, "Home")
    await heading(page, "Home")
    await context.setOffline(false)
    await follow(page, "report")
    await heading(page, "Report")
    expect(loads()).toBe(0)
  })

  it("stalls: after 120,000 ms it counts as missing", async () => {
    const page = await openPage(person)
    await page.clock.install()
    await page.goto(`${demo.app.url}/dashboard`)
    await heading(page, "Home")
    const loads = loadsOf(page)
    await page.route("**/assets/ReportPage-*.js", () => undefined)
    const [asked] = await Promise.all([page.waitForRequest("**/assets/ReportPage-*.js"), follow(page, "report")])
    expect(asked.failure()).toBeNull()
    await page.clock.fastForward(chunkTimeoutMillis)
    await page.waitForRequest((request) => request !== asked && request.url() === asked.url())
    await page.getByRole("button", { name: "Logout" }).waitFor()
    await page.clock.fastForward(chunkTimeoutMillis)
    await heading(page, screens.chunk.heading)
    expect(loads()).toBe(1)
  })

  it("is the layout's: says so on a sheet, and Retry brings the page", async () => {
    const page = await openPage(person)
    const loads = loadsOf(page)
    await page.route("**/assets/inside-*.js", (route) => route.fulfill({ status: 404, body: "gone" }))
    await page.goto(`${demo.app.url}/report`)
    await heading(page, screens.chunk.heading)
    expect(loads()).toBe(2)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.unroute("**/assets/inside-*.js")
    await page.getByRole("button", { name: screens.chunk.retry }).click()
    await heading(page, "Report")
  })

  it("is the very first: the page itself says so instead of staying blank", async () => {
    const page = await openPage()
    await page.route("**/assets/index-*.js", (route) => route.fulfill({ status: 404, body: "gone" }))
    await page.goto(demo.app.url)
    await page.getByText("Admin View is still loading.").waitFor()
    await page.unroute("**/assets/index-*.js")
    await page.getByRole("link", { name: "load the page again" }).click()
    await heading(page, "Admin View")
    expect(await page.getByText("Admin View is still loading.").count()).toBe(0)
  })

  it("is what signs people in: the sign-in screen says so, and works once it comes", async () => {
    const page = await openPage()
    await page.route("**/assets/inside-*.js", (route) => route.abort())
    await page.goto(demo.app.url)
    await page.getByText(screens.chunk.text).waitFor()
    await page.unroute("**/assets/inside-*.js")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL("**/idp/interaction/*")
    expect(await page.getByLabel("E-mail address").count()).toBe(1)
  })
})

describe("errors", () => {
  it("of a page stand in its place, logged once, with a way back", async () => {
    const page = await openHome()
    const logged: Array<string> = []
    page.on("console", (message) => void (message.type() === "error" && logged.push(message.text())))
    await breakComponent(page, "LocationPage", "broken page")
    await follow(page, "location")
    await heading(page, screens.unexpected.heading)
    expect(logged.filter((line) => line.includes("broken page"))).toHaveLength(1)
    expect(await focusedTag(page)).toBe("H1")
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("link", { name: screens.unexpected.home }).click()
    await heading(page, "Home")
  })

  it("of the root stand on a sheet of their own, outside as well", async () => {
    const page = await openPage()
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, "title", {
        set: () => {
          throw new Error("broken root")
        },
      }),
    )
    await page.goto(demo.app.url)
    await heading(page, screens.unexpected.heading)
    expect(await page.getByRole("button", { name: screens.unexpected.reload }).count()).toBe(1)
  })

  it("outside the pages are logged, and take no page away", async () => {
    const page = await openHome()
    const thrown: Array<string> = []
    page.on("pageerror", (error) => void thrown.push(error.message))
    await page.evaluate(() => {
      queueMicrotask(() => {
        throw new Error("thrown outside")
      })
      void Promise.reject(new Error("rejected outside"))
    })
    await expect.poll(() => thrown.toSorted()).toEqual(["rejected outside", "thrown outside"])
    expect(await page.getByText(screens.unexpected.heading).count()).toBe(0)
    await heading(page, "Home")
  })
})

describe("a slow call", () => {
  it("offers Cancel after ten seconds, not before, and is given up by it", async () => {
    const page = await openPage(person)
    await page.clock.install()
    await page.goto(`${demo.app.url}/dashboard`)
    await heading(page, "Home")
    await page.route("**/api/Report/GetReport*", () => undefined)
    const [call] = await Promise.all([page.waitForRequest("**/api/Report/GetReport*"), follow(page, "report")])
    const slow = page.getByRole("region", { name: "Loading" }).getByText("This is taking longer than usual.")
    await page.clock.fastForward(loaderPatienceMillis / 2)
    expect(await slow.count()).toBe(0)
    await page.clock.fastForward(loaderPatienceMillis / 2)
    await slow.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByText("You cancelled this before an answer came.").waitFor()
    await expect.poll(() => call.failure()?.errorText).toBe("net::ERR_ABORTED")
    expect(await slow.count()).toBe(0)
  })
})

describe("a storage that fails", () => {
  const denied = `() => { throw new DOMException("denied", "SecurityError") }`
  const off = (name: string) => `Object.defineProperty(window, "${name}", { get: ${denied} });`
  it.each([
    ["is off", off("localStorage") + off("sessionStorage")],
    ["is off for the session", off("sessionStorage")],
    ["is full", `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };`],
    [
      "throws at every call",
      `for (const name of ["getItem", "setItem", "removeItem", "key"]) Storage.prototype[name] = ${denied};`,
    ],
    [
      "is not there",
      `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: () => null });`,
    ],
  ])("because it %s never makes a blank page, and says why no one can sign in", async (_, script) => {
    const page = await openPage()
    await page.addInitScript(script)
    await page.goto(`${demo.app.url}/sms`)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByText("This browser does not let the page keep a sign-in.").waitFor()
    expect(await page.title()).toBe("Admin View")
  })

  it("because only its lasting half is off still lets people in", async () => {
    const page = await openPage()
    await page.addInitScript(off("localStorage"))
    await page.goto(demo.app.url)
    await signIn(page)
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard")
  })
})

describe("what outlives a reload", () => {
  const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ })
  const failToast = async (page: Page) => {
    await page.route("**/api/Demo/MoveClock", (route) => route.abort())
    await (await openDemoClock(page)).getByRole("button", { name: "+1 hour" }).click()
    await page.getByRole("region", { name: "Notifications" }).getByText("Unable to move the demo clock").waitFor()
  }

  it("is past notifications, without their reasons, until the logout", async () => {
    const page = await openHome()
    await failToast(page)
    expect(await said(page, "assertive")).toEqual(["Unable to move the demo clock The server could not be reached."])
    await page.reload()
    await heading(page, "Home")
    await expect.poll(() => bell(page).getAttribute("aria-label")).toMatch(/^Notifications: 1 notification(,|$)/)
    await bell(page).press("Enter")
    const list = page.getByRole("dialog", { name: "Notifications" })
    await list.getByText("Unable to move the demo clock").waitFor()
    expect(await list.getByText("The server could not be reached.").count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/^Notif/)
    const kept = await page.evaluate(() => sessionStorage.getItem("keptState"))
    expect(JSON.parse(kept ?? "")).toMatchObject({
      version: persistedVersion,
      notifications: [{ word: "demoClock.notMoved" }],
    })
  })

  it("is left out where it is unparsable, older, newer or oversized", async () => {
    const page = await openHome()
    const record = (change: object) =>
      JSON.stringify({ version: persistedVersion, userId: 2, notifications: [], ...change })
    for (const text of [
      "{",
      record({ version: 0 }),
      record({ version: persistedVersion + 1 }),
      record({ padding: "x".repeat(maxPersistedBytes) }),
    ]) {
      await page.evaluate((kept) => sessionStorage.setItem("keptState", kept), text)
      await page.reload()
      await heading(page, "Home")
      expect(await bell(page).getAttribute("aria-label")).toMatch(/^Notifications: No notifications(,|$)/)
    }
  })
})

describe("the shell", () => {
  it("moves the focus to each new page's heading, titles the window and says which page it is", async () => {
    const page = await openHome()
    for (const [link, name, title] of [
      ["sms", "SMS templates", "SMS – Admin View"],
      ["campaign", "Campaigns", "Campaigns – Admin View"],
      ["Home", "Home", "Home – Admin View"],
    ] as const) {
      await follow(page, link)
      await heading(page, name)
      await expect.poll(() => focusedTag(page)).toBe("H1")
      expect(await page.title()).toBe(title)
      expect((await said(page, "polite")).at(-1)).toBe(`${title.replace(" – Admin View", "")}, page shown`)
      const current = page.getByRole("navigation", { name: "Main" }).locator('[aria-current="page"]')
      expect(await current.allInnerTexts()).toEqual([link])
    }
    await page.getByRole("link", { name: "Skip to the content" }).press("Enter")
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content")
  })

  it.each([
    ["at 360 px", { width: 360 }],
    ["at 360 px in the dark", { width: 360, dark: true }],
  ] as const)("is for everyone %s: menu, list of notifications, dead ends", async (_, look) => {
    const page = await openHome(look)
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([await wider(), ...(await accessibilityViolations(page))]).toEqual([0])
    await page.getByRole("button", { name: "Menu" }).click()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: /^Notifications/ }).click()
    await page.getByRole("dialog", { name: "Notifications" }).waitFor()
    expect(await page.locator("main").evaluate((main) => main.closest("[inert]") !== null)).toBe(true)
    expect([await wider(), ...(await accessibilityViolations(page))]).toEqual([0])
    await page.keyboard.press("Escape")
    await page.goto(`${demo.app.url}/user`)
    await heading(page, screens.accessDenied.title)
    expect([await wider(), ...(await accessibilityViolations(page))]).toEqual([0])
    await page.goto(`${demo.app.url}/nowhere`)
    await heading(page, "This page does not exist")
    expect([await wider(), ...(await accessibilityViolations(page))]).toEqual([0])
  })

  it("sends a stranger to sign-in and to no one else's address after it", async () => {
    const page = await openPage()
    await page.goto(`${demo.app.url}/report?startDate=2026-01-01`)
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/")
    expect(await page.evaluate(() => sessionStorage.getItem("wantedPath"))).toBe("/report?startDate=2026-01-01")
    await page.evaluate(() => sessionStorage.setItem("wantedPath", "/\\evil.test"))
    await signIn(page)
    await expect.poll(() => page.url()).toBe(`${demo.app.url}/dashboard`)
  })
})
