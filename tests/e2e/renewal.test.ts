import { join } from "node:path"
import type { Page } from "playwright"
import { build, type Rollup } from "vite"
import { describe, expect, it } from "vitest"
import { signInProblems, someoneElse } from "#schemas/session/problems.ts"
import { accessibilityViolations, fillSignIn, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"
import type { ReadTogether } from "./renewal/together.ts"

const root = join(import.meta.dirname, "..", "..")
const email = "admin@northwind.test"
const demo = demoApp()

const openSignedIn = async () => {
  const opened = await openPage(demo.browser)
  await signIn(opened.page, demo.app.url, email)
  await opened.page.getByText("Needs you").waitFor()
  return opened
}

const kept = (page: Page) =>
  page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage).filter((key) => key.startsWith("msal.") && key !== "msal.version"),
  ])

/** Lets the server refuse the token the page holds now, or every token. */
const refuse = async (page: Page, which: "held" | "every") => {
  const held = await page.evaluate(() => localStorage.getItem("token"))
  const body = JSON.stringify({ statusCode: "401", status: "error", message: "No.", problem: "Unauthenticated" })
  await page.context().route("**/api/**", (route) => {
    const refused = which === "every" || route.request().headers()["authorization"] === `Bearer ${held}`
    return refused ? route.fulfill({ status: 401, contentType: "application/json", body }) : route.fallback()
  })
}

/** The provider forgets the person: its session and the refresh token are gone. */
const forgetPerson = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.includes("refreshtoken")) sessionStorage.removeItem(key)
  })
}

/** Follows a link even behind the dialog: the page may have asked for something, and been refused, by itself. */
const go = (page: Page, path: string) => page.locator(`a[href='${path}']`).first().dispatchEvent("click")

const dialog = (page: Page) => page.getByRole("dialog", { name: "Sign in again" })
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click()

const openWindow = async (page: Page, button: string): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent("popup"), press(page, button)])
  await popup.waitForURL("**/idp/interaction/*")
  return popup
}

