import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { join } from "node:path"
import { chromium, type Browser, type Page } from "playwright"
import { build, type Rollup } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { embeddedIdentity } from "#server/identity/IdentityConfig.ts"
import {
  makeCompany,
  openStore,
  password,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { browserFlags, findBrowser } from "../../scripts/browser.ts"
import type { SignInPage } from "./msal/page.ts"

type Axe = {
  readonly run: () => Promise<{
    readonly violations: ReadonlyArray<{
      readonly id: string
      readonly nodes: ReadonlyArray<{ readonly html: string }>
    }>
  }>
}

const root = join(import.meta.dirname, "..", "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const axe = read("node_modules/axe-core/axe.min.js")
const email = "person@clinic.test"

const bundle = async (entry: string): Promise<string> => {
  const made = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, target: "esnext", lib: { entry: join(root, entry), formats: ["es"], fileName: "entry" } },
  })) as ReadonlyArray<Rollup.RollupOutput>
  return made[0]?.output[0].code ?? ""
}

const html = (script: string) =>
  `<!doctype html><title>Test</title><body><script type="module" src="${script}"></script>`

/** The smallest application that signs in with the real library, under the strict policy of the real one. */
const application = async (origin: () => string): Promise<RequestListener> => {
  const files: Record<string, readonly [type: string, body: string]> = {
    "/": ["text/html", html("/page.js")],
    "/sessionOut": ["text/html", html("/page.js")],
    "/redirect.html": ["text/html", html("/bridge.js")],
    "/page.js": ["text/javascript", await bundle("tests/e2e/msal/page.ts")],
    "/bridge.js": ["text/javascript", await bundle("src/redirect.ts")],
    "/plain.css": ["text/css", read("public/plain.css")],
    "/logo.svg": ["image/svg+xml", read("public/logo.svg")],
  }
  return (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? ""
    const [type, body] = files[path] ?? [
      "application/json",
      JSON.stringify(embeddedIdentity({ publicUrl: origin() }).authConfig),
    ]
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'"
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body)
  }
}

let store: Store
let server: SignInServer
let browser: Browser

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { otherwise: await application(() => server.origin) })
  await server.runtime.runPromise(makeCompany([{ email, displayName: "A Person", userType: 2, accessIds: [1] }]))
  const executablePath = findBrowser()
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...browserFlags],
  })
})

afterAll(async () => {
  await browser.close()
  await server.close()
  await store.close()
})

const open = async (page: Page, path = "/") => {
  await page.goto(server.origin + path)
  await page.waitForSelector("body[data-ready]", { state: "attached" })
}

/** Asks the page of the test, in the page. */
const ask = async <A>(page: Page, question: (api: SignInPage) => A | Promise<A>): Promise<A> =>
  (await page.evaluateHandle<SignInPage>("page")).evaluate(question) as Promise<A>

const latestCode = async (): Promise<string> => {
  const answer = await fetch(`${server.origin}/dev/mailbox`, { headers: { accept: "application/json" } })
  return ((await answer.json()) as ReadonlyArray<{ code: string }>)[0]?.code ?? ""
}

/** Fills both forms as a person does, with the keyboard. */
const fillForms = async (page: Page) => {
  await page.waitForURL("**/idp/interaction/*")
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/code")
  await page.getByLabel("Code").fill(await latestCode())
  await page.keyboard.press("Enter")
}

const signIn = async (page: Page) => {
  await open(page)
  await ask(page, (api) => void api.signIn())
  await fillForms(page)
  await page.waitForURL(`${server.origin}/`)
  await page.waitForSelector("body[data-ready]", { state: "attached" })
}

describe("the real sign-in library in a browser", () => {
  it("signs in by redirect, renews by refresh token and hidden frame, and signs out", async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const foreign: Array<string> = []
    page.on("request", (request) => {
      if (!request.url().startsWith(server.origin)) foreign.push(request.url())
    })
    await signIn(page)
    expect(await ask(page, (api) => api.user)).toBe(email)

    const tokens = [
      await ask(page, (api) => api.renew(4)),
      await ask(page, (api) => api.renew(4)),
      await ask(page, (api) => api.renew(5)),
    ]
    expect(new Set(tokens).size).toBe(3)
    expect(await ask(page, (api) => api.silent())).toBe(email)

    await ask(page, (api) => void api.signOut())
    await page.waitForURL(/\/sessionOut/)
    await page.waitForSelector("body[data-ready]", { state: "attached" })
    expect(await ask(page, (api) => api.silent())).toBe("login_required")
    expect(foreign).toEqual([])
    await context.close()
  })

  it("signs in by popup", async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await open(page)
    const opened = page.waitForEvent("popup")
    const user = ask(page, (api) => api.popup())
    await fillForms(await opened)
    expect(await user).toBe(email)
    await context.close()
  })

  it("leaves a sign-out without a session in the application", async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const query = new URLSearchParams({
      client_id: "admin-web",
      post_logout_redirect_uri: `${server.origin}/sessionOut`,
    })
    await page.goto(`${server.origin}/idp/session/end?${query}`)
    await page.waitForURL(/\/sessionOut/)
    await expect.poll(() => new URL(page.url()).pathname).toBe("/sessionOut")
    await context.close()
  })
})

describe("the forms", () => {
  // The policy of the pages would keep the checker itself out.
  const phone = { viewport: { width: 360, height: 740 }, bypassCSP: true } as const

  const violations = async (page: Page) => {
    await page.evaluate(axe)
    const { violations } = await (await page.evaluateHandle<Axe>("axe")).evaluate((checker) => checker.run())
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      ...(wide ? ["wider than the screen"] : []),
    ]
  }

  it.each(["light", "dark"] as const)(
    "are usable on a phone, by keyboard and by ear, in the %s",
    async (colorScheme) => {
      const context = await browser.newContext({ ...phone, colorScheme })
      const page = await context.newPage()
      const focused = (id: string) => page.locator(`#${id}:focus`).waitFor()
      await open(page)
      await ask(page, (api) => void api.signIn())
      await page.waitForURL("**/idp/interaction/*")
      await focused("email")
      expect([await page.title(), ...(await violations(page))]).toEqual(["Admin View"])

      await page.getByLabel("E-mail address").fill(email)
      await page.getByLabel("Password").fill("wrong")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").waitFor()
      await focused("password")
      expect(await violations(page)).toEqual([])

      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/code")
      await focused("code")
      expect(await violations(page)).toEqual([])
      await page.getByLabel("Code").fill("not it")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").waitFor()
      await focused("code")
      expect(await violations(page)).toEqual([])

      await page.goto(`${server.origin}/idp/interaction/none`)
      expect(await violations(page)).toEqual([])
      await context.close()
    },
  )

  it("show new mail in the mailbox by itself", async () => {
    const context = await browser.newContext({ viewport: phone.viewport, bypassCSP: true })
    const mailbox = await context.newPage()
    await mailbox.goto(`${server.origin}/dev/mailbox`)
    const page = await context.newPage()
    await signIn(page)
    await mailbox.getByText(await latestCode(), { exact: true }).waitFor()
    expect(await violations(mailbox)).toEqual([])
    await context.close()
  })
})
