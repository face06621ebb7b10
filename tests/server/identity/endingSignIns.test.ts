import { Effect } from "effect"
import { decodeJwt } from "jose"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { CompanyId, UserId, noneOf } from "#schemas/ids.ts"
import { dayMillis } from "#schemas/constants.ts"
import { changeUser } from "#server/administration/users/user.commands.ts"
import { systemContext } from "#server/handle.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { endOwnOtherSignIns, ownSignIns } from "#server/administration/users/signIn.commands.ts"
import { keepSignIn } from "#server/administration/users/signIn.queries.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { TokenVerifier } from "#server/identity/TokenVerifier.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { confirmAccount } from "#tests/support/accountAtProvider.ts"
import { authorization, fragment, makeBrowser, type Browser } from "#tests/support/cookieBrowser.ts"
import {
  makeCompany,
  openStore,
  password,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn, type Tokens } from "#tests/support/signingIn.ts"

let store: Store
let server: SignInServer
const { refresh, signIn } = signingIn(() => server)

const people = ["locked", "leaving", "elsewhere", "bystander", "changing"].map((name) => ({
  email: `${name}@clinic.test`,
  displayName: `Person ${name}`,
  userType: 3 as const,
  accessIds: [1],
}))

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store)
  await server.runtime.runPromise(makeCompany(people))
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const verifies = (token: string) =>
  server.runtime.runPromise(
    Effect.flatMap(TokenVerifier, (verifier) =>
      Effect.match(verifier.verify(token), { onSuccess: () => true, onFailure: () => false }),
    ),
  )
const refreshed = async (token: string): Promise<Tokens | number> => {
  const answer = await refresh(token)
  return answer.status === 200 ? (answer.json() as Promise<Tokens>) : answer.status
}
/** What the hidden frame gets: a code, or that no one is signed in. */
const silently = async (browser: Browser) => {
  const { at } = await browser.follow(await browser.send(authorization(server.origin, { prompt: "none" }).path))
  return fragment(at).get("error") ?? "signed in"
}
const artifacts = (subject: string) =>
  store.runtime.runPromise(
    Effect.flatMap(
      Database,
      ({ sql }) =>
        sql<{ readonly model: string; readonly count: number }>`
          select model, count(*)::integer as count from idp_artifacts
          where payload ->> 'accountId' = ${subject} and model <> 'AuthorizationCode' group by model order by model`,
    ),
  )
const facts = (type: string) =>
  store.runtime.runPromise(
    Effect.map(
      Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
      (all) => all.filter((event) => event.type === type),
    ),
  )
const setLocked = (locked: boolean, email = "locked@clinic.test") =>
  server.runtime.runPromise(
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const [found] = yield* accounts.byEmail(email)
      const companyId = CompanyId.make(1)
      const whose = { companyId, userId: found?.userId ?? noneOf(UserId) }
      const changed = changeUser(systemContext(companyId, "test"), whose, locked ? "lock" : "unlock")
      return yield* Effect.isSuccess(changed)
    }),
  )

/** A person who asks in one of their sign-ins. */
const personIn = Effect.fnUntraced(function* (email: string, sessionId: string) {
  const [found] = yield* (yield* Accounts).byEmail(email)
  const companyId = CompanyId.make(1)
  const rights = { userType: 3, accessIds: [14] } as const
  const asked = { country: "US", address: "127.0.0.1", correlationId: "test", sessionId }
  return { ...rights, ...asked, companyId, actingCompanyId: companyId, userId: found?.userId ?? noneOf(UserId) }
})
const endElsewhere = (email: string, sessionId: string) =>
  server.runtime.runPromise(Effect.flatMap(personIn(email, sessionId), (person) => endOwnOtherSignIns(person, {})))

describe("signing out elsewhere", () => {
  it("ends every sign-in of the person but the one that asks, and no one else's", async () => {
    const [here, there, other] = [server, server, server].map(({ origin }) => makeBrowser(origin)) as [
      Browser,
      Browser,
      Browser,
    ]
    const kept = await signIn(here, "elsewhere@clinic.test")
    const ended = await signIn(there, "elsewhere@clinic.test")
    const others = await signIn(other, "bystander@clinic.test")
    const sessionId = String(decodeJwt(kept.access_token)["sid"])
    await endElsewhere("elsewhere@clinic.test", sessionId)
    expect(await verifies(ended.access_token)).toBe(false)
    expect(await refreshed(ended.refresh_token)).toBe(400)
    expect(await silently(there)).toBe("login_required")
    expect(await verifies(kept.access_token)).toBe(true)
    expect(await refreshed(kept.refresh_token)).toMatchObject({ access_token: expect.stringMatching(/^ey/) })
    expect(await silently(here)).toBe("signed in")
    expect(await verifies(others.access_token)).toBe(true)
    expect(await silently(other)).toBe("signed in")
    expect(await facts("OtherSignInsEnded")).toMatchObject([{ metadata: { sessionId } }])
  })
})

