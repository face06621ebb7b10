import { randomUUID } from "node:crypto"
import type { Browser, Page, Response } from "playwright"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { idleMillis } from "#schemas/constants.ts"
import { loginMessages, screens } from "#schemas/session/words.ts"
import { accessIds } from "#schemas/access.ts"
import { demoPassword } from "#server/demo/accounts.ts"
import { openPage, startChromium } from "#tests/support/chromium.ts"
import { freePort, type RunningApp, startApp, startRefused, temporaryData } from "#tests/support/runningApp.ts"
import { seededData } from "#tests/support/seededData.ts"
import { startTenant, type Tenant } from "#tests/support/tenant/hostedTenant.ts"
import { runAdmin } from "#tests/support/tenant/runAdmin.ts"

const admin = { subject: randomUUID(), email: "a.admin@clinic.test", name: "A. Admin" }
const stranger = { subject: randomUUID(), email: "stranger@clinic.test", name: "S. Stranger" }
/** Registered with the tenant by hand, as docs/identity.md describes. */
const returnPaths = ["/redirect.html", "/", "/login", "/sessionOut"]

let tenant: Tenant
let data: Awaited<ReturnType<typeof seededData>>
let app: RunningApp
let apiBase: string
let browser: Browser

beforeAll(async () => {
  tenant = await startTenant([admin, stranger])
  data = await seededData()
  await runAdmin(data.dataDir, tenant, ["link", "--email", "admin@northwind.test", "--subject", admin.subject])
  const port = String(await freePort())
  // The pages on one origin, their calls to another, sign-in on a third: all by settings, with the same build.
  apiBase = `http://127.0.0.1:${port}`
  app = await startApp(data.dataDir, { ...tenant.environment, PORT: port, HOST: "127.0.0.1", API_BASE_URL: apiBase })
  tenant.register(app.url, returnPaths)
})
afterAll(async () => {
  await browser?.close()
  await app?.kill()
  await tenant?.close()
  await data?.remove()
})

/** A browser of its own; keeps where it sent what, and every cookie on the way to our API or set by us. */
const open = async () => {
  browser ??= await startChromium()
  const opened = await openPage(browser)
  const origins = new Set<string>()
  const looks: Array<Promise<string | undefined>> = []
  const context = opened.page.context()
  const look = async (response: Response) => {
    const [asked, answered] = await Promise.all([response.request().allHeaders(), response.allHeaders()])
    const sent = response.url().startsWith(apiBase) && asked["cookie"] !== undefined
    return sent || answered["set-cookie"] !== undefined ? response.url() : undefined
  }
  context.on("request", (request) => void origins.add(new URL(request.url()).origin))
  context.on("response", (response) => {
    if (!response.url().startsWith(tenant.origin)) looks.push(look(response).catch(() => undefined))
  })
  /** The addresses at which a cookie was met, and how many were looked at. */
  const cookies = async () => {
    const found = await Promise.all(looks)
    return { looked: found.length, found: found.filter((address) => address !== undefined) }
  }
  return { ...opened, origins, cookies }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "")

const atTenant = async (page: Page, email: string) => {
  await page.getByRole("heading", { name: "Clinic tenant" }).waitFor()
  await page.getByLabel("E-mail").fill(email)
  await page.getByRole("button", { name: "Continue" }).click()
}
const signIn = async (page: Page, email = admin.email) => {
  await page.goto(`${app.url}/`)
  await page.getByRole("button", { name: "Sign in" }).click()
  await atTenant(page, email)
}
const logout = (page: Page) => page.locator(".letterhead").getByRole("button", { name: "Logout" }).click()

/** From now on the API refuses the token the page holds, as when it has run out; gives what stops that. */
const refuseToken = async (page: Page) => {
  const old = await tokenOf(page)
  let refused = 0
  await page.route("**/api/**", async (route) => {
    if ((await route.request().headerValue("authorization")) !== `Bearer ${old}`) return route.fallback()
    refused++
    const expired = await tenant.tokens.access(admin, "1", { exp: Math.floor(Date.now() / 1000) - 301 })
    await route.continue({ headers: { ...(await route.request().allHeaders()), authorization: `Bearer ${expired}` } })
  })
  return { old, refused: () => refused }
}

