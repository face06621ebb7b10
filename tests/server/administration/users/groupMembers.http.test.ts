import { beforeAll, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { Group } from "#schemas/administration/group.ts"
import { mostMoves, type GroupMembers } from "#schemas/administration/groupMembers.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import { newHashedId } from "#server/store/newHashedId.ts"
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
  fewer = await contract().token(subjectOf(demoIds.northwind, 3), [4, 8, 14])
})

type Answer<A> = {
  readonly status: number
  readonly data: A
  readonly problem?: string
  readonly message: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}
const askAs = async <A>(token: string, call: Call, asked: Asked = {}): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const newGroup = async (name: string, accessIds: ReadonlyArray<number> = [14]): Promise<Group> =>
  (await askAs<Group>(admin, "User.SaveGroup", { body: { hashedId: null, group: { name, accessIds } } })).data
const membersOf = async ({ hashedId }: Group, token = admin) =>
  askAs<GroupMembers>(token, "User.GetGroupMembers", { query: { hashedId } })
const saveAs = (token: string, { hashedId }: Group, seen: string, members: ReadonlyArray<UserSummary>) =>
  askAs<GroupMembers>(token, "User.SaveGroupMembers", {
    body: { hashedId, seen, members: members.map((one) => one.hashedId) },
  })
const named = async (search: string, token = superAdmin): Promise<UserSummary> => {
  const query = { search, everyCompany: "true" }
  const [found] = (await askAs<ReadonlyArray<UserSummary>>(token, "User.GetUsers", { query })).data
  if (found === undefined) throw new Error(`There is no ${search}.`)
  return found
}
const names = ({ data }: Answer<GroupMembers>) => data.members.map(({ displayName }) => displayName)

it("puts people into a group and takes others out, all at once, and each hears of their rights", async () => {
  const group = await newGroup("Evening", [4, 14])
  const [dana, mei] = [await named("Dana Whitfield"), await named("Mei Sato")]
  const empty = (await membersOf(group)).data
  const first = await saveAs(admin, group, empty.seen, [mei, dana])
  expect(names(first)).toEqual(["Dana Whitfield", "Mei Sato"])
  expect(names(await saveAs(admin, group, first.data.seen, [dana]))).toEqual(["Dana Whitfield"])
  expect((await named("Dana Whitfield")).groups).toContain("Evening")
  expect((await named("Mei Sato")).groups).not.toContain("Evening")
  const events = await contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ type: string; changed: unknown }>`
      select type, data -> 'changed' as changed from events
      where stream_id = ${`user-${mei.userId}`} order by version desc limit 2`),
  )
  expect(events).toEqual([
    { type: "UserRevised", changed: ["groupIds"] },
    { type: "UserRevised", changed: ["groupIds"] },
  ])
})

it("meets a conflict where others are in it by now, whichever way they came", async () => {
  const group = await newGroup("Contested")
  const [dana, mei] = [await named("Dana Whitfield"), await named("Mei Sato")]
  const seen = (await membersOf(group)).data.seen
  await saveAs(superAdmin, group, seen, [])
  const joined = await askAs(admin, "User.GetUser", { query: { hashedId: mei.hashedId } })
  const { version, user } = joined.data as { version: number; user: { groupIds: ReadonlyArray<number> } }
  await askAs(admin, "User.SaveUser", {
    body: { hashedId: mei.hashedId, user: { ...user, groupIds: [...user.groupIds, group.groupId] } },
    headers: { "if-match": String(version) },
  })
  const late = await saveAs(admin, group, seen, [dana])
  expect([late.status, late.problem]).toEqual([409, "StaleVersion"])
  const now = await membersOf(group)
  expect(names(now)).toEqual(["Mei Sato"])
  expect(names(await saveAs(admin, group, now.data.seen, [dana]))).toEqual(["Dana Whitfield"])
})

it("lets one of two who save at once through, and the other meet the conflict", async () => {
  const group = await newGroup("Hurried")
  const [dana, mei] = [await named("Dana Whitfield"), await named("Mei Sato")]
  const { seen } = (await membersOf(group)).data
  const both = await Promise.all([saveAs(admin, group, seen, [dana]), saveAs(admin, group, seen, [mei])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(names(await membersOf(group))).toHaveLength(1)
})

it("changes no one where one of them cannot be given the rights, is oneself, or ranks above, and says who", async () => {
  const strong = await newGroup("Strong", [17])
  const dana = await named("Dana Whitfield")
  const { seen } = (await membersOf(strong)).data
  const refused = await saveAs(fewer, strong, seen, [dana])
  expect(refused.errors).toMatchObject([{ field: "members" }])
  expect(refused.message).toMatch(/^Dana Whitfield: “Strong” gives a right that you cannot give/)
  const plain = await newGroup("Plain")
  const own = await named("company-2-type-2")
  const mixed = await saveAs(admin, plain, (await membersOf(plain)).data.seen, [dana, own])
  expect(mixed.message).toContain("This is your own account")
  expect(names(await membersOf(plain))).toEqual([])
})

it("takes as many at once as one transaction bears, and says how many", async () => {
  const group = await newGroup("Crowded")
  const { seen } = (await membersOf(group)).data
  const members = Array.from({ length: mostMoves + 1 }, newHashedId)
  const refused = await askAs(admin, "User.SaveGroupMembers", { body: { hashedId: group.hashedId, seen, members } })
  expect([refused.status, refused.message]).toEqual([
    422,
    "At most 500 people can be put in or taken out at once. Save some of them first.",
  ])
})

it("is absent for another company, and takes none of its people", async () => {
  const group = await newGroup("Ours")
  expect((await membersOf(group, harbor)).status).toBe(404)
  const stranger = await named("company-3", superAdmin)
  const { seen } = (await membersOf(group)).data
  expect((await saveAs(harbor, group, seen, [stranger])).status).toBe(404)
  expect((await saveAs(admin, group, seen, [stranger])).message).toContain("no user of the company")
})
