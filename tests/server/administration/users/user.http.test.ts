import Papa from "papaparse"
import { beforeAll, describe, expect, it } from "vitest"
import { describeAccess, type Call } from "#schemas/access.ts"
import type { Group, GroupList } from "#schemas/administration/group.ts"
import type { User, UserCompany, UserDraft, UserSummary } from "#schemas/administration/user.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let superAdmin: string
let admin: string
let harbor: string
let fewer: string
beforeAll(async () => {
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
  fewer = await contract().token(subjectOf(demoIds.northwind, 2), [1, 4, 8, 14])
})

type Answer<A> = {
  readonly status: number
  readonly data: A
  readonly message: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
  readonly counts?: Readonly<Record<string, number>>
  readonly next?: string
}
const askAs = async <A>(token: string, call: Call, asked: Asked = {}): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}

const listAs = (token: string, query: Readonly<Record<string, string | number>> = {}) =>
  askAs<ReadonlyArray<UserSummary>>(token, "User.GetUsers", { query })
const named = async (displayName: string, token = superAdmin): Promise<UserSummary> => {
  const { data } = await listAs(token, { search: displayName, everyCompany: "true" })
  const found = data.find((user) => user.displayName === displayName)
  if (found === undefined) throw new Error(`There is no ${displayName}.`)
  return found
}
const openAs = (token: string, hashedId: string) => askAs<User>(token, "User.GetUser", { query: { hashedId } })
const saveAs = (token: string, { hashedId, version, user }: User, change: Partial<UserDraft>) =>
  askAs<User>(token, "User.SaveUser", {
    body: { hashedId, user: { ...user, ...change } },
    headers: { "if-match": String(version) },
  })
const opened = async (displayName: string, token = superAdmin): Promise<User> =>
  (await openAs(token, (await named(displayName)).hashedId)).data
const changeAs = (token: string, hashedId: string, action: string) =>
  askAs<User>(token, "User.ChangeState", { body: { hashedId, action } })
const groupsAs = async (token: string) => (await askAs<GroupList>(token, "User.GetGroups")).data.groups
const saveGroupAs = (token: string, hashedId: string | null, group: Group["group"]) =>
  askAs<Group>(token, "User.SaveGroup", { body: { hashedId, group } })
const eventsOf = (userId: number) =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ type: string; data: Record<string, unknown> }>`
        select type, data from events where stream_id = ${`user-${userId}`} order by version`),
  )

describe("the list of users", () => {
  it("holds those of the own company, with their groups and the rights in force", async () => {
    const { data, counts } = await listAs(admin)
    expect(new Set(data.map(({ companyName }) => companyName))).toEqual(new Set(["Northwind Clinics"]))
    const dana = data.find(({ displayName }) => displayName === "Dana Whitfield")
    expect(dana).toMatchObject({
      userName: "dana.whitfield@northwind.test",
      userType: 3,
      state: "active",
      groups: ["Front desk", "Outreach"],
      accessIds: [1, 2, 3, 4, 5, 7, 10, 11, 12, 14, 15],
    })
    expect(Date.parse(dana?.lastSeen ?? "")).toBeGreaterThan(0)
    expect(counts).toMatchObject({ locked: 2, inactive: 1 })
  })

  it("is searched, narrowed and ordered", async () => {
    const names = async (query: Readonly<Record<string, string | number>>) =>
      (await listAs(admin, query)).data.map(({ displayName }) => displayName)
    expect(await names({ search: "WHITF" })).toEqual(["Dana Whitfield"])
    expect(await names({ search: "mei.sato@" })).toEqual(["Mei Sato"])
    expect(await names({ search: "%" })).toEqual([])
    expect(await names({ state: "inactive" })).toEqual(["Carol Finch"])
    expect(await names({ userType: "2", search: "e" })).toEqual(expect.arrayContaining(["Elaine Porter"]))
    expect(await names({ userType: "2" })).not.toContain("Dana Whitfield")
    const [desk] = (await groupsAs(admin)).filter(({ group }) => group.name === "Analysts")
    expect(await names({ groupHashedId: desk?.hashedId ?? "" })).toEqual(["Dev Malik", "Joyce Lam", "Sam Idris"])
    const first = await listAs(admin, { pageSize: 5, sort: "-email" })
    const second = await listAs(admin, { pageSize: 200, sort: "-email", cursor: first.next ?? "" })
    const emails = [...first.data, ...second.data].map(({ userName }) => userName)
    expect(emails).toEqual([...new Set(emails)].toSorted().reverse())
    expect(emails).toHaveLength((await listAs(admin, { pageSize: 200 })).data.length)
  })

  it("spans all companies for who administers them, and for no one else", async () => {
    const companies = async (token: string) =>
      new Set((await listAs(token, { everyCompany: "true", pageSize: 200 })).data.map(({ companyName }) => companyName))
    expect((await companies(superAdmin)).size).toBeGreaterThan(3)
    expect(await companies(admin)).toEqual(new Set(["Northwind Clinics"]))
  })
})

