import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { appCode, codesOn, confirmAccount, secretOf, setUpApp } from "#tests/support/accountAtProvider.ts"
import { authorization, fragment, makeBrowser, type Browser } from "#tests/support/cookieBrowser.ts"
import {
  makeCompany,
  openStore,
  password,
  startSignIn,
  type Ahead,
  type SignInServer,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn } from "#tests/support/signingIn.ts"

const ahead: Ahead = { millis: 0 }
const minute = 60_000
const halfMinute = 30_000
let store: Store
let server: SignInServer
const names = ["setup", "replay", "racing", "recovery", "guessing", "password", "stale", "removing", "foreign", "link"]
const emailOf = (name: string) => `${name}@clinic.test`

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
  const people = names.map((name) => ({
    email: emailOf(name),
    displayName: `Person ${name}`,
    userType: 3 as const,
    accessIds: [14],
  }))
  await server.runtime.runPromise(makeCompany(people))
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const { mails, openForm, givePassword, refresh, signIn } = signingIn(() => server)
const signedIn = async (name: string): Promise<Browser> => {
  const browser = makeBrowser(server.origin)
  await signIn(browser, emailOf(name))
  return browser
}
/** A new sign-in that has given the password and waits for the code; gives what it answers to one. */
const afterPassword = async (name: string, given = password) => {
  const browser = makeBrowser(server.origin)
  const { form } = await openForm(browser)
  const { at, response } = await givePassword(browser, form, emailOf(name), given)
  const give = async (code: string) => {
    const answer = await browser.follow(await browser.post(`${form}/code`, { code }))
    return { ...answer, isIn: answer.at.pathname === "/redirect.html" && fragment(answer.at).has("code") }
  }
  return { page: await response.text(), at, give }
}
const isIn = async (waiting: Promise<Awaited<ReturnType<typeof afterPassword>>>, code: string) =>
  (await (await waiting).give(code)).isIn
/** The next half minute, in which an app shows another code. */
const pass = (millis: number) => void (ahead.millis += millis)

describe("an authenticator app", () => {
  it("is set up by its first code, takes the place of mailed codes, and is on record without its secret", async () => {
    const browser = await signedIn("setup")
    expect(await (await browser.send("/idp/account")).text()).toContain("Confirm that it is you")
    expect((await confirmAccount(browser, "not the password")).status).toBe(422)
    expect((await confirmAccount(browser)).status).toBe(303)
    const secret = await secretOf(browser)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const wrong = await browser.post("/idp/account/app", { code: appCode(secret, ahead, 40) })
    expect(wrong.status).toBe(422)
    // Until it is confirmed codes are mailed as before.
    expect((await afterPassword("setup")).page).toContain("Check your mail")
    const right = await browser.post("/idp/account/app", { code: appCode(secret, ahead) })
    const codes = codesOn(await right.text())
    expect(new Set(codes).size).toBe(10)
    const mailed = (await mails()).filter(({ code }) => code !== "").length
    pass(halfMinute)
    const waiting = await afterPassword("setup")
    expect(waiting.page).toContain("Open your authenticator app")
    expect(waiting.page).not.toContain("Mail a new code")
    expect((await waiting.give(appCode(secret, ahead))).isIn).toBe(true)
    expect((await mails()).filter(({ code }) => code !== "")).toHaveLength(mailed)
    const kept = await store.runtime.runPromise(
      Effect.flatMap(
        Database,
        ({ sql }) => sql`select secret, hash from idp_authenticators natural join idp_recovery_codes`,
      ),
    )
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(codes.some((code) => JSON.stringify(kept).includes(code.replaceAll("-", "")))).toBe(false)
    await expect
      .poll(() =>
        store.runtime.runPromise(
          Effect.map(
            Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
            (all) => all.filter(({ type }) => type === "SecondFactorChanged").map(({ data }) => data),
          ),
        ),
      )
      .toMatchObject([{ change: "authenticatorAdded" }])
  })

  it("takes each code once, in its own half minute and the next to it, and of two at once one", async () => {
    const { secret } = await setUpApp(await signedIn("replay"), ahead)
    expect(await isIn(afterPassword("replay"), appCode(secret, ahead))).toBe(false)
    pass(halfMinute)
    const code = appCode(secret, ahead)
    expect(await isIn(afterPassword("replay"), code)).toBe(true)
    expect(await isIn(afterPassword("replay"), code)).toBe(false)
    pass(halfMinute)
    expect(await isIn(afterPassword("replay"), code)).toBe(false)
    expect(await isIn(afterPassword("replay"), appCode(secret, ahead, 5))).toBe(false)
    pass(20 * minute)
    const both = [await afterPassword("replay"), await afterPassword("replay")]
    const now = appCode(secret, ahead)
    const answers = await Promise.all(both.map(({ give }) => give(now)))
    expect(answers.filter((answer) => answer.isIn)).toHaveLength(1)
  })

  it("is not guessed: after five wrong codes even the right one is refused, in another sign-in too", async () => {
    const { secret } = await setUpApp(await signedIn("guessing"), ahead)
    pass(halfMinute)
    const { give } = await afterPassword("guessing")
    for (let tries = 0; tries < 5; tries += 1) expect((await give("١٢٣٤٥٦")).isIn).toBe(false)
    expect(await isIn(afterPassword("guessing"), appCode(secret, ahead))).toBe(false)
    pass(16 * minute)
    expect(await isIn(afterPassword("guessing"), appCode(secret, ahead))).toBe(true)
  })

  it("is removed by who has just given the password, and codes are mailed again", async () => {
    const browser = await signedIn("removing")
    await setUpApp(browser, ahead)
    expect((await browser.post("/idp/account/remove", {})).headers.get("location")).toBe("/idp/account?done=removed")
    expect((await afterPassword("removing")).page).toContain("Check your mail")
  })
})

