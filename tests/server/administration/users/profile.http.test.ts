import { beforeAll, describe, expect, it } from "vitest"
import type { Profile, ProfileDraft, SignIns } from "#schemas/administration/profile.ts"
import type { LoginSuccess } from "#schemas/session/login.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let admin: string
let superAdmin: string
let harbor: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
})

type Answer<A> = { readonly status: number; readonly data: A; readonly problem?: string }
const answered = async <A>(response: Response): Promise<Answer<A>> => ({
  ...((await response.json()) as Answer<A>),
  status: response.status,
})
const own = async (token: string, headers: Readonly<Record<string, string>> = {}) =>
  answered<Profile>(await contract().send("User.GetProfile", token, { headers }))
const save = async (
  token: string,
  { version, profile }: Profile,
  change: Partial<ProfileDraft>,
  headers: Readonly<Record<string, string>> = {},
) =>
  answered<Profile>(
    await contract().send("User.SaveProfile", token, {
      body: { ...profile, ...change },
      headers: { "if-match": String(version), ...headers },
    }),
  )
const loggedIn = async (token: string) =>
  (await (await contract().send("User.login", token, {})).json()) as LoginSuccess

describe("one's own profile", () => {
  it("speaks English to who chose how it looks before there was another language", async () => {
    const { userId, preferences } = await loggedIn(superAdmin)
    const { language: _, ...older } = preferences
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(
        sql`update accounts set preferences = ${sql.json({ ...older, timeFormat: "24" })} where user_id = ${userId}`,
      ),
    )
    expect((await own(superAdmin)).data.profile).toMatchObject({ language: "en", timeFormat: "24" })
    expect((await loggedIn(superAdmin)).preferences).toMatchObject({ language: "en", timeFormat: "24" })
  })

  it("is saved for every device, with before and after on record", async () => {
    const before = (await own(admin)).data
    expect(before.profile).toMatchObject({ language: "en", timezone: null, dateFormat: "monthFirst", timeFormat: "12" })
    const change = {
      displayName: "Robin Vale",
      signature: "Robin, Northwind",
      language: "es",
      timezone: "Europe/Berlin",
      dateFormat: "dayFirst",
      timeFormat: "24",
      density: "comfortable",
      noticesHere: ["campaign"],
      noticesByEmail: ["import"],
    } as const
    const saved = await save(admin, before, change)
    expect(saved.data.profile).toEqual(change)
    const { displayName, signature, noticesHere, noticesByEmail, ...preferences } = change
    expect(await loggedIn(admin)).toMatchObject({ displayName, preferences })
    const { userId } = await loggedIn(admin)
    const stored = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ data: Record<string, unknown>; meta: Record<string, unknown> }>`
        select data, meta from events where type = 'ProfileSaved' and stream_id = ${`user-${userId}`}`),
    )
    expect(stored).toEqual([
      {
        data: expect.objectContaining({ ...preferences, noticesHere, noticesByEmail, changed: Object.keys(change) }),
        meta: expect.objectContaining({ actorId: userId }),
      },
    ])
    for (const text of [displayName, signature]) expect(JSON.stringify(stored)).not.toContain(text)
    const kept = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ body: { displayName: string } }>`
        select body from revisions where kind = 'user' and id = ${userId} order by revision desc limit 2`),
    )
    expect(kept.map(({ body }) => body.displayName)).toEqual(["Robin Vale", before.profile.displayName])
  })

  it("says that another tab was first, and changes nothing", async () => {
    const { data } = await own(admin)
    expect((await save(admin, data, { timeFormat: "12" })).status).toBe(200)
    expect(await save(admin, data, { displayName: "Too late" })).toMatchObject({ status: 409, problem: "StaleVersion" })
    expect((await own(admin)).data.profile.displayName).toBe(data.profile.displayName)
  })

  it("keeps the signature that a caller does not name, and loses one that is empty", async () => {
    const { data } = await own(admin)
    const { signature, ...others } = data.profile
    expect(signature).toBe("Robin, Northwind")
    const saved = await save(admin, { ...data, profile: others }, { timeFormat: "24" })
    expect(saved.data.profile.signature).toBe(signature)
    expect((await save(admin, saved.data, { signature: "" })).data.profile.signature).toBe("")
  })

  it("keeps the language that a caller does not name", async () => {
    const saved = await save(admin, (await own(admin)).data, { language: "es" })
    const { language, ...others } = saved.data.profile
    expect(language).toBe("es")
    const again = await save(admin, { ...saved.data, profile: others }, { timeFormat: "12" })
    expect(again.data.profile.language).toBe("es")
  })

  it("is nothing new when nothing was changed", async () => {
    const { data } = await own(admin)
    expect((await save(admin, data, {})).data.version).toBe(data.version)
  })

  it.each([
    [{ displayName: "  " }, "displayName"],
    [{ timezone: "Berlin" }, "timezone"],
    [{ signature: "x".repeat(81) }, "signature"],
    [{ signature: "Ada\nNorthwind" }, "signature"],
  ])("refuses %j at its field", async (change, field) => {
    const refused = await save(admin, (await own(admin)).data, change)
    expect(refused).toMatchObject({ status: 422, errors: [{ field }] })
  })

  it("is one's own while one works for another company", async () => {
    const acting = {
      "acting-company": (
        await contract().sql(({ sql, everyCompany }) =>
          everyCompany(
            sql<{ hashed_id: string }>`select hashed_id from companies where company_id = ${demoIds.harbor}`,
          ),
        )
      )[0]!.hashed_id,
    }
    const { data } = await own(superAdmin, acting)
    expect(data.companyName).toBe("Admin View")
    const saved = await save(superAdmin, data, { density: "comfortable" }, acting)
    expect(saved.data.profile.density).toBe("comfortable")
    expect((await own(superAdmin)).data.version).toBe(data.version + 1)
  })

  it("names who gave each right in force", async () => {
    const { data } = await own(admin)
    expect(data.access.map(({ accessId }) => accessId)).toEqual((await loggedIn(admin)).accessIds)
    expect(data.access.every(({ sources }) => sources.length > 0)).toBe(true)
  })
})