describe("the users of one company", () => {
  const companiesAs = (token: string) => askAs<ReadonlyArray<UserCompany>>(token, "User.GetUserCompanies")

  it("are listed for who administers all, by the companies that they are offered", async () => {
    const { data } = await companiesAs(superAdmin)
    const names = data.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
    for (const { hashedId, name } of data.slice(0, 3)) {
      const users = (await listAs(superAdmin, { companyHashedId: hashedId })).data
      expect(new Set(users.map(({ companyName }) => companyName))).toEqual(new Set([name]))
    }
  })

  it("are no one where another's company is named by who does not", async () => {
    expect((await companiesAs(admin)).data.map(({ name }) => name)).toEqual(["Northwind Clinics"])
    const [other] = (await companiesAs(superAdmin)).data.filter(({ name }) => name !== "Northwind Clinics")
    const { data, counts } = await listAs(admin, { companyHashedId: other?.hashedId ?? "" })
    expect([data, counts]).toEqual([[], {}])
  })
})

describe("the file of users", () => {
  const fileAs = async (token: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await contract().send("User.DownloadUsers", token, { query })
    const rows = Papa.parse<ReadonlyArray<string>>((await answer.text()).trimEnd()).data
    return { answer, rows, header: rows[0] ?? [], people: rows.slice(1) }
  }

  it("holds whom the list shows, in its order, and stands in the log with their number", async () => {
    const { answer, header, people } = await fileAs(admin, { userType: "3", sort: "-email" })
    expect(answer.headers.get("content-disposition")).toMatch(/filename="users-\d{8}-\d{4}\.csv"/)
    expect(header.map((name) => name.replace(/^\uFEFF/, ""))).toEqual([
      ...["Name", "E-mail", "Type", "Company", "Groups", "Rights", "Active", "Locked"],
      "Last seen (America/Los_Angeles)",
    ])
    const listed = await listAs(admin, { userType: "3", sort: "-email", pageSize: 200 })
    expect(people.map(([, email]) => email)).toEqual(listed.data.map(({ userName }) => userName))
    const dana = people.find(([name]) => name === "Dana Whitfield") ?? []
    expect(dana.slice(2, 5)).toEqual(["User", "Northwind Clinics", "Front desk; Outreach"])
    expect(dana[5]).toMatch(/^SMS; IVR; Campaign/)
    expect(dana.slice(6, 8)).toEqual(["yes", "no"])
    expect(dana[8]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d -0[78]:00$/)
    const exported = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ data: unknown }>`select data from events where type = 'UsersExported' order by pos`),
    )
    expect(exported.at(-1)?.data).toMatchObject({ rows: people.length, complete: true })
  })

  it("lets no name begin a formula", async () => {
    const dana = await opened("Dana Whitfield")
    const renamed = await saveAs(superAdmin, dana, { displayName: "=1+1" })
    const { people } = await fileAs(admin, { search: dana.userName })
    await saveAs(superAdmin, renamed.data, { displayName: dana.displayName })
    expect(people[0]?.[0]).toBe("'=1+1")
  })

  it("takes the right to export as well, and spans companies for who administers them alone", async () => {
    expect((await fileAs(fewer)).answer.status).toBe(403)
    const companies = async (token: string) =>
      new Set((await fileAs(token, { everyCompany: "true" })).people.map(([, , , company]) => company))
    expect((await companies(superAdmin)).size).toBeGreaterThan(3)
    expect(await companies(admin)).toEqual(new Set(["Northwind Clinics"]))
  })
})

