import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { MadeDirectoryToken } from "#schemas/administration/directory.ts"
import type { GroupList } from "#schemas/administration/group.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { invitationsLayer } from "#server/administration/users/invitation.commands.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { scimClient, type ScimError } from "#tests/support/scimClient.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const tokens: Record<string, string> = {}
const tokenOf = async (companyId: CompanyId, userType: 1 | 2, ids = allIds): Promise<string> => {
  const bearer = await contract().token(subjectOf(companyId, userType), ids)
  const answer = await contract().send("User.MakeDirectoryToken", bearer, { body: { token: { name: "Entra ID" } } })
  return ((await answer.json()) as { readonly data: MadeDirectoryToken }).data.token
}
let admin: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  tokens["northwind"] = await tokenOf(demoIds.northwind, 2)
  tokens["harbor"] = await tokenOf(demoIds.harbor, 2)
  tokens["adminView"] = await tokenOf(demoIds.adminView, 1)
})
const directory = scimClient(contract, () => tokens["northwind"])
const harbor = scimClient(contract, () => tokens["harbor"])
const own = scimClient(contract, () => tokens["adminView"])

let made = 0
/** A person that no other test has. */
const someone = (more: object = {}) => {
  made += 1
  const userName = `person${made}@northwind.example`
  return { userName, externalId: `ext-${made}`, displayName: `Person ${made}`, active: true, ...more }
}
const data = async <A>(answer: Promise<Response>): Promise<A> =>
  ((await (await answer).json()) as { readonly data: A }).data
const invitations = () => data<ReadonlyArray<Invitation>>(contract().send("User.GetInvitations", admin, {}))
const users = (search: string) =>
  data<ReadonlyArray<UserSummary>>(contract().send("User.GetUsers", admin, { query: { search, pageSize: 20 } }))
const caller = { address: "192.0.2.7", sessionId: null, correlationId: "test" }
/** Takes the newest invitation of an address by the link that was mailed. */
const join = async (email: string): Promise<void> => {
  const mails = await contract().sql(
    ({ sql }) => sql<{ body: string }>`select text as body from mailbox where to_address = ${email} order by id desc`,
  )
  const secret = /#(\S+)/.exec(mails[0]?.body ?? "")?.[1] ?? ""
  const taken = await contract().run(
    Effect.provide(
      Effect.flatMap(Invitations, ({ accept }) =>
        accept(secret, { displayName: "Joined", passwordHash: "none" }, caller),
      ),
      invitationsLayer,
    ),
  )
  expect(taken).toBe(true)
}
const joined = async (more: object = {}) => {
  const person = someone(more)
  const { body } = await directory.addUser(person)
  await join(person.userName)
  return { ...person, id: body.id }
}
const eventsBy = (stream: string) =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ type: string; actor: string | null; token: string | null }>`
        select type, meta ->> 'actorId' as actor, meta ->> 'directoryTokenId' as token from events
        where stream_id = ${stream} order by version`),
  )

