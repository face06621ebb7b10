import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Effect } from "effect"
import { decodeJwt } from "jose"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { TokenVerifier } from "#server/identity/TokenVerifier.ts"
import { authorization, fragment, makeBrowser } from "#tests/support/cookieBrowser.ts"
import {
  type Ahead,
  makeCompany,
  openStore,
  password,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn, type Tokens } from "#tests/support/signingIn.ts"

const ahead: Ahead = { millis: 0 }
const minute = 60_000
let store: Store
let server: SignInServer

const people = ["flow", "locking", "codes", "resends", "expiring", "restarting", "leaving", "racing", "alike"].map(
  (name) => ({
    email: `${name}@clinic.test`,
    displayName: `Person ${name}`,
    userType: 3 as const,
    accessIds: [1, 4, 14],
  }),
)

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
  await server.runtime.runPromise(makeCompany(people))
})

afterAll(async () => {
  await server.close()
  await store.close()
})

const { mails, codeFor, openForm, givePassword, redeem, refresh, signIn } = signingIn(() => server)
const verify = (token: string) =>
  server.runtime.runPromise(Effect.flatMap(TokenVerifier, (verifier) => Effect.result(verifier.verify(token))))

const wrongWords = "Invalid username or password. Please check your credentials and try again"

describe("a whole sign-in", () => {
  it("goes from password and mailed code to tokens the API accepts, refreshes and renews silently", async () => {
    const browser = makeBrowser(server.origin)
    const { form, verifier, response } = await openForm(browser)
    expect(form).toMatch(/^\/idp\/interaction\/[\w-]+$/)
    const page = await response.text()
    expect(page).toContain("<title>Admin View</title>")
    expect(page).not.toMatch(/<script(?! src="\/idp\/assets\/[\w-]+\.js"><)|style=|<style| on\w+=/)

    const second = await givePassword(browser, form, " FLOW@clinic.test ")
    expect(second.at.pathname).toBe(`${form}/code`)
    const codePage = await second.response.text()
    expect(codePage).toContain('autocomplete="one-time-code"')
    expect(codePage).toContain('href="/dev/mailbox"')

    const code = await codeFor("flow@clinic.test")
    expect(code).toMatch(/^\d{6}$/)
    const { at } = await browser.follow(
      await browser.post(`${form}/code`, { code: `${code.slice(0, 3)} ${code.slice(3)}` }),
    )
    expect(at.pathname).toBe("/redirect.html")
    expect(fragment(at).get("state")).toBe("the-state")

    const tokens = await redeem(at, verifier)
    expect(tokens.expires_in).toBe(900)
    const claims = decodeJwt(tokens.access_token)
    expect(claims).toMatchObject({
      Roles: "1,4,14",
      scp: "user.read",
      aud: "urn:admin-view:api",
      iss: `${server.origin}/idp`,
    })
    expect(decodeJwt(tokens.id_token)).toMatchObject({ preferred_username: "flow@clinic.test", nonce: "the-nonce" })
    const verified = await verify(tokens.access_token)
    expect(verified).toMatchObject({
      _tag: "Success",
      success: { issuer: "embedded", subject: claims.sub, roles: [1, 4, 14], sessionId: claims["sid"] },
    })
    expect(claims["sid"]).toMatch(/./)
    expect(await verify(tokens.id_token)).toMatchObject({ _tag: "Failure", failure: { problem: "Unauthenticated" } })

    const once = await refresh(tokens.refresh_token)
    expect(once.status).toBe(200)
    const twice = await refresh(((await once.json()) as Tokens).refresh_token)
    expect(twice.status).toBe(200)

    const silent = authorization(server.origin, { prompt: "none" })
    const renewed = await browser.follow(await browser.send(silent.path))
    expect(renewed.at.pathname).toBe("/redirect.html")
    expect((await redeem(renewed.at, silent.verifier)).access_token).toMatch(/^ey/)
  })

  it("asks for sign-in when a silent renewal finds no session", async () => {
    const browser = makeBrowser(server.origin)
    const { at } = await browser.follow(await browser.send(authorization(server.origin, { prompt: "none" }).path))
    expect(fragment(at).get("error")).toBe("login_required")
  })

  it("survives a restart: refresh token, session and verification go on", async () => {
    const browser = makeBrowser(server.origin)
    const tokens = await signIn(browser, "restarting@clinic.test")
    await server.close()
    server = await startSignIn(store, { ahead, port: server.port })
    expect(await verify(tokens.access_token)).toMatchObject({ _tag: "Success" })
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    const silent = authorization(server.origin, { prompt: "none" })
    const { at } = await browser.follow(await browser.send(silent.path))
    expect(fragment(at).get("code")).toMatch(/./)
  })

  it("ends session, access and refresh token at logout and returns to the application", async () => {
    const browser = makeBrowser(server.origin)
    const tokens = await signIn(browser, "leaving@clinic.test")
    expect(await verify(tokens.access_token)).toMatchObject({ _tag: "Success" })
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${server.origin}/`,
      state: "out",
    })
    const asked = await browser.send(`/idp/session/end?${query}`)
    const page = await asked.text()
    expect(page).toContain('<script src="/idp/assets/sign-out.js"></script>')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ""
    const left = await browser.post("/idp/session/end/confirm", { xsrf, logout: "yes" })
    expect(left.headers.get("location")).toBe(`${server.origin}/?state=out`)
    expect(await verify(tokens.access_token)).toMatchObject({
      _tag: "Failure",
      failure: { problem: "Unauthenticated" },
    })
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    const { at } = await browser.follow(await browser.send(authorization(server.origin, { prompt: "none" }).path))
    expect(fragment(at).get("error")).toBe("login_required")
  })

  it.each(["/login", "/sessionOut"])("may return to %s after logout", async (path) => {
    const browser = makeBrowser(server.origin)
    const query = new URLSearchParams({ client_id: "admin-web", post_logout_redirect_uri: `${server.origin}${path}` })
    expect((await browser.send(`/idp/session/end?${query}`)).status).toBe(200)
  })

  it("returns nowhere else", async () => {
    const browser = makeBrowser(server.origin)
    const query = new URLSearchParams({ client_id: "admin-web", post_logout_redirect_uri: "https://elsewhere.test/" })
    expect((await browser.send(`/idp/session/end?${query}`)).status).toBe(400)
    const asked = authorization(server.origin, { redirect_uri: "https://elsewhere.test/redirect.html" })
    const refused = await browser.send(asked.path, { headers: { accept: "text/html" } })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("This sign-in cannot go on")
  })
})

describe("while the database is away", () => {
  /** A schema without tables is a database that is away. */
  const searching = (schema: string) =>
    store.runtime.runPromise(
      Effect.flatMap(Database, ({ sql }) => sql`select set_config('search_path', ${schema}, false)`),
    )
  const asPerson = { headers: { accept: "text/html" } }

  it("every page of a sign-in says so, and it goes on afterwards", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    await searching("nowhere")
    const asked = [
      await browser.send(form, asPerson),
      await browser.post(`${form}/password`, { email: "flow@clinic.test", password }, asPerson.headers),
      await browser.send(authorization(server.origin).path, asPerson),
      await browser.send(form.replace("interaction", "auth"), asPerson),
      await browser.send("/idp/session/end", asPerson),
      await browser.post("/idp/session/end/confirm", { logout: "yes" }, asPerson.headers),
    ]
    await searching("public")
    for (const answer of asked) {
      const [heading] = /(?<=<h1>).*(?=<\/h1>)/.exec(await answer.clone().text()) ?? []
      expect([answer.url, answer.status, answer.headers.get("retry-after"), heading]).toEqual([
        answer.url,
        503,
        "5",
        "This does not work right now",
      ])
      expect(await answer.text()).toContain("The database does not work right now. Nothing was lost")
    }
    expect((await givePassword(browser, form, "flow@clinic.test")).at.pathname).toBe(`${form}/code`)
  })

  it("a client gets the error form, with OAuth's name for it", async () => {
    await searching("nowhere")
    const answer = await refresh("a-token")
    await searching("public")
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
    expect(answer.headers.get("access-control-allow-origin")).toBe(server.origin)
    const message = "The database does not work right now. Nothing was lost; try again in a moment."
    expect(await answer.json()).toMatchObject({
      statusCode: "503",
      problem: "Unavailable",
      message,
      error: "temporarily_unavailable",
      error_description: message,
    })
  })
})

describe("wrong passwords", () => {
  it("look alike for known and unknown addresses in every try, in the pause too, and keep the address typed", async () => {
    const tries = async (email: string) => {
      const browser = makeBrowser(server.origin)
      const { form } = await openForm(browser)
      const uid = form.split("/").at(-1) ?? ""
      const answers = []
      for (const given of ["wrong", "wrong", "wrong", "wrong", "wrong", password]) {
        const { response } = await givePassword(browser, form, email, given)
        const page = (await response.text()).replaceAll(uid, "").replace(`value="${email}"`, "")
        answers.push({ status: response.status, page })
      }
      return answers
    }
    const known = await tries("alike@clinic.test")
    expect(await tries("nobody@clinic.test")).toEqual(known)
    expect(new Set(known.map(({ page }) => page)).size).toBe(1)
    expect(known[0]?.status).toBe(422)
    expect(known[0]?.page).not.toContain("alike")
    expect(known[0]?.page).toContain(wrongWords)
    expect(known[0]?.page).toContain('role="alert"')
    expect(known[0]?.page).toContain(
      "After 5 wrong passwords in a row, signing in with an address pauses for 15 minutes.",
    )
    ahead.millis += 15 * minute
  })

  it("lock out after five failures for fifteen minutes, with the same words", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    for (let time = 1; time <= 5; time++) await givePassword(browser, form, "locking@clinic.test", "wrong")
    const { response } = await givePassword(browser, form, "locking@clinic.test")
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(wrongWords)
    ahead.millis += 15 * minute
    const { at } = await givePassword(browser, form, "locking@clinic.test")
    expect(at.pathname).toBe(`${form}/code`)
  })

  it("sent at the same moment are counted one by one", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const guesses = [...Array(7).keys()].map((number) =>
      givePassword(browser, form, "racing@clinic.test", `wrong ${number}`),
    )
    await Promise.all(guesses)
    const { response } = await givePassword(browser, form, "racing@clinic.test")
    expect(response.status).toBe(422)
    ahead.millis += 15 * minute
  })
})

describe("codes", () => {
  it("allow five tries, and are then void with the person locked out", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    await givePassword(browser, form, "codes@clinic.test")
    const right = await codeFor("codes@clinic.test")
    const wrong = right === "000000" ? "000001" : "000000"
    for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
      const answer = await browser.post(`${form}/code`, { code: wrong })
      expect(await answer.text()).toContain(`You have ${left} left.`)
    }
    expect(await (await browser.post(`${form}/code`, { code: wrong })).text()).toContain("Too many wrong codes.")
    const { response } = await browser.follow(await browser.post(`${form}/code`, { code: right }))
    expect(await response.text()).toContain('id="password"')
    expect(await (await givePassword(browser, form, "codes@clinic.test")).response.text()).toContain(wrongWords)
  })

  it("can be mailed again three times; the one before stops working", async () => {
    const browser = makeBrowser(server.origin)
    const { form, verifier } = await openForm(browser)
    await givePassword(browser, form, "resends@clinic.test")
    for (let time = 1; time <= 4; time++) {
      const { response } = await browser.follow(await browser.post(`${form}/resend`, {}))
      const page = await response.text()
      expect(page.includes("A new code is on its way")).toBe(time < 4)
      expect(page.includes("Mail a new code")).toBe(time < 3)
    }
    const sent = (await mails()).filter(({ to }) => to === "resends@clinic.test")
    expect(sent).toHaveLength(4)
    const last = sent[0]?.code ?? ""
    const before = sent.slice(1).find(({ code }) => code !== last)?.code ?? "not a code"
    expect((await browser.post(`${form}/code`, { code: before })).status).toBe(422)
    const { at } = await browser.follow(await browser.post(`${form}/code`, { code: last }))
    expect((await redeem(at, verifier)).access_token).toMatch(/^ey/)
    expect((await browser.post(`${form}/code`, { code: last })).status).toBe(400)
  })

  it("end after ten minutes, and a new one helps", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    await givePassword(browser, form, "expiring@clinic.test")
    const late = await codeFor("expiring@clinic.test")
    ahead.millis += 10 * minute
    const answer = await browser.post(`${form}/code`, { code: late })
    expect(await answer.text()).toContain("This code does not work any more.")
    await browser.post(`${form}/resend`, {})
    const { at } = await browser.follow(
      await browser.post(`${form}/code`, { code: await codeFor("expiring@clinic.test") }),
    )
    expect(at.pathname).toBe("/redirect.html")
  })

  it("lead back to the password on wish", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser, { login_hint: "flow@clinic.test" })
    await givePassword(browser, form, "flow@clinic.test")
    const { response } = await browser.follow(await browser.post(`${form}/restart`, {}))
    const page = await response.text()
    expect(page).toContain('value="flow@clinic.test"')
    expect(page).toContain('id="password"')
  })
})

describe("strangers", () => {
  it("cannot use someone's sign-in without its cookie", async () => {
    const { form } = await openForm(makeBrowser(server.origin))
    const answer = await fetch(`${server.origin}${form}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain("Back to the sign-in screen")
  })

  it("cannot use someone's sign-in with the cookie of their own", async () => {
    const theirs = makeBrowser(server.origin)
    const { form } = await openForm(theirs)
    const own = makeBrowser(server.origin)
    await openForm(own)
    const cookie = [...own.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
    for (const asked of [form, `${form}/code`, `${form}/forgot`]) {
      const answer = await fetch(`${server.origin}${asked}`, { headers: { cookie } })
      expect([asked, answer.status]).toEqual([asked, 400])
    }
    const body = new URLSearchParams({ email: "flow@clinic.test", password })
    const posted = await fetch(`${server.origin}${form}/password`, { method: "POST", headers: { cookie }, body })
    expect(posted.status).toBe(400)
  })

  it("cannot post a form from another site", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const answer = await browser.post(
      `${form}/password`,
      { email: "flow@clinic.test", password },
      { "sec-fetch-site": "cross-site" },
    )
    expect(answer.status).toBe(403)
    const older = await browser.post(
      `${form}/password`,
      { email: "flow@clinic.test", password },
      { origin: "https://elsewhere.test" },
    )
    expect(older.status).toBe(403)
  })

  it("cannot send a form of any size", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const answer = await browser.post(`${form}/password`, { email: "flow@clinic.test", password: "x".repeat(9000) })
    expect(answer.status).toBe(413)
  })

  it("cannot bend the addresses by naming another host", async () => {
    const browser = makeBrowser(server.origin)
    const answer = await browser.send("/idp/.well-known/openid-configuration", {
      headers: { "x-forwarded-host": "elsewhere.test" },
    })
    expect(await answer.text()).not.toContain("elsewhere")
  })

  it("put text, not markup, into the page", async () => {
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const { response } = await givePassword(browser, form, `"><img src=x onerror=alert(1)>`, "wrong")
    expect(await response.text()).not.toContain("<img src=x")
  })
})

describe("the record", () => {
  it("records refusals of known people by id only", async () => {
    const stored = await store.runtime.runPromise(
      Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
    )
    const refused = stored.filter(({ type }) => type === "SignInRefused")
    const reasons = new Set(refused.map(({ data }) => (data as { reason: string }).reason))
    expect([...reasons].toSorted()).toEqual(["code", "lockedOut", "password"])
    expect(refused.every(({ stream }) => /^audit-1-\d{6}$/.test(stream))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain("@clinic.test")
  })
})
