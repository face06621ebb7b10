import { beforeAll, describe, expect, it } from "vitest"
import type { MadeDirectoryToken } from "#schemas/administration/directory.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { scimClient } from "#tests/support/scimClient.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string
beforeAll(async () => {
  const bearer = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  const answer = await contract().send("User.MakeDirectoryToken", bearer, { body: { token: { name: "Okta" } } })
  token = ((await answer.json()) as { readonly data: MadeDirectoryToken }).data.token
})
const directory = scimClient(contract, () => token)

let made = 0
const added = async (more: object = {}) => {
  made += 1
  const userName = `changed${made}@northwind.example`
  return directory.addUser({ userName, externalId: `changed-${made}`, displayName: `Changed ${made}`, ...more })
}
const memberIds = async (id: string) => ((await directory.group(id)).members ?? []).map(({ value }) => value)

describe("a change by a directory", () => {
  it("takes nothing away that its answer leaves out", async () => {
    const { body: person } = await added()
    const { body: group } = await directory.addGroup({ displayName: "Kept members", members: [{ value: person.id }] })
    const renamed = { op: "replace", path: "displayName", value: "Kept all members" }
    await directory.patch(`/Groups/${group.id}?excludedAttributes=members`, renamed)
    expect(await directory.group(group.id)).toMatchObject({ displayName: "Kept all members" })
    expect(await memberIds(group.id)).toEqual([person.id])

    await directory.patch(`/Users/${person.id}`, { op: "replace", path: "active", value: false })
    const called = { op: "replace", path: "displayName", value: "Someone Else" }
    await directory.patch(`/Users/${person.id}?excludedAttributes=active,emails`, called)
    expect(await directory.user(person.id)).toMatchObject({ displayName: "Someone Else", active: false })
  })

  it("does not make a person active whom it says nothing of", async () => {
    const { body: person } = await added({ active: false })
    const { userName } = person
    const said = { userName, displayName: "Still away", externalId: person.externalId }
    expect((await directory.replaceUser(person.id, said)).body).toMatchObject({
      displayName: "Still away",
      active: false,
    })
  })

  it("goes on for people whose other group was deleted", async () => {
    const filter = 'userName eq "dana.whitfield@northwind.test"'
    const [person] = (await directory.list("/Users", { filter })).body.Resources
    if (person === undefined) throw new Error("The demo has no Dana.")
    const groupOf = async (displayName: string) =>
      (await directory.addGroup({ displayName, members: [{ value: person.id }] })).body.id
    const [gone, left] = [await groupOf("To be deleted"), await groupOf("To be left")]
    await directory.call("DELETE", `/Groups/${gone}`)
    const leaves = { op: "remove", path: `members[value eq "${person.id}"]` }
    expect((await directory.patch(`/Groups/${left}`, leaves)).status).toBeLessThan(300)
    expect(await memberIds(left)).toEqual([])
  })

  it("that gives two people one address says so", async () => {
    const emails = [{ value: "shared@northwind.example", type: "work", primary: true }]
    expect((await added({ emails })).status).toBe(201)
    const { status, body } = await added({ emails })
    expect([status, body]).toMatchObject([409, { scimType: "uniqueness" }])
  })

  it("brings someone back under a new name whose old one was given to another", async () => {
    const userName = "dana.whitfield@northwind.test"
    const [dana] = (await directory.list("/Users", { filter: `userName eq "${userName}"` })).body.Resources
    if (dana === undefined) throw new Error("The demo has no Dana.")
    await directory.patch(`/Users/${dana.id}`, { op: "add", path: "externalId", value: "dana" })
    await directory.call("DELETE", `/Users/${dana.id}`)
    const { body: other } = await added()
    const renamed = { op: "replace", path: "userName", value: userName }
    expect((await directory.patch(`/Users/${other.id}`, renamed)).status).toBeLessThan(300)
    const back = await added({ userName: "dana.new@northwind.test", externalId: "dana" })
    expect([back.status, back.body]).toMatchObject([201, { id: dana.id, userName: "dana.new@northwind.test" }])
  })
})
