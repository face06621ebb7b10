import type { Browser, BrowserContext, Page } from "playwright"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { loginMessages, screens } from "#schemas/session/words.ts"
import { startChromium } from "#tests/support/chromium.ts"
import { startApp, type RunningApp } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"

type State = Awaited<ReturnType<BrowserContext["storageState"]>>
type Mail = { readonly to: string; readonly code: string }

const password = "Demo-2026!"
let data: Awaited<ReturnType<typeof seededData>>
let app: RunningApp
let browser: Browser
let context: BrowserContext
let broken: Array<string> = []

beforeAll(async () => {
  data = await seededData()
  app = await startApp(data.dataDir)
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await app?.kill()
  await data?.remove()
})
afterEach(async () => {
  await context.close()
  expect(broken).toEqual([])
})

/** A browser of its own for each test; errors of the page and breaches of its security policy are collected. */
const openBrowser = async (storageState?: State): Promise<Page> => {
  broken = []
  context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...(storageState === undefined ? {} : { storageState }),
  })
  context.on("page", (page) => {
    page.on("pageerror", (error) => broken.push(error.message))
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) broken.push(message.text())
    })
  })
  return context.newPage()
}

const codeFor = async (email: string): Promise<string> => {
  const answer = await fetch(`${app.url}/dev/mailbox`, { headers: { accept: "application/json" } })
  const mails = (await answer.json()) as ReadonlyArray<Mail>
  return mails.find(({ to }) => to === email)?.code ?? ""
}

const signInAt = async (page: Page, email: string): Promise<void> => {
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Code").fill(await codeFor(email))
  await page.getByRole("button", { name: "Sign in" }).click()
}