describe("a sign-in whose session has expired", () => {
  it("is not shown as open, before it is removed too", async () => {
    const { access_token } = await signIn(makeBrowser(server.origin), "bystander@clinic.test")
    const sessionId = String(decodeJwt(access_token)["sid"])
    const shown = (ahead: number) =>
      server.runtime.runPromise(
        Effect.gen(function* () {
          const person = yield* personIn("bystander@clinic.test", sessionId)
          const device = { browser: "Chrome", system: "Windows" }
          yield* keepSignIn({ ...person, ...device, key: sessionId, at: new Date().toISOString() })
          return (yield* ownSignIns(person, device)).signIns
        }).pipe(Effect.provideService(RealTime, () => Date.now() + ahead)),
      )
    expect(await shown(0)).toMatchObject([{ isThisOne: true, isOpen: true }])
    expect(await shown(30 * dayMillis)).toMatchObject([{ isThisOne: true, isOpen: false }])
  })
})

describe("an account lock", () => {
  it("ends refresh tokens and lets none be used, while the session stays to hear of the lock", async () => {
    const browser = makeBrowser(server.origin)
    const before = await signIn(browser, "locked@clinic.test")
    const once = await refreshed(before.refresh_token)
    expect(once).toMatchObject({ access_token: expect.stringMatching(/^ey/) })
    expect(await setLocked(true)).toBe(true)
    expect(await setLocked(true)).toBe(false)
    expect(await refreshed((once as Tokens).refresh_token)).toBe(400)
    expect(await verifies(before.access_token)).toBe(true)
    expect(await silently(browser)).toBe("signed in")

    // Signing in is how a locked person learns of the lock (docs/policy.md#sign-in); it gives nothing that lasts.
    const during = await signIn(makeBrowser(server.origin), "locked@clinic.test")
    expect(await refreshed(during.refresh_token)).toBe(400)

    expect(await setLocked(false)).toBe(true)
    expect(await verifies(before.access_token)).toBe(false)
    expect(await verifies(during.access_token)).toBe(false)
    expect(await silently(browser)).toBe("login_required")
    expect(await artifacts(decodeJwt(before.access_token).sub ?? "")).toEqual([])
    const after = await signIn(browser, "locked@clinic.test")
    expect(await refreshed(after.refresh_token)).toMatchObject({ access_token: expect.stringMatching(/^ey/) })
  })

  it("lets no one change how they sign in, who had just given the password too", async () => {
    const email = "changing@clinic.test"
    const browser = makeBrowser(server.origin)
    await signIn(browser, email)
    await confirmAccount(browser)
    await setLocked(true, email)
    for (const path of ["", "/app"]) {
      const shown = await browser.send(`/idp/account${path}`)
      expect([shown.status, await shown.text()]).toEqual([403, expect.stringContaining("Your account is locked")])
    }
    for (const step of ["confirm", "password", "app", "codes", "remove"])
      expect((await browser.post(`/idp/account/${step}`, { current: password })).status).toBe(403)

    await setLocked(false, email)
    await signIn(browser, email)
    expect((await confirmAccount(browser)).status).toBe(303)
    expect(await (await browser.send("/idp/account")).text()).toContain("How you sign in")
  })
})

describe("a sign-out", () => {
  it("destroys session, grant and refresh tokens of that session only, and is recorded", async () => {
    const [here, there] = [makeBrowser(server.origin), makeBrowser(server.origin)]
    const mine = await signIn(here, "leaving@clinic.test")
    const other = await signIn(there, "leaving@clinic.test")
    const { sub: subject = "", sid } = decodeJwt(mine.access_token)
    const kinds = ["Grant", "RefreshToken", "Session"]
    expect(await artifacts(subject)).toEqual(kinds.map((model) => ({ model, count: 2 })))

    const query = new URLSearchParams({
      id_token_hint: mine.id_token,
      post_logout_redirect_uri: `${server.origin}/`,
    })
    const page = await (await here.send(`/idp/session/end?${query}`)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ""
    expect((await here.post("/idp/session/end/confirm", { xsrf, logout: "yes" })).status).toBe(303)

    expect(await artifacts(subject)).toEqual(kinds.map((model) => ({ model, count: 1 })))
    expect([await verifies(mine.access_token), await verifies(other.access_token)]).toEqual([false, true])
    expect(await refreshed(mine.refresh_token)).toBe(400)
    expect(await refreshed(other.refresh_token)).toMatchObject({ access_token: expect.stringMatching(/^ey/) })
    // Recorded while the answer goes out, not before it.
    await vi.waitUntil(async () => (await facts("SignedOut")).length > 0)
    const [out] = await facts("SignedOut")
    expect(out).toMatchObject({
      companyId: CompanyId.make(1),
      data: { userId: out?.metadata.actorId, companyId: CompanyId.make(1) },
      metadata: { actorId: expect.any(Number), sessionId: sid },
    })
    expect(out?.metadata.address).toMatch(/127\.0\.0\.1|::1/)
  })
})