describe("a company's directory", () => {
  it("creates a person, who is invited, joins and keeps the directory's id", async () => {
    const person = someone({ name: { givenName: "Ada", familyName: "Lane" } })
    const created = await directory.addUser(person)
    expect(created.status).toBe(201)
    expect(created.headers.get("content-type")).toContain("application/scim+json")
    expect(created.headers.get("location")).toBe(created.body.meta.location)
    expect(created.body).toMatchObject({
      ...person,
      name: { givenName: "Ada", familyName: "Lane" },
      emails: [{ value: person.userName, type: "work", primary: true }],
      meta: { resourceType: "User" },
    })
    expect((await invitations()).find(({ email }) => email === person.userName)).toMatchObject({
      displayName: person.displayName,
      userType: 3,
      accessIds: [],
    })
    await join(person.userName)
    expect(await directory.user(created.body.id)).toMatchObject({ userName: person.userName, active: true })
    expect(await users(person.userName)).toHaveLength(1)
  })

  it("finds people by name, external id and other filters, in pages", async () => {
    const person = someone()
    const { body } = await directory.addUser(person)
    const find = async (filter: string) =>
      (await directory.list("/Users", { filter })).body.Resources.map(({ id }) => id)
    expect(await find(`userName eq "${person.userName.toUpperCase()}"`)).toEqual([body.id])
    expect(await find(`externalId eq "${person.externalId}"`)).toEqual([body.id])
    expect(await find(`id eq "${body.id}"`)).toEqual([body.id])
    expect(await find(`displayName co "${person.displayName}" and active eq true`)).toContain(body.id)
    expect(await find(`userName eq "no one"`)).toEqual([])

    const all = (await directory.list("/Users")).body
    expect(all).toMatchObject({ startIndex: 1, itemsPerPage: all.totalResults })
    const [first, second] = [
      (await directory.list("/Users", { startIndex: 1, count: 3 })).body,
      (await directory.list("/Users", { startIndex: 4, count: 3 })).body,
    ]
    expect([first, second].flatMap(({ Resources }) => Resources.map(({ id }) => id))).toEqual(
      all.Resources.slice(0, 6).map(({ id }) => id),
    )
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 4, itemsPerPage: 3 })
    expect((await directory.list("/Users", { count: 0 })).body).toMatchObject({
      totalResults: all.totalResults,
      Resources: [],
    })
  })

  it("lists users whom it did not create", async () => {
    const email = `${subjectOf(demoIds.northwind, 3)}@example.test`
    const { Resources } = (await directory.list("/Users", { filter: `userName eq "${email}"` })).body
    expect(Resources).toMatchObject([{ userName: email, active: true }])
  })

  it("replaces, patches and renames a person, with the directory as who did it", async () => {
    const person = await joined()
    const { status } = await directory.replaceUser(person.id, { ...person, displayName: "Replaced Name" })
    expect(status).toBe(200)
    await directory.patch(`/Users/${person.id}`, { op: "replace", path: "displayName", value: "Patched Name" })
    const [user] = await users(person.userName)
    expect(user?.displayName).toBe("Patched Name")
    expect(
      (await eventsBy(`user-${user?.userId}`)).map(({ type, actor, token }) => [type, actor, token !== null]),
    ).toEqual([
      ["UserAdded", null, false],
      ["UserRevised", null, true],
      ["UserRevised", null, true],
    ])
    const nothing = await directory.patch(`/Users/${person.id}`, {
      op: "replace",
      path: "displayName",
      value: "Patched Name",
    })
    expect(nothing.status).toBe(204)
  })

  it("deactivates and reactivates, and deletes nothing", async () => {
    const person = await joined()
    await directory.patch(`/Users/${person.id}`, { op: "replace", value: { active: false } })
    expect((await users(person.userName))[0]?.state).toBe("inactive")
    await directory.patch(`/Users/${person.id}`, { op: "replace", value: { active: true } })
    expect((await users(person.userName))[0]?.state).toBe("active")

    expect((await directory.call("DELETE", `/Users/${person.id}`)).status).toBe(204)
    expect((await users(person.userName))[0]?.state).toBe("inactive")
    expect(await directory.refused("GET", `/Users/${person.id}`)).toMatchObject({ status: 404, said: "404" })
    expect((await directory.list("/Users", { filter: `userName eq "${person.userName}"` })).body.totalResults).toBe(0)

    const stranger = { ...person, externalId: "another" }
    expect(await directory.refused("POST", "/Users", stranger)).toMatchObject({ status: 409, scimType: "uniqueness" })
    // By its own id for them, however it names them by now.
    const again = await directory.addUser({ ...person, userName: `again-${person.userName}` })
    expect([again.status, again.body.id]).toEqual([201, person.id])
    expect((await users(person.userName))[0]?.state).toBe("active")
  })

  it("takes back and sends the invitation of who has not joined", async () => {
    const person = someone()
    const { id } = (await directory.addUser(person)).body
    await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false })
    expect((await invitations()).some(({ email }) => email === person.userName)).toBe(false)
    expect((await directory.user(id)).active).toBe(false)
    await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: true })
    expect((await invitations()).some(({ email }) => email === person.userName)).toBe(true)
    await directory.patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Other Name" })
    expect((await invitations()).find(({ email }) => email === person.userName)?.displayName).toBe("Other Name")
    await directory.call("DELETE", `/Users/${id}`)
    expect((await invitations()).some(({ email }) => email === person.userName)).toBe(false)
  })

  it("keeps an invitation that staff sent as it is", async () => {
    const person = someone()
    const invitation = { email: person.userName, displayName: "By staff", userType: 3, accessIds: [4], groupIds: [] }
    await contract().send("User.InviteUser", admin, { body: { invitation } })
    expect((await directory.addUser(person)).status).toBe(201)
    expect((await invitations()).find(({ email }) => email === person.userName)).toMatchObject({ accessIds: [4] })
  })
})