it("a start that pins another issuer than the tenant's ends with one line", async () => {
  const empty = await temporaryData()
  const change = { IDENTITY_ISSUER: "https://clinic.example/v2.0/" }
  const { code, err } = await startRefused(empty.dataDir, { ...tenant.environment, ...change })
  expect([code, err.trim().split("\n").length]).toEqual([1, 1])
  expect(err).toContain(`but the identity provider calls itself ${tenant.names.issuer}`)
  await empty.remove()
})

describe("the API behind a hosted tenant", () => {
  const ask = (token: string) =>
    fetch(`${app.url}/api/Report/GetDashboard`, { headers: { authorization: `Bearer ${token}` } })

  // First of all: keys that were read once go on counting.
  it("cannot judge a token while the tenant's keys are out of reach, and says so instead of refusing it", async () => {
    tenant.state.keysDown = true
    const token = await tenant.tokens.access(admin, "1,4,14")
    const unknown = await ask(token)
    expect([unknown.status, await unknown.json()]).toEqual([503, expect.objectContaining({ problem: "Unavailable" })])
    const { page, close } = await open()
    await signIn(page)
    await page.getByText("the identity provider does not answer").waitFor()
    tenant.state.keysDown = false
    await page.getByRole("button", { name: "Try again" }).click()
    await heading(page, "Home")
    expect((await ask(token)).status).toBe(200)
    await close()
  })

  it("gives the pages all addresses, and holds them to it", async () => {
    const answer = await fetch(`${app.url}/auth-config.json`)
    const config = (await answer.json()) as { readonly authorityMetadata: string }
    expect(config).toMatchObject({
      authority: tenant.environment.IDENTITY_AUTHORITY,
      knownAuthorities: [new URL(tenant.origin).host],
      clientId: tenant.names.clientId,
      scopes: [tenant.names.scope],
      apiBase,
      redirectPath: "/redirect.html",
      postLogoutPaths: { home: "/", login: "/login", sessionOut: "/sessionOut" },
    })
    expect(config).not.toHaveProperty("mapsKey")
    expect(JSON.parse(config.authorityMetadata)).toMatchObject({ issuer: tenant.names.issuer })
    const policy = answer.headers.get("content-security-policy") ?? ""
    expect(policy).toContain(`connect-src 'self' ${apiBase} ${tenant.origin};`)
    // The tenant, and the demo's test processor of cards; no third one.
    const [, framed] = /frame-src ([^;]*);/.exec(policy) ?? []
    expect(framed).toMatch(/^'self' \S+ http:\/\/127\.0\.0\.1:\d+$/)
    expect(framed?.split(" ")).toContain(tenant.origin)
    expect(policy).toContain("script-src 'self';")
    // A password would sign no one in.
    expect(app.printed()).toContain(`Sign-in: ${tenant.environment.IDENTITY_AUTHORITY}`)
    expect(app.printed()).not.toContain(demoPassword)
  })
})

