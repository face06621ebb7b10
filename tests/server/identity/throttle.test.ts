import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Accounts } from "#server/identity/Accounts.ts"
import { addressFailures } from "#server/identity/addressThrottle.ts"
import { placeOf } from "#server/identity/addresses.ts"
import { makeSignInStartLimit } from "#server/identity/signInStartLimit.ts"
import { deleteExpired } from "#server/identity/providerStore.ts"
import { codesAllowed } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { authorization, makeBrowser } from "#tests/support/cookieBrowser.ts"
import {
  type Ahead,
  makeCompany,
  openStore,
  type SignInServer,
  startSignIn,
  type Store,
} from "#tests/support/signInServer.ts"
import { signingIn } from "#tests/support/signingIn.ts"
import type { UserId } from "#schemas/ids.ts"

const ahead: Ahead = { millis: 0 }
const quarter = 15 * 60_000
let store: Store
let server: SignInServer
const { codeFor, openForm, givePassword } = signingIn(() => server)

const names = ["racing", "timed", "flooded", "noted", "one", "two", "three", "four", "five"]

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead, trusted: ["loopback"] })
  const people = names.map((name) => ({
    email: `${name}@clinic.test`,
    displayName: name,
    userType: 3 as const,
    accessIds: [1],
  }))
  await server.runtime.runPromise(makeCompany(people))
})
afterAll(async () => {
  await server.close()
  await store.close()
})

/** Signs in as far as the code. */
const toCode = async (email: string) => {
  const browser = makeBrowser(server.origin)
  const { form } = await openForm(browser)
  const { at, response } = await givePassword(browser, form, email)
  return { browser, form, at, response, code: await codeFor(email) }
}
const reopen = async () => {
  const browser = makeBrowser(server.origin)
  return { browser, ...(await openForm(browser)) }
}
const throttled = async () => {
  const stored = await store.runtime.runPromise(
    Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
  )
  return stored.filter(({ data }) => (data as { readonly reason?: string }).reason === "throttled")
}
const userIdOf = (email: string) =>
  server.runtime.runPromise(
    Effect.map(
      Effect.flatMap(Accounts, (accounts) => accounts.byEmail(email)),
      ([found]) => found?.userId,
    ),
  )
const wrongFor = (code: string) => (code === "000000" ? "000001" : "000000")
const median = (values: ReadonlyArray<number>) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

