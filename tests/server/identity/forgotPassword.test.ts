import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { TokenVerifier } from "#server/identity/TokenVerifier.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { authorization, fragment, makeBrowser } from "#tests/support/cookieBrowser.ts"
import { choose, linkIn, openLink } from "#tests/support/linkBrowser.ts"
import {
  type Ahead,
  makeCompany,
  openStore,
  password,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn } from "#tests/support/signingIn.ts"
import type { UserId } from "#schemas/ids.ts"

const ahead: Ahead = { millis: 0 }
const minute = 60_000
const chosen = "a quiet lamp by the sea"
let store: Store
let server: SignInServer
const { mails, openForm, givePassword, refresh, signIn } = signingIn(() => server)

const names = ["whole", "alike", "newest", "expiring", "often", "twice", "racing", "locked-out", "policy", "peeking"]

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
  const people = names.map((name) => ({
    email: `${name}@clinic.test`,
    displayName: `Person ${name}`,
    userType: 3 as const,
    accessIds: [1],
  }))
  await server.runtime.runPromise(makeCompany(people))
})
afterAll(async () => {
  await server.close()
  await store.close()
})

/** Asks for a link on the page of a sign-in; gives what is answered. */
const ask = async (
  email: string,
  given?: { readonly form: string; readonly browser: ReturnType<typeof makeBrowser> },
) => {
  const browser = given?.browser ?? makeBrowser(server.origin)
  const form = given?.form ?? (await openForm(browser)).form
  const { response, at } = await browser.follow(await browser.post(`${form}/forgot`, { email }))
  const page = (await response.text()).replaceAll(form, "")
  return { status: response.status, at: `${at.pathname}${at.search}`.replace(form, ""), page }
}
const linkMails = async (email: string) =>
  (await mails()).filter(({ to, subject }) => to === email && subject === "Set a new Admin View password")
/** The answer comes before the mail, for everyone alike: so the mail is waited for. */
const mailedLink = async (email: string, count = 1) => {
  await vi.waitUntil(async () => (await linkMails(email)).length >= count)
  return linkIn((await linkMails(email))[0]?.text ?? "")
}
const links = () =>
  store.runtime.runPromise(
    Effect.flatMap(Database, ({ sql }) => sql<{ readonly hash: string | null }>`select hash from idp_links`),
  )