describe("recovery codes", () => {
  it("sign in once each, however they are typed, and end with new ones", async () => {
    const browser = await signedIn("recovery")
    const { codes } = await setUpApp(browser, ahead)
    const [first = "", second = ""] = codes
    expect(await isIn(afterPassword("recovery"), ` ${first.toUpperCase().replaceAll("-", " ")}`)).toBe(true)
    expect(await isIn(afterPassword("recovery"), first)).toBe(false)
    expect(await (await browser.send("/idp/account")).text()).toMatch(/9 of 10\s+recovery\s+codes/)
    const renewed = codesOn(await (await browser.post("/idp/account/codes", {})).text())
    expect(await isIn(afterPassword("recovery"), second)).toBe(false)
    expect(await isIn(afterPassword("recovery"), renewed[0] ?? "")).toBe(true)
  })

  it("are no one else's", async () => {
    const { codes } = await setUpApp(await signedIn("foreign"), ahead)
    await setUpApp(await signedIn("racing"), ahead)
    expect(await isIn(afterPassword("racing"), codes[0] ?? "")).toBe(false)
    const both = [await afterPassword("foreign"), await afterPassword("foreign")]
    const answers = await Promise.all(both.map(({ give }) => give(codes[1] ?? "")))
    expect(answers.filter((answer) => answer.isIn)).toHaveLength(1)
  })
})

describe("another password", () => {
  const change = (browser: Browser, current: string, next: string) =>
    browser.post("/idp/account/password", { current, password: next })
  const next = "violet harbour ladder 93"

  it("needs the old one and a good new one; it ends all other sign-ins and leaves this", async () => {
    const browser = await signedIn("password")
    const other = makeBrowser(server.origin)
    const tokens = await signIn(other, emailOf("password"))
    await confirmAccount(browser)
    expect((await change(browser, "wrong", next)).status).toBe(422)
    expect((await change(browser, password, "password1234")).status).toBe(422)
    expect((await change(browser, password, next)).headers.get("location")).toBe("/idp/account?done=password")
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    const silently = async (asked: Browser) =>
      fragment((await asked.follow(await asked.send(authorization(server.origin, { prompt: "none" }).path))).at)
    expect((await silently(other)).get("error")).toBe("login_required")
    expect((await silently(browser)).has("code")).toBe(true)
    expect((await afterPassword("password")).page).toContain("Invalid username or password")
    expect((await afterPassword("password", next)).page).toContain("Check your mail")
  })
})

describe("the account at the provider", () => {
  it("is shown to no one who is not signed in, and changed by no foreign form", async () => {
    const stranger = makeBrowser(server.origin)
    for (const path of ["", "/app"]) expect((await stranger.send(`/idp/account${path}`)).status).toBe(401)
    expect((await stranger.post("/idp/account/remove", {})).status).toBe(401)
    const browser = await signedIn("link")
    await confirmAccount(browser)
    for (const step of ["confirm", "password", "app", "codes", "remove"])
      expect((await browser.post(`/idp/account/${step}`, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403)
    expect((await browser.send("/idp/account/nowhere")).status).toBe(404)
  })

  it("asks for the password in each session, and again after ten minutes", async () => {
    const browser = await signedIn("stale")
    await confirmAccount(browser)
    expect(await (await browser.send("/idp/account")).text()).toContain("How you sign in")
    const other = await signedIn("stale")
    expect(await (await other.send("/idp/account")).text()).toContain("Confirm that it is you")
    expect((await other.post("/idp/account/codes", {})).headers.get("location")).toBe("/idp/account")
    pass(11 * minute)
    expect(await (await browser.send("/idp/account/app")).text()).toContain("Confirm that it is you")
  })
})