describe("a user", () => {
  it("of another company is absent", async () => {
    const { hashedId } = await named("Dana Whitfield")
    expect((await openAs(harbor, hashedId)).status).toBe(404)
    expect((await changeAs(harbor, hashedId, "lock")).status).toBe(404)
    expect((await saveAs(harbor, await opened("Dana Whitfield"), { accessIds: [] })).status).toBe(404)
    expect((await openAs(superAdmin, hashedId)).status).toBe(200)
  })

  it("gets rights, type and groups, with before and after in the log", async () => {
    const before = await opened("Joyce Lam")
    const managers = before.companyGroups.find(({ name }) => name === "Managers")!
    const change = {
      displayName: "Joyce Lam-Ott",
      userType: 2,
      accessIds: [15, 7, 7],
      groupIds: [managers.groupId],
    } as const
    const saved = await saveAs(admin, before, change)
    expect(saved.data).toMatchObject({
      displayName: "Joyce Lam-Ott",
      version: before.version + 1,
      user: { userType: 2, accessIds: [7, 15], groupIds: [managers.groupId] },
    })
    expect((await eventsOf(before.userId)).at(-1)).toMatchObject({
      type: "UserRevised",
      data: { changed: ["displayName", "userType", "accessIds", "groupIds"], accessIds: [7, 15] },
    })
    const log = await askAs<ReadonlyArray<{ readonly changes: ReadonlyArray<object> }>>(
      superAdmin,
      "Report.GetActivityLog",
      {
        query: { kind: "user", thingId: before.userId, everyCompany: "true" },
      },
    )
    const namesOf = (ids: ReadonlyArray<number>) => ids.map((id) => describeAccess(id)?.name).join(", ")
    const groupsOf = ({ companyGroups, user }: User) =>
      user.groupIds.map((id) => companyGroups.find(({ groupId }) => groupId === id)?.name).join(", ")
    expect(log.data[0]?.changes).toEqual([
      { field: "displayName", before: "Joyce Lam", after: "Joyce Lam-Ott" },
      { field: "userType", before: "User", after: "Admin" },
      { field: "accessIds", before: namesOf(before.user.accessIds), after: namesOf([7, 15]) },
      { field: "groupIds", before: groupsOf(before), after: "Managers" },
    ])
  })

  it("who was changed meanwhile is not overwritten", async () => {
    const seen = await opened("Mei Sato")
    expect((await saveAs(admin, seen, { displayName: "Mei S." })).status).toBe(200)
    expect((await saveAs(superAdmin, seen, { displayName: "Mei T." })).status).toBe(409)
  })

  it("gets nothing that the company lacks, that the giver lacks, or that is a Super Admin's", async () => {
    const owen = await opened("Owen Clarke")
    expect((await saveAs(fewer, owen, { accessIds: [17] })).errors).toEqual([
      { field: "accessIds", message: "The right 17 cannot be given. You do not hold it yourself." },
    ])
    expect((await saveAs(admin, owen, { accessIds: [13] })).errors).toMatchObject([{ field: "accessIds" }])
    expect((await saveAs(admin, owen, { userType: 1 })).errors).toMatchObject([{ field: "userType" }])
    expect((await saveAs(superAdmin, owen, { userType: 1 })).errors).toEqual([
      { field: "userType", message: "Super Admins belong to your own company." },
    ])
    const managers = owen.companyGroups.find(({ name }) => name === "Managers")!
    expect((await saveAs(fewer, owen, { groupIds: [managers.groupId] })).errors).toMatchObject([{ field: "groupIds" }])
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(
        sql`update companies set features = array_remove(features, 16) where company_id = ${demoIds.northwind}`,
      ),
    )
    expect((await saveAs(superAdmin, owen, { accessIds: [16] })).errors).toEqual([
      { field: "accessIds", message: "The right 16 cannot be given. The company has not bought it." },
    ])
    // What they hold already stays, whoever saves them.
    expect((await saveAs(fewer, await opened("Dana Whitfield"), { displayName: "Dana W." })).status).toBe(200)
  })

  it("changes neither themselves nor anyone who ranks above", async () => {
    const own = await opened(subjectOf(demoIds.northwind, 2))
    expect((await saveAs(admin, own, { displayName: "Me" })).status).toBe(403)
    expect((await changeAs(admin, own.hashedId, "deactivate")).status).toBe(403)
    const above = await opened(subjectOf(demoIds.northwind, 1))
    expect((await saveAs(admin, above, { displayName: "Boss" })).status).toBe(403)
  })

  it("is locked, unlocked, deactivated and reactivated, each only when it can be", async () => {
    const { hashedId, userId } = await named("Rita Gomez")
    const states: Array<unknown> = []
    for (const action of ["lock", "unlock", "signOut", "deactivate", "reactivate"])
      states.push((await changeAs(admin, hashedId, action)).data.state)
    expect(states).toEqual(["locked", "active", "active", "inactive", "active"])
    expect((await eventsOf(userId)).map(({ type }) => type)).toEqual([
      "UserAdded",
      "UserLocked",
      "UserUnlocked",
      "UserSignedOut",
      "UserDeactivated",
      "UserReactivated",
    ])
    const twice = await changeAs(admin, hashedId, "unlock")
    expect(twice).toMatchObject({ status: 409, message: expect.stringContaining("active") })
  })

  it("is refused their next call when the right is gone, and let in when it is given", async () => {
    const someone = await contract().token(subjectOf(demoIds.northwind, 3), allIds)
    const campaigns = async () => (await askAs(someone, "Campaign.GetCampaigns")).status
    expect(await campaigns()).toBe(200)
    const user = await opened(subjectOf(demoIds.northwind, 3))
    const { data } = await saveAs(admin, user, { accessIds: [14] })
    expect(await campaigns()).toBe(403)
    const outreach = data.companyGroups.find(({ name }) => name === "Outreach")!
    await saveAs(admin, data, { groupIds: [outreach.groupId] })
    expect(await campaigns()).toBe(200)
    const group = (await groupsAs(admin)).find(({ groupId }) => groupId === outreach.groupId)!
    await saveGroupAs(admin, group.hashedId, { name: "Outreach", accessIds: [1, 14] })
    expect(await campaigns()).toBe(403)
  })
})