describe("one's own sign-ins", () => {
  type Shown = Answer<SignIns>
  const list = async (token: string, headers: Readonly<Record<string, string>> = {}) =>
    answered<SignIns>(await contract().send("User.GetSignIns", token, { headers })) as Promise<Shown>
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0"

  it("are named by device where a tenant holds the sessions: one for each, and those of no one else", async () => {
    const before = (await list(admin)).data.signIns.length
    await contract().send("User.login", harbor, { headers: { "user-agent": chrome } })
    await contract().send("User.login", harbor, { headers: { "user-agent": chrome } })
    const { data } = await list(harbor)
    expect(data).toMatchObject({ canEnd: false, signIns: [{ browser: "Chrome", system: "Windows", isOpen: false }] })
    expect((await list(admin)).data.signIns).toHaveLength(before)
  })

  it("say which of them one asks in, also where a tenant holds the sessions", async () => {
    await contract().send("User.login", harbor, { headers: { "user-agent": chrome } })
    await contract().send("User.login", harbor, { headers: { "user-agent": firefox } })
    const thisOne = async (agent: string) =>
      (await list(harbor, { "user-agent": agent })).data.signIns
        .filter(({ isThisOne }) => isThisOne)
        .map(({ browser }) => browser)
    expect([await thisOne(chrome), await thisOne(firefox)]).toEqual([["Chrome"], ["Firefox"]])
  })

  it("are not ended here where a tenant holds the sessions, and the answer says so", async () => {
    const refused = await answered<SignIns>(await contract().send("User.EndOtherSignIns", harbor, {}))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("identity provider") })
  })
})