describe("a forgotten password", () => {
  it("is set again by the mailed link; every sign-in of the person ends, and a mail says so", async () => {
    const email = "whole@clinic.test"
    const elsewhere = makeBrowser(server.origin)
    const tokens = await signIn(elsewhere, email)
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser, { login_hint: email })
    const started = makeBrowser(server.origin)
    const halfway = await openForm(started)
    await givePassword(started, halfway.form, email)
    expect(await (await browser.send(form)).text()).toContain(`<a href="${form}/forgot">Forgot your password?</a>`)
    const asking = await (await browser.send(`${form}/forgot`)).text()
    expect(asking).toContain(`value="${email}"`)
    expect(asking).toContain("It works once, for 30 minutes.")

    const sent = await ask(email, { browser, form })
    expect(sent).toMatchObject({ status: 200, at: "/forgot?sent" })
    expect(sent.page).toContain("a link to set a new password is on its way")
    const { url, secret } = await mailedLink(email)
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${server.origin}/idp/link`)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await links())).not.toContain(secret)

    const opened = await openLink(server.origin, secret)
    expect(await opened.entry.text()).toContain('<script src="/idp/assets/open-link.js"></script>')
    expect(opened.at.href).toBe(`${server.origin}/idp/link/password`)
    expect(opened.page).toContain("Set a new password")
    expect(opened.page).toMatch(/id="email"[^>]*value="whole@clinic\.test"[^>]*readonly/)
    expect(opened.page).toMatch(/id="password"[^>]*autocomplete="new-password"[^>]*aria-describedby="password-hint"/)
    expect(opened.page).not.toContain("maxlength")
    expect(await choose(opened.browser, { password: chosen })).toMatchObject({ status: 200, at: "/idp/link/changed" })
    expect(opened.browser.cookies.has("link")).toBe(false)

    expect((await refresh(tokens.refresh_token)).status).toBe(400)
    const silent = await elsewhere.follow(await elsewhere.send(authorization(server.origin, { prompt: "none" }).path))
    expect(fragment(silent.at).get("error")).toBe("login_required")
    const verified = server.runtime.runPromise(
      Effect.flatMap(TokenVerifier, (verifier) => Effect.flip(verifier.verify(tokens.access_token))),
    )
    expect(await verified).toMatchObject({ problem: "Unauthenticated" })
    expect((await started.follow(await started.send(`${halfway.form}/code`))).at.pathname).toBe(halfway.form)

    expect((await mails())[0]).toMatchObject({ to: email, subject: "Your Admin View password was changed" })
    const old = await givePassword(browser, form, email)
    expect(old.response.status).toBe(422)
    expect((await signIn(makeBrowser(server.origin), email, chosen)).access_token).toMatch(/^ey/)
  })

  it("is answered alike for known and unknown addresses, before anyone is looked up", async () => {
    const [known, unknown] = [await ask("alike@clinic.test"), await ask("nobody@clinic.test")]
    expect(known).toEqual(unknown)
    await mailedLink("alike@clinic.test")
    expect(await linkMails("nobody@clinic.test")).toEqual([])
  })

  it("wants an address, and says so next to the field", async () => {
    const { status, page } = await ask(" not an address ")
    expect(status).toBe(422)
    expect(page).toMatch(/id="email"[^>]*autofocus[^>]*aria-invalid="true" aria-describedby="email-error"/)
    expect(page).toContain('id="email-error">Write an e-mail address')
  })
})

describe("a link", () => {
  const deadWords = "This link does not work"

  it("works once, also for two who use it at the same moment", async () => {
    await ask("twice@clinic.test")
    const { secret } = await mailedLink("twice@clinic.test")
    const browsers = await Promise.all([openLink(server.origin, secret), openLink(server.origin, secret)])
    const ends = await Promise.all(browsers.map(({ browser }) => choose(browser, { password: chosen })))
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const again = await openLink(server.origin, secret)
    expect(again.status).toBe(410)
    expect(again.page).toContain(deadWords)
    expect(again.page).toContain('<a href="/">Back to the sign-in screen</a>')
  })

  it("counts only while it is the newest", async () => {
    await ask("newest@clinic.test")
    const first = await mailedLink("newest@clinic.test")
    const waiting = await openLink(server.origin, first.secret)
    await ask("newest@clinic.test")
    const second = await mailedLink("newest@clinic.test", 2)
    expect(second.secret).not.toBe(first.secret)
    expect(await choose(waiting.browser, { password: chosen })).toMatchObject({ status: 410 })
    expect((await openLink(server.origin, second.secret)).status).toBe(200)
  })

  it("ends after thirty minutes, opened or not", async () => {
    await ask("expiring@clinic.test")
    const { secret } = await mailedLink("expiring@clinic.test")
    const { browser } = await openLink(server.origin, secret)
    ahead.millis += 30 * minute - 1000
    expect((await browser.send("/idp/link/password")).status).toBe(200)
    ahead.millis += 1000
    expect((await browser.send("/idp/link/password")).status).toBe(410)
    expect(await choose(browser, { password: chosen })).toMatchObject({ status: 410 })
    expect((await openLink(server.origin, secret)).status).toBe(410)
  })

  it("that no one was mailed, and no link at all, say the same", async () => {
    const made = await openLink(server.origin, "A".repeat(43))
    const none = await openLink(server.origin, "")
    expect([made.status, none.status]).toEqual([410, 410])
    expect(made.page).toBe(none.page)
    expect((await makeBrowser(server.origin).send("/idp/link/password")).status).toBe(410)
  })

  it("is not used up by who only looks: a mail scanner, or a form from another site", async () => {
    await ask("peeking@clinic.test")
    const { secret } = await mailedLink("peeking@clinic.test")
    await makeBrowser(server.origin).send("/idp/link")
    const { browser } = await openLink(server.origin, secret)
    const foreign = await choose(browser, { password: chosen }, { "sec-fetch-site": "cross-site" })
    expect(foreign.status).toBe(403)
    expect(browser.cookies.get("link")?.path).toBe("/idp/link")
    expect((await openLink(server.origin, secret)).status).toBe(200)
  })

  it("is mailed three times in fifteen minutes to one person, however often it is asked for", async () => {
    const email = "often@clinic.test"
    for (let time = 1; time <= 3; time++) {
      await ask(email)
      await mailedLink(email, time)
    }
    expect(await ask(email)).toMatchObject({ status: 200, at: "/forgot?sent" })
    const last = (await linkMails(email))[0]
    ahead.millis += 15 * minute
    await ask(email)
    await mailedLink(email, 4)
    const all = await linkMails(email)
    expect(all).toHaveLength(4)
    expect(all[1]).toEqual(last)
  })

  it("ends the pause after wrong passwords", async () => {
    const email = "locked-out@clinic.test"
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    for (let time = 1; time <= 5; time++) await givePassword(browser, form, email, "wrong")
    expect((await givePassword(browser, form, email)).response.status).toBe(422)
    await ask(email)
    const { secret } = await mailedLink(email)
    await choose((await openLink(server.origin, secret)).browser, { password: chosen })
    expect((await signIn(makeBrowser(server.origin), email, chosen)).access_token).toMatch(/^ey/)
  })
})

describe("the new password", () => {
  it.each([
    ["Use 12 characters or more.", "short"],
    ["Do not use your e-mail address.", "policy@clinic.test"],
    ["This is one of the passwords that are guessed first.", "Password2026!"],
    ["Use 256 characters at most.", "a lamp by the sea ".repeat(15)],
  ])("is refused with the reason next to the field: %s", async (words, given) => {
    ahead.millis += 15 * minute
    const before = (await linkMails("policy@clinic.test")).length
    await ask("policy@clinic.test")
    const { secret } = await mailedLink("policy@clinic.test", before + 1)
    const { browser } = await openLink(server.origin, secret)
    const { status, page } = await choose(browser, { password: given })
    expect(status).toBe(422)
    expect(page).toContain(words)
    expect(page).toMatch(/id="password"[^>]*autofocus[^>]*aria-invalid="true"[^>]*"password-hint password-error"/)
    expect(page).not.toMatch(/id="password"[^>]*value=/)
    expect((await openLink(server.origin, secret)).status).toBe(200)
    const { form } = await openForm(browser)
    expect((await givePassword(browser, form, "policy@clinic.test", password)).at.pathname).toBe(`${form}/code`)
  })
})

describe("asking", () => {
  it("from one address is stopped with the time to wait, and does not use up attempts to sign in", async () => {
    ahead.millis += 15 * minute
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const answers: Array<Awaited<ReturnType<typeof ask>>> = []
    for (let time = 1; time <= 21; time++) answers.push(await ask(`someone${time}@clinic.test`, { browser, form }))
    expect(answers.slice(0, 20).every(({ at }) => at === "/forgot?sent")).toBe(true)
    expect(answers[20]).toMatchObject({ status: 429 })
    expect(answers[20]?.page).toContain("Too many attempts from this network. Wait 15 minutes and then try again.")
    ahead.millis += 14 * minute + 1000
    expect((await ask("someone@clinic.test", { browser, form })).page).toContain("Wait 1 minute and")
    expect((await givePassword(browser, form, "alike@clinic.test")).at.pathname).toBe(`${form}/code`)
  })
})

describe("the record", () => {
  it("records mailed links and new passwords by id, and who did it only where that was shown", async () => {
    const stored = await store.runtime.runPromise(
      Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
    )
    const changed = stored.filter(({ type }) => type === "PasswordChanged")
    expect(changed).toHaveLength(3)
    for (const { data, metadata } of changed) {
      expect(metadata.actorId).toBe((data as { userId: UserId }).userId)
      expect(metadata.address).toMatch(/127\.0\.0\.1|::1/)
    }
    const sent = stored.filter(({ type }) => type === "PasswordLinkSent")
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.every(({ metadata }) => metadata.actorId === null)).toBe(true)
    expect(JSON.stringify(stored)).not.toMatch(/@clinic\.test/)
  })
})