describe("signing in through a hosted tenant", () => {
  it("brings the person in by configuration alone, and asks for exactly the scopes named", async () => {
    const { page, errors, close, origins, cookies } = await open()
    tenant.asked.authorize.length = 0
    await signIn(page)
    await heading(page, "Home")
    await page.locator(".letterhead").getByText("Northwind Clinics").waitFor()

    expect((tenant.asked.authorize[0]?.["scope"] ?? "").split(" ").sort()).toEqual(
      [tenant.names.scope, "offline_access", "openid", "profile"].sort(),
    )
    expect(tenant.asked.authorize[0]).toMatchObject({
      client_id: tenant.names.clientId,
      redirect_uri: `${app.url}/redirect.html`,
      code_challenge_method: "S256",
    })
    // The record holds more rights than the token: in force is what both hold.
    expect(await page.evaluate(() => localStorage.getItem("roles"))).toBe("1,4,14")
    const account = await page.evaluate(
      () => Object.values(sessionStorage).find((value) => value.includes(`"username"`)) ?? "{}",
    )
    expect(JSON.parse(account)).toMatchObject({
      username: admin.email,
      homeAccountId: expect.stringContaining(tenant.names.tenantId),
      localAccountId: expect.stringContaining(admin.subject),
    })
    expect(JSON.parse(account)).not.toHaveProperty("nativeAccountId")
    expect([...origins].sort()).toEqual([apiBase, app.url, tenant.origin].sort())
    const { looked, found } = await cookies()
    expect(found).toEqual([])
    expect(looked).toBeGreaterThan(10)
    expect(errors).toEqual([])
    await close()
  })

  it("renews a refused token by refresh token, then by hidden frame, then by a window the person opens", async () => {
    const { page, errors, close } = await open()
    // All that the record may hold: no token is asked for but those that were refused.
    tenant.state.roles = Object.values(accessIds).join(",")
    await signIn(page)
    await heading(page, "Home")
    const bar = page.locator(".nav-bar")

    tenant.asked.token.length = 0
    const first = await refuseToken(page)
    await bar.getByRole("link", { name: "report", exact: true }).click()
    await page.waitForFunction((old) => localStorage.getItem("token") !== old, first.old)
    await heading(page, "Report")
    expect(first.refused()).toBeGreaterThan(0)
    expect(tenant.asked.token.map((form) => form["grant_type"])).toEqual(["refresh_token"])

    tenant.asked.authorize.length = 0
    tenant.forgetRefreshTokens()
    const second = await refuseToken(page)
    await bar.getByRole("link", { name: "Home", exact: true }).click()
    await page.waitForFunction((old) => localStorage.getItem("token") !== old, second.old)
    await heading(page, "Home")
    expect(tenant.asked.authorize.map((query) => query["prompt"])).toEqual(["none"])

    tenant.forgetRefreshTokens()
    tenant.endSessions()
    const third = await refuseToken(page)
    await bar.getByRole("link", { name: "report", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Sign in again" })
    await dialog.waitFor()
    const popup = page.waitForEvent("popup")
    await dialog.getByRole("button", { name: "Sign in" }).click()
    await atTenant(await popup, admin.email)
    await page.waitForFunction((old) => localStorage.getItem("token") !== old, third.old)
    await dialog.waitFor({ state: "hidden" })
    await heading(page, "Report")
    // The browser notes each refused call and each refused refresh token; nothing else.
    expect(errors.filter((line) => !/status of (401|400)/.test(line))).toEqual([])
    await close()
  })

  it("ends the tenant's session at logout and returns to a registered address, to no other", async () => {
    const { page, close } = await open()
    await signIn(page)
    await heading(page, "Home")
    tenant.asked.logout.length = 0
    await logout(page)
    await page.getByRole("button", { name: "Sign in" }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/")
    expect(tenant.asked.logout).toEqual([
      expect.objectContaining({ post_logout_redirect_uri: `${app.url}/`, id_token_hint: expect.any(String) }),
    ])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    // The tenant knows no one any more: it asks.
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Clinic tenant" }).waitFor()

    // The application itself goes there without the tenant; it is registered all the same.
    await page.goto(tenant.logoutAddress(`${app.url}/login`))
    await page.waitForURL(`${app.url}/login`)
    const foreign = await page.goto(tenant.logoutAddress(`${app.url}/elsewhere`))
    expect(foreign?.status()).toBe(400)
    await close()
  })

  it("ends the tenant's session after an idle hour, at the page that says so", async () => {
    const { page, close } = await open()
    await page.clock.install()
    await signIn(page)
    await heading(page, "Home")
    tenant.asked.logout.length = 0
    await page.clock.runFor(idleMillis + 60_000)
    await page.getByText(screens.sessionOut.message).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe("/sessionOut")
    expect(tenant.asked.logout.map((query) => query["post_logout_redirect_uri"])).toEqual([`${app.url}/sessionOut`])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await close()
  })

  it("refuses a verified person without an account in the specified words", async () => {
    const { page, close } = await open()
    await signIn(page, stranger.email)
    await page.getByText(loginMessages.invalid).waitFor()
    expect(await page.evaluate(() => localStorage.getItem("authenticated"))).toBeNull()
    await close()
  })
})