describe("a code", () => {
  it("opens one session, however often it is sent at the same moment", async () => {
    const { browser, form, code } = await toCode("racing@clinic.test")
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(`${form}/code`, { code })))
    const ends = answers.map((answer) => answer.headers.get("location") ?? "")
    expect(ends.filter((location) => location.includes("/idp/auth/"))).toHaveLength(1)
    expect(ends.filter((location) => location === form)).toHaveLength(2)
    const sessions = await store.runtime.runPromise(
      Effect.flatMap(
        Database,
        ({ sql }) => sql`select 1 from idp_codes join idp_users on user_id = id where email = 'racing@clinic.test'`,
      ),
    )
    expect(sessions).toEqual([])
  })

  it("is stored as a hash of it and of the sign-in it belongs to", async () => {
    const { code } = await toCode("one@clinic.test")
    const rows = await store.runtime.runPromise(Effect.flatMap(Database, ({ sql }) => sql`select * from idp_codes`))
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it("of one sign-in is not a code of another", async () => {
    const [mine, theirs] = [await toCode("two@clinic.test"), await toCode("three@clinic.test")]
    if (mine.code === theirs.code) return expect(mine.form).not.toBe(theirs.form)
    expect((await theirs.browser.post(`${theirs.form}/code`, { code: mine.code })).status).toBe(422)
    expect((await mine.browser.post(`${theirs.form}/code`, { code: theirs.code })).status).toBe(400)
  })

  it("counts failures by address too: who has tried for many people is stopped with the time to wait, and recorded", async () => {
    ahead.millis += quarter
    const statuses: Array<number> = []
    let last = await toCode("four@clinic.test")
    for (const name of ["one", "two", "three", "four", "five"]) {
      last = await toCode(`${name}@clinic.test`)
      for (let time = 1; time <= 4; time++) {
        statuses.push((await last.browser.post(`${last.form}/code`, { code: wrongFor(last.code) })).status)
      }
    }
    expect(statuses).toEqual(Array(addressFailures).fill(422))
    const { browser, form } = await reopen()
    const over = [
      await last.browser.post(`${last.form}/code`, { code: last.code }),
      (await givePassword(browser, form, "nobody@clinic.test")).response,
      (await givePassword(browser, form, "noted@clinic.test")).response,
    ]
    for (const answer of over) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800)
      expect(await answer.text()).toContain("Too many attempts from this network. Wait 15 minutes and then try again.")
    }
    await vi.waitUntil(async () => (await throttled()).length >= 2)
    const found = await throttled()
    const [five, noted] = await Promise.all(["five", "noted"].map((name) => userIdOf(`${name}@clinic.test`)))
    expect(found.map(({ data }) => (data as { readonly userId: UserId }).userId).toSorted()).toEqual(
      [five, noted].toSorted(),
    )
    for (const { metadata } of found) {
      expect(metadata.actorId).toBeNull()
      expect(metadata.address).toMatch(/127\.0\.0\.1|::1/)
    }
    ahead.millis += quarter
    expect((await givePassword(browser, form, "noted@clinic.test")).at.pathname).toBe(`${form}/code`)
  })

  it("is mailed no more than thirty times in fifteen minutes, to someone who knows the password too", async () => {
    ahead.millis += quarter
    const email = "flooded@clinic.test"
    const setMailed = (codes: number) =>
      store.runtime.runPromise(
        Effect.flatMap(Database, ({ sql }) => sql`update idp_users set codes = ${codes} where email = ${email}`),
      )
    const { browser, form, at } = await toCode(email)
    expect(at.pathname).toBe(`${form}/code`)
    await setMailed(codesAllowed - 1)
    await browser.post(`${form}/resend`, {})
    const last = await codeFor(email)
    const further = await browser.post(`${form}/resend`, {})
    expect(further.status).toBe(429)
    expect(await further.text()).toContain("The last one still works; for another one wait 15 minutes.")
    expect(await codeFor(email)).toBe(last)
    expect((await browser.post(`${form}/code`, { code: last })).headers.get("location")).toContain("/idp/auth/")
    const refused = await toCode(email)
    expect(refused.response.status).toBe(429)
    expect(await refused.response.text()).toContain("Too many codes were mailed to this address. Wait 15 minutes")
    ahead.millis += quarter
    expect((await toCode(email)).response.status).toBe(200)
  })
})

describe("an unknown address", () => {
  it("takes as long to refuse as a wrong password, a locked-out person too", async () => {
    ahead.millis += quarter
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const millisOf = async (email: string) => {
      const began = performance.now()
      expect((await givePassword(browser, form, email, "wrong")).response.status).toBe(422)
      return performance.now() - began
    }
    const times: Record<"known" | "unknown", Array<number>> = { known: [], unknown: [] }
    for (let round = 1; round <= 6; round++) {
      // In the sixth round the known person is locked out.
      times.known.push(await millisOf("timed@clinic.test"))
      times.unknown.push(await millisOf(`nobody${round}@clinic.test`))
    }
    // Without the hash of no one's password an unknown address would take a tenth of the time; the bounds leave room for a busy machine.
    const ratio = median(times.unknown) / median(times.known)
    expect(ratio).toBeGreaterThan(0.35)
    expect(ratio).toBeLessThan(2.8)
    expect((times.known[5] ?? 0) / median(times.unknown)).toBeGreaterThan(0.35)
    ahead.millis += quarter
  })
})