const linkOf = (page: Page, name: string) => page.locator(".nav-bar").getByRole("link", { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const pathOf = (page: Page): string => page.url().slice(app.url.length)
let user: State | undefined
/** A browser in which user@northwind.test is signed in and home; one sign-in serves all tests that do not sign out. */
const openSignedIn = async (): Promise<Page> => {
  const page = await openBrowser(user)
  await page.goto(`${app.url}/dashboard`)
  if (user === undefined) {
    await signInAt(page, "user@northwind.test")
    await heading(page, "Home")
    user = await context.storageState()
  }
  await heading(page, "Home")
  return page
}

const refusedToken = { statusCode: "401", status: "error", message: "No.", problem: "Unauthenticated" }
const lockedCall = { statusCode: "403", status: "error", message: "No.", problem: "Forbidden" }

const keptOfAPerson = [
  "authenticated",
  "companyId",
  "companyName",
  "displayName",
  "lastActivity",
  "roles",
  "token",
  "userName",
  "userType",
]

describe("signing in and out", () => {
  it("returns to the page that was asked for, with the person in the top bar", async () => {
    const page = await openBrowser()
    await page.goto(`${app.url}/report?startDate=2026-01-01`)
    await heading(page, "Admin View")
    await expect.poll(() => pathOf(page)).toBe("/")
    await signInAt(page, "admin@northwind.test")
    await page.waitForURL("**/report?startDate=2026-01-01")
    await linkOf(page, "report").waitFor()
    const bar = await page.locator(".letterhead").innerText()
    for (const part of ["Admin", "Northwind Clinics"]) expect(bar).toContain(part)
    expect(await page.title()).toMatch(/ – Admin View$/)
    expect(await kept(page)).toEqual(keptOfAPerson)
    expect(await page.evaluate(() => localStorage.getItem("userType"))).toBe("2")

    await linkOf(page, "Home").click()
    await heading(page, "Home")
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
    expect(await page.locator("[data-announcer=polite]").innerText()).toContain("Home")
  })

  it("renews a refused token silently and goes on, in a new tab as well", async () => {
    const page = await openSignedIn()
    const refuse = () => page.evaluate(() => localStorage.setItem("token", "no longer valid"))
    await refuse()
    await linkOf(page, "report").click()
    await page.waitForFunction(() => (localStorage.getItem("token") ?? "").split(".").length === 3)
    await refuse()
    const tab = await context.newPage()
    await tab.goto(`${app.url}/dashboard`)
    await heading(tab, "Home")
    expect(await kept(tab)).toEqual(keptOfAPerson)
  })

  it("goes on over a reload when the kept token has run out, and signs out no other tab", async () => {
    const page = await openSignedIn()
    const tab = await context.newPage()
    await tab.goto(`${app.url}/dashboard`)
    await heading(tab, "Home")
    const first = await page.evaluate(() => localStorage.getItem("token"))
    await context.route("**/api/**", (route) => {
      const isRefused = route.request().headers()["authorization"] === `Bearer ${first}`
      return isRefused ? route.fulfill({ status: 401, json: refusedToken }) : route.fallback()
    })
    await page.reload()
    await heading(page, "Home")
    expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBe(first)
    await linkOf(tab, "report").click()
    await tab.waitForURL("**/report")
    expect(await kept(tab)).toEqual(keptOfAPerson)
  })

  it("begins again as the person who signed in in another tab", async () => {
    const page = await openBrowser()
    await page.goto(app.url)
    await signInAt(page, "admin@northwind.test")
    await heading(page, "Home")
    const { origins } = await context.storageState()
    await context.close()
    const mine = await openSignedIn()
    await mine.locator(".letterhead").getByText("User", { exact: true }).waitFor()
    const other = await context.newPage()
    await other.goto(`${app.url}/auth-config.json`)
    // All at once, as a tab finds it that slept through the other's sign-out and sign-in.
    await other.evaluate(
      (items) => {
        for (const { name, value } of items) localStorage.setItem(name, value)
      },
      (origins[0]?.localStorage ?? []).toSorted((left) => (left.name === "token" ? 1 : -1)),
    )
    await mine.locator(".letterhead").getByText("Admin", { exact: true }).waitFor()
    await heading(mine, "Home")
    expect(await mine.evaluate(() => localStorage.getItem("userType"))).toBe("2")
  })

  it("says so to a person whose account is locked while they work, in every tab", async () => {
    const page = await openSignedIn()
    const tab = await context.newPage()
    await tab.goto(`${app.url}/dashboard`)
    await heading(tab, "Home")
    await context.route("**/api/**", (route) =>
      route.request().url().endsWith("/User/login")
        ? route.fulfill({ json: { statusCode: "403", status: "locked", message: "Locked." } })
        : route.fulfill({ status: 403, headers: { "rights-changed": "1" }, json: lockedCall }),
    )
    await linkOf(page, "report").click()
    await page.getByText(screens.accountLocked.message).waitFor()
    await expect.poll(() => pathOf(page)).toBe("/accountLocked")
    // A page that was just opened may be the first to read it.
    await tab.getByText(screens.accountLocked.message).waitFor()
    await expect.poll(() => pathOf(tab)).toBe("/accountLocked")
    expect(await kept(page)).toEqual([])
  })

  it("signs out everywhere: storage is empty, the other tab is at sign-in, the provider asks again", async () => {
    const page = await openBrowser()
    await page.goto(app.url)
    await signInAt(page, "admin@harbor.test")
    await heading(page, "Home")
    const tab = await context.newPage()
    await tab.goto(`${app.url}/dashboard`)
    await heading(tab, "Home")
    await page.locator(".letterhead").getByRole("button", { name: "Logout" }).click()
    await tab.getByRole("button", { name: "Sign in" }).waitFor()
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => pathOf(page)).toBe("/")
    await expect.poll(() => pathOf(tab)).toBe("/login")
    expect(await kept(page)).toEqual([])
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByLabel("Password").waitFor()
  })

  it("ends at sign-in when the token is refused and the provider knows no one", async () => {
    const page = await openBrowser()
    await page.goto(app.url)
    await page.evaluate(() => {
      localStorage.setItem("token", "stale")
      localStorage.setItem("authenticated", "true")
      localStorage.setItem("lastActivity", String(Date.now()))
    })
    await page.goto(`${app.url}/report`)
    await page.waitForURL("**/login")
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    expect(await kept(page)).toEqual([])
  })

  it.each([["token"], ["authenticated"]])(
    "shows sign-in and clears the leftover when only the %s is kept",
    async (key) => {
      const page = await openBrowser()
      await page.goto(app.url)
      await page.evaluate((name) => localStorage.setItem(name, "true"), key)
      await page.goto(`${app.url}/login`)
      await page.getByRole("button", { name: "Sign in" }).waitFor()
      await expect.poll(() => kept(page)).toEqual([])
      await expect.poll(() => pathOf(page)).toBe("/login")
      expect(await page.title()).toBe("Admin View")
    },
  )
})

describe("who may not come in", () => {
  it("a locked account sees the locked page and keeps nothing", async () => {
    const page = await openBrowser()
    await page.goto(app.url)
    await signInAt(page, "locked@northwind.test")
    await page.getByText(screens.accountLocked.message).waitFor()
    expect(await page.getByRole("alert").innerText()).toBe(loginMessages.locked)
    await expect.poll(() => pathOf(page)).toBe("/accountLocked")
    await expect.poll(() => kept(page)).toEqual([])
  })

  it.each([
    ["expired@lapsed.test", loginMessages.contractExpired],
    ["early@future.test", loginMessages.contractNotStarted],
  ])("%s reads why, and may sign in as someone else", async (email, words) => {
    const page = await openBrowser()
    await page.goto(app.url)
    await signInAt(page, email)
    await page.getByText(words).waitFor()
    await page.getByRole("button", { name: "Sign in as someone else" }).click()
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    expect(await kept(page)).toEqual([])
  })
})

describe("guards and dead ends", () => {
  it("deny what the person lacks, inside the layout, and say when a page does not exist", async () => {
    const stranger = await openBrowser()
    await stranger.goto(`${app.url}/nowhere`)
    await heading(stranger, "This page does not exist")
    await context.close()
    const page = await openSignedIn()
    await page.goto(`${app.url}/campaign`)
    await heading(page, screens.accessDenied.title)
    await expect.poll(() => pathOf(page)).toBe("/accessDenied?page=%2Fcampaign")
    await page.getByText(screens.accessDenied.hint).waitFor()
    await page.getByText("3 Campaign: to run campaigns").waitFor()
    await page.goto(`${app.url}/nowhere`)
    await heading(page, "This page does not exist")
    await page.getByRole("button", { name: "Logout" }).waitFor()
    await page.goto(`${app.url}/login`)
    await heading(page, "Home")
    await expect.poll(() => pathOf(page)).toBe("/dashboard")
  })

  it("show what could not be loaded in its place, and load it at a press", async () => {
    const page = await openSignedIn()
    await page.clock.install()
    await page.route("**/api/Report/GetDashboard", (route) => route.abort())
    await page.reload()
    await page.getByText("Could not load").waitFor()
    await page.getByText("The server could not be reached.").waitFor()
    // The clock stands still, so that the page's own next attempt cannot come before the press.
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 1_000)
    await page.unroute("**/api/Report/GetDashboard")
    await page.getByRole("button", { name: "Try now" }).click()
    await page.clock.resume()
    await page.getByText("Needs you").waitFor()
    expect(await page.getByText("Could not load").count()).toBe(0)
  })
})
