import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { addressFailures } from "#server/identity/addressThrottle.ts"
import { codesAllowed } from "#server/identity/SignInUsers.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { makeBrowser } from "#tests/support/cookieBrowser.ts"
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
const quarter = 15 * 60_000
let store: Store
let server: SignInServer
const { codeFor, openForm, givePassword } = signingIn(() => server)

const names = ["racing", "timed", "flooded", "noted", "one", "two", "three", "four", "five"]

beforeAll(async () => {
  store = await openStore()
  server = await startSignIn(store, { ahead })
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

  it("counts failures by address too: wrong codes of many people are stopped with the time to wait", async () => {
    ahead.millis += quarter
    const statuses: Array<number> = []
    let last = ""
    for (const name of ["one", "two", "three", "four", "five"]) {
      const { browser, form, code } = await toCode(`${name}@clinic.test`)
      for (let time = 1; time <= 4; time++) {
        const answer = await browser.post(`${form}/code`, { code: wrongFor(code) })
        statuses.push(answer.status)
        last = form
      }
      if (statuses.length < addressFailures) continue
      const over = await browser.post(`${last}/code`, { code })
      expect(over.status).toBe(429)
      expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(800)
      expect(await over.text()).toContain("Too many attempts from this network. Wait 15 minutes and then try again.")
    }
    expect(statuses).toEqual(Array(addressFailures).fill(422))
    ahead.millis += quarter
  })

  it("is mailed no more than thirty times in fifteen minutes, to somebody who knows the password too", async () => {
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
    const { response } = await browser.follow(await browser.post(`${form}/resend`, {}))
    expect(await response.text()).not.toContain("A new code is on its way")
    expect(await codeFor(email)).toBe(last)
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
    // Without the hash of nobody's password an unknown address would take a tenth of the time; the bounds leave room for a busy machine.
    const ratio = median(times.unknown) / median(times.known)
    expect(ratio).toBeGreaterThan(0.35)
    expect(ratio).toBeLessThan(2.8)
    expect((times.known[5] ?? 0) / median(times.unknown)).toBeGreaterThan(0.35)
    ahead.millis += quarter
  })
})

describe("the record of throttling", () => {
  it("names the person an address without attempts left has tried to be, and no other", async () => {
    ahead.millis += quarter
    const browser = makeBrowser(server.origin)
    const { form } = await openForm(browser)
    const strangers = Array.from({ length: addressFailures }, (_, number) => `x${number}@clinic.test`)
    await Promise.all(strangers.map((email) => givePassword(browser, form, email, "wrong")))
    for (const email of ["nobody@clinic.test", "noted@clinic.test"]) {
      const { response } = await givePassword(browser, form, email)
      expect(response.status).toBe(429)
    }
    const throttled = async () =>
      (
        await store.runtime.runPromise(
          Effect.flatMap(EventStore, (events) => events.readAll({ tx: "0", pos: 0 }, 1000)),
        )
      ).filter(({ data }) => (data as { readonly reason?: string }).reason === "throttled")
    await vi.waitUntil(async () => (await throttled()).length > 0)
    const found = await throttled()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ type: "SignInRefused", metadata: { actorId: null } })
    expect(found[0]?.metadata.address).toMatch(/127\.0\.0\.1|::1/)
  })
})
