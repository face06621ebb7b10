import { Effect } from "effect"
import { decodeJwt } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { UserType } from "#schemas/access.ts"
import { CompanyId } from "#schemas/ids.ts"
import { sendInvitation } from "#server/administration/users/invitation.commands.ts"
import { systemContext } from "#server/handle.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { embeddedIssuer } from "#server/identity/IdentityConfig.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { makeBrowser } from "#tests/support/cookieBrowser.ts"
import { choose, openLink } from "#tests/support/linkBrowser.ts"
import {
  type Ahead,
  makeCompany,
  openStore,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn } from "#tests/support/signingIn.ts"

const ahead: Ahead = { millis: 0 }
const day = 24 * 3_600_000
const chosen = "a quiet lamp by the sea"
let store: Store
let server: SignInServer
const { signIn } = signingIn(() => server)

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
  const known = { email: "known@clinic.test", displayName: "Known", userType: 3 as const, accessIds: [1] }
  await server.runtime.runPromise(makeCompany([known]))
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const invite = (email: string, more: { readonly userType?: UserType; readonly displayName?: string } = {}) =>
  server.runtime.runPromise(
    sendInvitation(systemContext(CompanyId.make(1), crypto.randomUUID()), {
      email,
      displayName: "Ina",
      userType: 2,
      accessIds: [4, 1, 14],
      groupIds: [],
      ...more,
    }),
  )
const accountOf = (email: string) =>
  server.runtime.runPromise(
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const [found] = yield* accounts.byEmail(email)
      return found === undefined ? undefined : yield* accounts.find(embeddedIssuer, found.subject)
    }),
  )
const setFeatures = (features: string) =>
  store.runtime.runPromise(
    Effect.flatMap(Database, ({ sql, everyCompany }) =>
      everyCompany(sql`update companies set features = ${features}::integer[]`),
    ),
  )
const join = (browser: ReturnType<typeof makeBrowser>, name = "Ina Berg", password = chosen) =>
  choose(browser, { name, password })

describe("an invitation", () => {
  it("leads to a page for name and password, and then to a sign-in with the rights given", async () => {
    const { secret, invitationId } = await invite(" Ina@clinic.test")
    expect(await accountOf("ina@clinic.test")).toBeUndefined()
    const { browser, page, at } = await openLink(server.origin, secret)
    expect(at.href).toBe(`${server.origin}/idp/link/password`)
    expect(page).toContain("Welcome to Test Clinic")
    expect(page).toMatch(/id="name"[^>]*autocomplete="name"[^>]*value="Ina"/)
    expect(page).toMatch(/id="email"[^>]*value="ina@clinic\.test"[^>]*readonly/)
    expect(page).toMatch(/id="password"[^>]*autocomplete="new-password"/)

    const joined = await join(browser, "  Ina Berg ")
    expect(joined).toMatchObject({ status: 200, at: "/idp/link/joined" })
    expect(joined.page).toContain("Your account is ready")
    const account = await accountOf("ina@clinic.test")
    expect(account).toMatchObject({
      displayName: "Ina Berg",
      userType: 2,
      accessIds: [1, 4, 14],
      isActive: true,
      locked: false,
      company: { companyId: 1 },
    })
    const tokens = await signIn(makeBrowser(server.origin), "ina@clinic.test", chosen)
    expect(decodeJwt(tokens.access_token)["Roles"]).toBe("1,4,14")
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: "Ina Berg", preferred_username: "ina@clinic.test" })

    const stored = await store.runtime.runPromise(
      Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
    )
    expect(stored.find(({ type }) => type === "InvitationTaken")).toMatchObject({
      companyId: 1,
      stream: `invitation-${invitationId}`,
      data: { userId: account?.userId },
      metadata: { actorId: account?.userId },
    })
    expect(JSON.stringify(stored)).not.toMatch(/@clinic\.test|Ina/)
    expect((await openLink(server.origin, secret)).status).toBe(410)
  })

  it("says next to each field what is wrong, and keeps the name", async () => {
    const { browser } = await openLink(server.origin, (await invite("fields@clinic.test")).secret)
    const both = await join(browser, "  ", "short")
    expect(both.status).toBe(422)
    expect(both.page).toContain('id="name-error">Write a name of 1 to 100 characters.')
    expect(both.page).toContain('id="password-error">Use 12 characters or more.')
    expect(both.page.match(/autofocus/g)).toHaveLength(1)
    const password = await join(browser, `"><b>Ina`, "fields@clinic.test")
    expect(password.page).toContain('value="&quot;&gt;&lt;b&gt;Ina"')
    expect(password.page).toContain("Do not use your e-mail address.")
    expect((await join(browser, "x".repeat(101))).status).toBe(422)
    expect((await join(browser, "x".repeat(100))).status).toBe(200)
  })

  it("is replaced by the next one, for another person type too", async () => {
    const first = await invite("twice@clinic.test")
    const opened = await openLink(server.origin, first.secret)
    const second = await invite("TWICE@clinic.test", { userType: 3 })
    expect(second.invitationId).toBe(first.invitationId)
    expect((await join(opened.browser)).status).toBe(410)
    await join((await openLink(server.origin, second.secret)).browser)
    expect(await accountOf("twice@clinic.test")).toMatchObject({ userType: 3 })
  })

  it("ends after seven days, with a page that shows the way on", async () => {
    const { secret } = await invite("late@clinic.test")
    ahead.millis += 7 * day - 1000
    const { browser, status } = await openLink(server.origin, secret)
    expect(status).toBe(200)
    ahead.millis += 1000
    const late = await join(browser)
    expect(late.status).toBe(410)
    expect(late.page).toContain("ask your administrator for a new invitation")
    expect(await accountOf("late@clinic.test")).toBeUndefined()
  })

  it("makes one account of two forms sent at the same moment", async () => {
    const { secret } = await invite("racing@clinic.test")
    const opened = await Promise.all([openLink(server.origin, secret), openLink(server.origin, secret)])
    const ends = await Promise.all(opened.map(({ browser }) => join(browser)))
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it("is refused for an address that signs someone in, before and at acceptance", async () => {
    await expect(invite("Known@clinic.test")).rejects.toMatchObject({ problem: "AlreadyExists" })
    const { secret } = await invite("later@clinic.test")
    await store.runtime.runPromise(
      Effect.flatMap(
        Database,
        ({ sql }) =>
          sql`insert into idp_users (id, email, password_hash, display_name) values ('l', 'later@clinic.test', '', 'L')`,
      ),
    )
    const { status, page } = await join((await openLink(server.origin, secret)).browser)
    expect(status).toBe(410)
    expect(page).toContain("Someone signs in with this e-mail address already.")
  })

  it("gives no right that the company has not bought, now or later", async () => {
    const { secret } = await invite("bound@clinic.test")
    await setFeatures("{1,2,3}")
    await join((await openLink(server.origin, secret)).browser)
    expect((await accountOf("bound@clinic.test"))?.accessIds).toEqual([1])
    const tokens = await signIn(makeBrowser(server.origin), "bound@clinic.test", chosen)
    expect(decodeJwt(tokens.access_token)["Roles"]).toBe("1")
    await setFeatures("{1,4}")
    expect((await accountOf("bound@clinic.test"))?.accessIds).toEqual([1, 4])
  })
})