describe("the beginning of a sign-in", () => {
  const begin = (from: string, more: Readonly<Record<string, string>> = {}) =>
    fetch(server.origin + authorization(server.origin, more).path, {
      redirect: "manual",
      headers: { "x-forwarded-for": from },
    })

  it("is counted by network, of IPv6 by the first 64 bits, until the time is over", () => {
    let now = 0
    const isRefused = makeSignInStartLimit(() => now, 2)
    const answers = (from: string) => {
      let answer: unknown = "begun"
      const response = {
        writeHead: (status: number, headers: Readonly<Record<string, string>>) =>
          (answer = [status, headers["retry-after"]]),
        end: () => undefined,
      }
      isRefused({ headers: { "client-address": from } } as never, response as never, "/idp/auth?client_id=admin-web")
      return answer
    }
    expect(["2001:db8:1:2::1", "2001:db8:1:2:8000::", "2001:db8:1:3::1", "192.0.2.1"].map(answers)).toEqual(
      Array(4).fill("begun"),
    )
    expect(["2001:DB8:1:2:ffff::9", "::ffff:192.0.2.1", "192.0.2.1"].map(answers)).toEqual([
      [429, "900"],
      "begun",
      [429, "900"],
    ])
    now += quarter
    expect(answers("2001:db8:1:2::1")).toBe("begun")
  })

  it("is at one address only, and so is all that stands under /idp", async () => {
    const written = (path: string) => fetch(server.origin + path, { headers: { accept: "text/html" } })
    const query = authorization(server.origin).path.slice("/idp/auth".length)
    for (const path of ["auth/", "AUTH", "Auth/", "%61uth", "/auth", "auth/x/"]) {
      const answer = await written(`/idp/${path}${query}`)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.stringContaining("nothing here")])
    }
    // What `fetch` would not send: the library reads these as `/auth`.
    for (const url of ["/idp/auth#", "/idp/auth#?x", "/idp/\\auth", "/idp/auth\\", "/idp/auth ", "/idp/x/../auth"])
      expect([url, placeOf(url)]).toEqual([url, undefined])
    for (const path of ["token/", "Token", "interaction/x/password/", "link/", "session/end/", "nowhere"]) {
      const answer = await fetch(`${server.origin}/idp/${path}`, {
        method: "POST",
        headers: { "x-forwarded-for": "192.0.2.3" },
      })
      expect([path, answer.status]).toEqual([path, 404])
    }
    // The second is read with a method that it does not have.
    for (const path of ["nowhere", "token"]) {
      const answer = await fetch(`${server.origin}/idp/${path}`)
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { message: "There is nothing at this address." },
      ])
    }
  })

  it("keeps no more than a page of ours says, and of too many only the newest", async () => {
    expect((await begin("192.0.2.1", { state: "x".repeat(4_096) })).status).toBe(414)
    const kept = () =>
      store.runtime.runPromise(
        Effect.flatMap(
          Database,
          ({ sql }) => sql<{ uid: string }>`
            select id as uid from idp_artifacts where model = 'Interaction' order by expires_at desc`,
        ),
      )
    ahead.millis += 1_000
    const last = (await begin("192.0.2.1")).headers.get("location")?.split("/").at(-1)
    await server.runtime.runPromise(
      Effect.provideContext(
        deleteExpired(() => Date.now() + ahead.millis, 1),
        store.context,
      ),
    )
    expect(await kept()).toEqual([{ uid: last }])
  })
})

describe("a form that is too large", () => {
  it("is refused at /idp/token in the error form", async () => {
    const answer = await fetch(`${server.origin}/idp/token`, { method: "POST", body: "x".repeat(8_193) })
    expect([answer.status, await answer.json()]).toMatchObject([413, { problem: "TooLarge", statusCode: "413" }])
  })
})

describe("a form that is no text", () => {
  it.each(["/idp/token", "/idp/auth", "/idp/session/end/confirm", "/idp/link"])("is refused at %s", async (path) => {
    for (const body of ["grant_type=%00", "state=%C3%28"]) {
      const answer = await fetch(server.origin + path, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "192.0.2.2" },
      })
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining("characters that are not text"),
      ])
    }
  })
})