/** Serves the product's own calls, bundled by themselves, at an address of the product. */
const serveTogether = async (page: Page) => {
  const made = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "esnext",
      minify: false,
      lib: { entry: join(root, "tests/e2e/renewal/together.ts"), formats: ["es"], fileName: "entry" },
    },
  })) as ReadonlyArray<Rollup.RollupOutput>
  const files = new Map(made[0]?.output.map((file) => [file.fileName, "code" in file ? file.code : file.source]))
  await page.route("**/together/*", (route) => {
    const code = files.get(new URL(route.request().url()).pathname.slice("/together/".length))
    return code === undefined
      ? route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><title>Test</title><body><script type="module" src="/together/entry.js"></script>`,
        })
      : route.fulfill({ contentType: "text/javascript", body: String(code) })
  })
}

describe("a token the server refuses", () => {
  it("is renewed once for fifty calls refused at once, without a window", async () => {
    const { page, close } = await openSignedIn()
    const accounts = await page.evaluate(() =>
      Object.values(sessionStorage).filter(
        (value) => value.includes('"username"') && value.includes('"localAccountId"'),
      ),
    )
    expect(accounts.map((one) => JSON.parse(one))).toMatchObject([
      { homeAccountId: expect.any(String), localAccountId: expect.any(String), username: email },
    ])
    const asked: Array<string> = []
    let popups = 0
    page.on("popup", () => (popups += 1))
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await serveTogether(page)
    await refuse(page, "held")
    await page.goto(`${demo.app.url}/together/page`)
    await page.waitForSelector("body[data-ready]", { state: "attached" })
    // What the page before still asked is not what is counted.
    asked.length = 0
    const answered = await page.evaluate(() =>
      (globalThis as unknown as { readTogether: ReadTogether }).readTogether(50),
    )
    expect(answered).toBe(50)
    expect(asked.filter((path) => path === "/api/Report/GetDashboard").length).toBe(100)
    expect(asked.filter((path) => path === "/idp/token").length).toBe(1)
    expect(popups).toBe(0)
    await close()
  })

  it("is renewed in two tabs that share a refresh token, in turn and at once, and signs no one out", async () => {
    const { page, close } = await openSignedIn()
    // A tab that a page opens begins with a copy of its session storage, the library's cache included.
    const [tab] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => void window.open("/dashboard"))])
    await tab.getByText("Needs you").waitFor()
    let frames = 0
    page.context().on("request", (request) => {
      if (new URL(request.url()).pathname === "/idp/auth") frames += 1
    })
    const turns = [
      { tabs: [page], path: "/sms", shows: "Visit survey" },
      { tabs: [tab], path: "/sms", shows: "Visit survey" },
      { tabs: [page, tab], path: "/dashboard", shows: "Needs you" },
    ]
    for (const { tabs, path, shows } of turns) {
      await refuse(page, "held")
      for (const one of tabs) await go(one, path)
      for (const one of tabs) await one.getByText(shows).first().waitFor()
    }
    // The copy was spent by then, which the provider takes for theft: the hidden frame helped.
    expect(frames).toBeGreaterThan(0)
    await close()
  })

  it("ends the session when the new one is refused as well: nothing is kept, /login is shown", async () => {
    const { page, close } = await openSignedIn()
    await refuse(page, "every")
    await page.getByRole("link", { name: "report", exact: true }).click()
    await page.waitForURL("**/login")
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    expect(await kept(page)).toEqual([])
    await close()
  })
})

describe("a person the provider wants to see", () => {
  it("signs in in a window over a half-filled form, whatever went wrong on the way, and the form is saved", async () => {
    const { page, close } = await openSignedIn()
    await page.getByRole("link", { name: "sms", exact: true }).click()
    await page.getByRole("button", { name: "New template" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Kept over a sign-in")
    await page.getByRole("textbox", { name: "Message" }).fill("We moved. Reply STOP to opt out.")
    await refuse(page, "held")
    await forgetPerson(page)
    await page.getByRole("button", { name: "Save draft" }).click()
    await dialog(page).getByText(signInProblems.login_required[1]).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press("Escape")

    await page.evaluate(() => {
      const open = window.open.bind(window)
      window.open = () => {
        window.open = open
        return null
      }
    })
    await press(page, "Sign in")
    await dialog(page).getByText(signInProblems.popup_window_error[1]).waitFor()

    await (await openWindow(page, "Sign in")).close()
    await dialog(page).getByText(signInProblems.user_cancelled[1]).waitFor()

    const stranger = await openWindow(page, "Sign in")
    expect(await accessibilityViolations(page)).toEqual([])
    await fillSignIn(stranger, demo.app.url, "user@northwind.test")
    await dialog(page).getByText(someoneElse().message).waitFor()

    const popup = await openWindow(page, "Sign in")
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([483, 600])
    await fillSignIn(popup, demo.app.url, email)
    await page.getByText("Template Data Save Successfully").first().waitFor()
    await page.getByRole("heading", { level: 1, name: "Kept over a sign-in" }).waitFor()
    await dialog(page).waitFor({ state: "detached" })
    await close()
  })

  it("is asked no longer once the session ended in another tab", async () => {
    const { page, close } = await openSignedIn()
    const tab = await page.context().newPage()
    await tab.goto(`${demo.app.url}/auth-config.json`)
    await refuse(page, "held")
    await forgetPerson(page)
    await go(page, "/sms")
    await dialog(page).waitFor()
    await tab.evaluate(() => localStorage.clear())
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    await dialog(page).waitFor({ state: "detached" })
    await expect.poll(() => new URL(page.url()).pathname).toBe("/login")
    await close()
  })

  it("is asked in every tab, signs in in one, and may cancel, which ends the session", async () => {
    const { page, close } = await openSignedIn()
    const tab = await page.context().newPage()
    await tab.goto(`${demo.app.url}/dashboard`)
    await tab.getByRole("heading", { level: 1, name: "Home" }).waitFor()
    // What the library finds out at the start may still bring a token.
    await tab.waitForFunction(() => Object.values(sessionStorage).some((value) => value.includes('"localAccountId"')))
    await refuse(page, "held")
    for (const one of [page, tab]) await forgetPerson(one)
    for (const one of [page, tab]) await go(one, "/sms")
    await dialog(tab).waitFor()
    await fillSignIn(await openWindow(page, "Sign in"), demo.app.url, email)
    for (const one of [page, tab]) await one.getByRole("link", { name: "Visit survey" }).waitFor()
    await dialog(tab).waitFor({ state: "detached" })

    await refuse(page, "held")
    await forgetPerson(page)
    await page.getByRole("link", { name: "report", exact: true }).click()
    await press(page, "Cancel")
    for (const one of [page, tab]) await one.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/login")
    expect(await kept(page)).toEqual([])
    await close()
  })
})