describe("the groups of a directory", () => {
  it("are the company's, with their members; rights are set in Admin View alone", async () => {
    const [one, two] = [await joined(), await joined()]
    const invited = (await directory.addUser(someone())).body
    const created = await directory.addGroup({
      displayName: "Night desk",
      externalId: "g-1",
      members: [{ value: one.id }],
    })
    expect(created.status).toBe(201)
    const path = `/Groups/${created.body.id}`
    await directory.patch(path, { op: "add", path: "members", value: [{ value: two.id }, { value: invited.id }] })
    expect((await directory.group(created.body.id)).members?.map(({ value }) => value).toSorted()).toEqual(
      [one.id, two.id, invited.id].toSorted(),
    )
    const { groups } = await data<GroupList>(contract().send("User.GetGroups", admin, {}))
    const group = groups.find(({ hashedId }) => hashedId === created.body.id)
    expect(group).toMatchObject({ members: 2, group: { name: "Night desk", accessIds: [] } })
    expect((await invitations()).find(({ displayName }) => displayName === invited.displayName)?.groups).toEqual([
      "Night desk",
    ])

    await directory.patch(path, { op: "remove", path: `members[value eq "${one.id}"]` })
    await directory.patch(path, { op: "replace", path: "displayName", value: "Late desk" })
    expect((await users(one.userName))[0]?.groups).toEqual([])
    expect((await users(two.userName))[0]?.groups).toEqual(["Late desk"])

    const found = (
      await directory.list("/Groups", { filter: 'displayName eq "late desk"', excludedAttributes: "members" })
    ).body
    expect(found.Resources).toMatchObject([{ id: created.body.id, externalId: "g-1", displayName: "Late desk" }])
    expect(found.Resources[0]).not.toHaveProperty("members")

    expect((await directory.call("DELETE", path)).status).toBe(204)
    expect((await users(two.userName))[0]?.groups).toEqual([])
    expect(await directory.refused("GET", path)).toMatchObject({ status: 404 })
  })

  it("take no member that the company does not have, and then change nothing", async () => {
    const { id } = (await directory.addGroup({ displayName: "Half" })).body
    const person = await joined()
    const members = [{ value: person.id }, { value: "AbsentPerson0000000000" }]
    expect(
      await directory.refused("PATCH", `/Groups/${id}`, {
        Operations: [{ op: "add", path: "members", value: members }],
      }),
    ).toMatchObject({ status: 400, scimType: "invalidValue" })
    expect((await directory.group(id)).members ?? []).toEqual([])
  })
})

