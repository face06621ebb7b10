import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { appCode, confirmAccount, setUpApp } from "#tests/support/accountAtProvider.ts"
import { authorization, fragment, makeBrowser } from "#tests/support/cookieBrowser.ts"
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
let store: Store
let server: SignInServer
const emailOf = (name: string) => `${name}@clinic.test`

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
  const people = ["fixed", "replayed", "guessed", "apps", "plain"].map((name) => ({
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

const { codeFor, openForm, givePassword, redeem, refresh, signIn } = signingIn(() => server)

describe("attacks on sign-in", () => {
  it("a session planted before is not the one that is signed in", async () => {
    const victim = makeBrowser(server.origin)
    await openForm(victim)
    const planted = new Map(victim.cookies)
    await signIn(victim, emailOf("fixed"))
    const attacker = makeBrowser(server.origin)
    for (const [name, cookie] of planted) attacker.cookies.set(name, cookie)
    const silent = authorization(server.origin, { prompt: "none" })
    const { at } = await attacker.follow(await attacker.send(silent.path))
    expect(fragment(at).get("error")).toBe("login_required")
    expect((await attacker.send("/idp/account")).status).toBe(401)
  })

  it("an authorization code is redeemed once; a second use ends what the first one gave", async () => {
    const browser = makeBrowser(server.origin)
    const { form, verifier } = await openForm(browser)
    await givePassword(browser, form, emailOf("replayed"))
    const code = await codeFor(emailOf("replayed"))
    const { at } = await browser.follow(await browser.post(`${form}/code`, { code }))
    const tokens = await redeem(at, verifier)
    await expect(redeem(at, verifier)).rejects.toThrow("no tokens: 400")
    expect((await refresh(tokens.refresh_token)).status).toBe(400)
  })

  it("no sign-in returns to a foreign address", async () => {
    const browser = makeBrowser(server.origin)
    for (const redirect_uri of [
      "https://evil.example/",
      `${server.origin}.evil.example/redirect.html`,
      `${server.origin}/redirect.html/../evil`,
      `//evil.example/redirect.html`,
    ]) {
      const answer = await browser.send(authorization(server.origin, { redirect_uri }).path)
      expect([redirect_uri, answer.status, answer.headers.get("location")]).toEqual([redirect_uri, 400, null])
    }
  })

  it("a stolen session guesses no password: the account and the sign-in pause together", async () => {
    const browser = makeBrowser(server.origin)
    await signIn(browser, emailOf("guessed"))
    for (let tries = 0; tries < 5; tries += 1)
      expect((await confirmAccount(browser, `guess ${tries}`)).status).toBe(422)
    expect((await confirmAccount(browser)).status).toBe(422)
    const other = makeBrowser(server.origin)
    const { form } = await openForm(other)
    expect((await givePassword(other, form, emailOf("guessed"))).response.status).toBe(422)
  })

  it("who has an app is told to no one who lacks the password, and its code is worth nothing without it", async () => {
    const owner = makeBrowser(server.origin)
    await signIn(owner, emailOf("apps"))
    const { secret } = await setUpApp(owner, ahead)
    ahead.millis += 30_000
    const answers = await Promise.all(
      ["apps", "plain", "nobody"].map(async (name) => {
        const browser = makeBrowser(server.origin)
        const { form } = await openForm(browser)
        const { response } = await givePassword(browser, form, emailOf(name), "not the password")
        const page = (await response.text()).replaceAll(form.split("/").at(-1) ?? "", "").replaceAll(emailOf(name), "")
        const code = await browser.follow(await browser.post(`${form}/code`, { code: appCode(secret, ahead) }))
        return [response.status, page, fragment(code.at).has("code")]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.[2]).toBe(false)
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    expect(await (await givePassword(browser, form, emailOf("apps"), password)).response.text()).toContain(
      "Open your authenticator app",
    )
  })
})
