import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { mostDirectoryTokens, type Directory, type MadeDirectoryToken } from "#schemas/administration/directory.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let admin: string
let harbor: string
let few: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
  few = await contract().token(subjectOf(demoIds.northwind, 3), [1, 4, 14])
})
const ask = async <A>(token: string, call: Call, asked: Asked = {}) => {
  const answer = await contract().send(call, token, asked)
  return { status: answer.status, data: ((await answer.json()) as { readonly data: A }).data }
}
const make = (token: string, headers = {}) =>
  ask<MadeDirectoryToken>(token, "User.MakeDirectoryToken", { body: { token: { name: "Okta" } }, headers })
const revoke = (token: string, tokenId: number | undefined) =>
  ask<Directory>(token, "User.RevokeDirectoryToken", { body: { tokenId } })

describe("the tokens of a company's directory", () => {
  it("are made, listed without their text, and revoked, with who did it in the log", async () => {
    const made = (await make(admin, { "idempotency-key": "make-once" })).data
    expect(made.token).toMatch(/^avd_[\w-]{43}$/)
    const { data } = await ask<Directory>(admin, "User.GetDirectory")
    expect(data.address).toMatch(/\/scim\/v2$/)
    expect(data.tokens).toMatchObject([{ name: "Okta", madeBy: subjectOf(demoIds.northwind, 2), usedAt: null }])
    const kept = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ kept: string }>`
        select row_to_json(t)::text as kept from directory_tokens t
        union all select coalesce(c.reply, '') from commands c union all select e.data::text from events e`),
    )
    expect(kept.filter((row) => row.kept.includes(made.token))).toEqual([])

    expect((await revoke(admin, data.tokens[0]?.tokenId)).data.tokens).toEqual([])
    expect((await revoke(admin, data.tokens[0]?.tokenId)).status).toBe(404)
    const facts = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ type: string }>`select type from events where type like 'DirectoryToken%' order by pos`),
    )
    expect(facts.map(({ type }) => type)).toEqual(["DirectoryTokenMade", "DirectoryTokenRevoked"])
  })

  it("are another company's to see no more than to revoke, and no one's without the right", async () => {
    const { tokens } = (await make(admin)).data.directory
    expect((await ask<Directory>(harbor, "User.GetDirectory")).data.tokens).toEqual([])
    expect((await revoke(harbor, tokens[0]?.tokenId)).status).toBe(404)
    expect((await make(few)).status).toBe(403)
    expect((await ask<Directory>(few, "User.GetDirectory")).status).toBe(403)
  })

  it(`are at most ${mostDirectoryTokens}`, async () => {
    for (let made = 0; made < mostDirectoryTokens; made += 1) expect((await make(harbor)).status).toBe(200)
    expect((await make(harbor)).status).toBe(409)
  })
})