describe("what directories are known to send", () => {
  it("is understood from Entra ID: capitals, booleans as text, an address that is not there, members to remove by value", async () => {
    const person = await joined({ active: "True" })
    const path = `/Users/${person.id}`
    await directory.patch(
      path,
      { op: "Add", path: 'emails[type eq "work"].value', value: "other@northwind.example" },
      { op: "Replace", path: "name.givenName", value: "Ada" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Sales" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "555" },
    )
    expect(await directory.user(person.id)).toMatchObject({
      emails: [{ value: "other@northwind.example" }],
      name: { givenName: "Ada" },
    })
    await directory.patch(path, { op: "Replace", path: "active", value: "False" })
    expect((await users(person.userName))[0]?.state).toBe("inactive")
    await directory.patch(path, { op: "Replace", path: "active", value: "True" })

    const group = (await directory.addGroup({ displayName: "Entra", members: [{ value: person.id }] })).body
    await directory.patch(`/Groups/${group.id}`, { op: "Remove", path: "members", value: [{ value: person.id }] })
    expect((await directory.group(group.id)).members ?? []).toEqual([])
  })

  it("is understood from Okta: a patch without a path, a password, a whole list of members", async () => {
    const person = await joined({ password: "Not-to-be-kept-1", locale: "en-US", groups: [] })
    await directory.patch(`/Users/${person.id}`, {
      op: "replace",
      value: { active: false, name: { familyName: "Bay" } },
    })
    expect(await directory.user(person.id)).toMatchObject({ active: false, name: { familyName: "Bay" } })
    const group = (await directory.addGroup({ displayName: "Okta" })).body
    await directory.patch(
      `/Groups/${group.id}`,
      { op: "replace", value: { id: group.id, displayName: "Okta people" } },
      { op: "replace", path: "members", value: [{ value: person.id, display: person.userName }] },
    )
    expect(await directory.group(group.id)).toMatchObject({
      displayName: "Okta people",
      members: [{ value: person.id }],
    })
  })
})

describe("a directory is refused", () => {
  it("without a token, with a wrong one and with one that was revoked", async () => {
    const stranger = (token?: string) => scimClient(contract, () => token).call<ScimError>("GET", "/Users")
    for (const token of [undefined, "avd_wrong-and-long-enough-to-be-read", admin]) {
      const { status, body, headers } = await stranger(token)
      expect([status, body.status]).toEqual([401, "401"])
      expect(headers.get("www-authenticate")).toContain("Bearer")
    }
    const token = await tokenOf(demoIds.northwind, 2)
    expect((await stranger(token)).status).toBe(200)
    const { tokens: standing } = await data<MadeDirectoryToken["directory"]>(
      contract().send("User.GetDirectory", admin, {}),
    )
    await contract().send("User.RevokeDirectoryToken", admin, { body: { tokenId: standing[0]?.tokenId } })
    expect((await stranger(token)).status).toBe(401)
    expect((await directory.list("/Users")).status).toBe(200)
  })

  it("as for an absent thing, for what is another company's, also with a Super Admin's token", async () => {
    const person = await joined()
    const group = (await directory.addGroup({ displayName: "Ours" })).body
    for (const client of [harbor, own])
      for (const path of [`/Users/${person.id}`, `/Groups/${group.id}`]) {
        expect(await client.refused("GET", path)).toMatchObject({ status: 404, said: "404" })
        expect(
          await client.refused("PATCH", path, {
            Operations: [{ op: "replace", path: "displayName", value: "Theirs" }],
          }),
        ).toMatchObject({ status: 404 })
        expect(await client.refused("DELETE", path)).toMatchObject({ status: 404 })
      }
    const theirs = (await harbor.addGroup({ displayName: "Theirs" })).body
    expect(
      await harbor.refused("PATCH", `/Groups/${theirs.id}`, {
        Operations: [{ op: "add", path: "members", value: [{ value: person.id }] }],
      }),
    ).toMatchObject({ status: 400 })
    expect((await harbor.list("/Users", { filter: `userName eq "${person.userName}"` })).body.totalResults).toBe(0)
  })

  it("where whoever made the token could not do it", async () => {
    const { body } = await directory.list("/Users", {
      filter: `userName eq "${subjectOf(demoIds.northwind, 1)}@example.test"`,
    })
    const above = body.Resources[0]?.id ?? ""
    expect(await directory.refused("DELETE", `/Users/${above}`)).toMatchObject({ status: 403 })
    const mine = (
      await directory.list("/Users", { filter: `userName eq "${subjectOf(demoIds.northwind, 2)}@example.test"` })
    ).body
    const group = (await directory.addGroup({ displayName: "Mine" })).body
    const add = { Operations: [{ op: "add", path: "members", value: [{ value: mine.Resources[0]?.id }] }] }
    expect(await directory.refused("PATCH", `/Groups/${group.id}`, add)).toMatchObject({ status: 403 })
  })

  it("where no Super Admin would be left", async () => {
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(
        sql`update accounts set is_active = false where user_type = 1 and company_id <> ${demoIds.adminView}`,
      ),
    )
    const { Resources } = (await own.list("/Users")).body
    const answers = []
    for (const { id } of Resources) answers.push((await own.call("DELETE", `/Users/${id}`)).status)
    expect(answers.filter((status) => status !== 204)).toEqual([409])
  })

  it("for a name that is taken, a body that says too little, and a filter that cannot be read", async () => {
    const person = someone()
    await directory.addUser(person)
    const refused = (body: object | string) => directory.refused("POST", "/Users", body)
    expect(await refused(person)).toMatchObject({ status: 409, scimType: "uniqueness" })
    expect(await refused({ displayName: "No name" })).toMatchObject({ status: 400, scimType: "invalidValue" })
    expect(await refused({ userName: "no address" })).toMatchObject({ status: 400, scimType: "invalidValue" })
    expect(await refused("{")).toMatchObject({ status: 400, scimType: "invalidSyntax" })
    for (const filter of [`userName eq "${"\\".repeat(60)}`, `userName eq "${"x".repeat(300)}"`, "((("])
      expect(await directory.refused("GET", `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        scimType: "invalidFilter",
      })
    const hanging = { op: "remove", path: "members", value: [{ value: "\\".repeat(60) }] }
    const group = (await directory.addGroup({ displayName: "Hanging" })).body
    expect((await directory.patch(`/Groups/${group.id}`, hanging)).status).toBe(204)
  })

  it("on a version that someone changed, and told that nothing changed", async () => {
    const { id } = (await directory.addUser(someone())).body
    const read = await directory.call("GET", `/Users/${id}`)
    const tag = read.headers.get("etag") ?? ""
    expect(read.body.meta.version).toBe(tag)
    expect((await directory.call("GET", `/Users/${id}`, undefined, { "if-none-match": tag })).status).toBe(304)
    const rename = (displayName: string) =>
      directory.call(
        "PATCH",
        `/Users/${id}`,
        { Operations: [{ op: "replace", path: "displayName", value: displayName }] },
        { "if-match": tag },
      )
    expect((await rename("First")).status).toBe(200)
    expect((await rename("Second")).status).toBe(412)
  })
})

describe("a directory is told", () => {
  it("what the service keeps", async () => {
    const config = (await directory.call<object>("GET", "/ServiceProviderConfig")).body
    expect(config).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
      bulk: { supported: false },
      etag: { supported: true },
    })
    const types = await directory.list("/ResourceTypes")
    expect(types.body.Resources.map(({ id }) => id)).toEqual(["User", "Group"])
    type Described = { readonly attributes: ReadonlyArray<{ readonly name: string }> }
    const schema = await directory.call<Described>("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User")
    expect(schema.body.attributes.map(({ name }) => name).toSorted()).toEqual([
      "active",
      "displayName",
      "emails",
      "name",
      "userName",
    ])
    expect(await directory.refused("GET", "/Nothing")).toMatchObject({ status: 404 })
  })
})