describe("Super Admins", () => {
  it("cannot all be shut out, not even by two who do it to each other at once", async () => {
    const { data } = await listAs(superAdmin, { everyCompany: "true", pageSize: 200 })
    const others = data.filter(
      ({ userType, displayName }) => userType === 1 && displayName !== subjectOf(demoIds.adminView, 1),
    )
    const own = await named(subjectOf(demoIds.adminView, 1))
    const last = others[0]!
    for (const { hashedId } of others.slice(1))
      expect((await changeAs(superAdmin, hashedId, "deactivate")).status).toBe(200)
    const second = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ subject: string }>`
        update accounts set issuer = (select issuer from accounts where user_id = ${own.userId})
        where user_id = ${last.userId} returning subject`),
    )
    const other = await contract().token(second[0]!.subject, allIds)
    const both = await Promise.all([
      changeAs(superAdmin, last.hashedId, "lock"),
      changeAs(other, own.hashedId, "deactivate"),
    ])
    expect(both.map(({ status }) => status).toSorted()).toContain(200)
    const left = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql`select 1 from accounts where user_type = 1 and is_active and not locked`),
    )
    expect(left).toHaveLength(1)
  })
})

describe("groups of users", () => {
  it("are made, changed, counted and deleted; a name is taken once", async () => {
    const made = await saveGroupAs(harbor, null, { name: "Night shift", accessIds: [14, 4, 4] })
    expect(made.data).toMatchObject({ members: 0, version: 1, group: { name: "Night shift", accessIds: [4, 14] } })
    expect(await saveGroupAs(harbor, null, { name: "night SHIFT", accessIds: [] })).toMatchObject({
      status: 409,
      errors: [{ field: "name" }],
    })
    const changed = await saveGroupAs(harbor, made.data.hashedId, { name: "Night", accessIds: [4] })
    expect(changed.data).toMatchObject({ version: 2, group: { name: "Night", accessIds: [4] } })
    expect((await saveGroupAs(admin, made.data.hashedId, { name: "Mine", accessIds: [] })).status).toBe(404)
    const gone = () => askAs(harbor, "User.DeleteGroup", { query: { hashedId: made.data.hashedId } })
    expect((await gone()).status).toBe(200)
    expect((await gone()).status).toBe(404)
    expect((await saveGroupAs(harbor, null, { name: "Night", accessIds: [] })).status).toBe(200)
  })

  it("give no rights that their maker lacks, and none to the maker", async () => {
    expect((await saveGroupAs(fewer, null, { name: "Strong", accessIds: [17] })).errors).toMatchObject([
      { field: "accessIds" },
    ])
    const { data } = await saveGroupAs(admin, null, { name: "Own", accessIds: [14] })
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql`update accounts set group_ids = array_append(group_ids, ${data.groupId}::int)
        where email like 'company-2-type-2%'`),
    )
    expect((await saveGroupAs(admin, data.hashedId, { name: "Own", accessIds: [14, 17] })).message).toContain(
      "in this group",
    )
  })
})
