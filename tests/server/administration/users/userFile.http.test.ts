import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { userFileLimits, type UserFileCheck, type UserFileRow } from "#schemas/administration/userFile.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let admin: string
let fewer: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  fewer = await contract().token(subjectOf(demoIds.northwind, 3), [4, 8, 14])
})

type Answer<A> = { readonly status: number; readonly data: A; readonly problem?: string; readonly message: string }
const askAs = async <A>(token: string, call: Call, asked: Asked): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const check = (content: string | Uint8Array<ArrayBuffer>, token = admin) => {
  const body = new FormData()
  body.append("file", new Blob([content]), "people.csv")
  return askAs<UserFileCheck>(token, "User.CheckUserFile", { body })
}
const header = "Name,E-mail,Type,Groups,Rights\r\n"
const rowsOf = async (lines: ReadonlyArray<string>, token = admin): Promise<ReadonlyArray<UserFileRow>> =>
  (await check(header + lines.join("\r\n"), token)).data.rows
const said = ({ outcome, reason }: UserFileRow) => [outcome, reason]
const invitations = () =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ email: string }>`select email from invitations where is_open order by email`),
  )

describe("a file of users", () => {
  it("says of each row what it would do, and changes nothing", async () => {
    const before = await invitations()
    const rows = await rowsOf([
      "Ada Vance,Ada.Vance@northwind.test,,front DESK; Outreach,SMS",
      "Dana Whitfield,dana.whitfield@northwind.test,User,Front desk; Outreach,",
      "Dana W.,dana.whitfield@northwind.test,,,",
      ",mei.sato@northwind.test,,Outreach,",
      "Nora Quinn,nora.quinn@northwind.test,,,",
      "Bo,,,,",
      "Bo,bo at northwind,,,",
      ",bo@northwind.test,,,",
      "Bo,ada.vance@northwind.test,,,",
      "Bo,bo2@northwind.test,Boss,,",
      "Bo,bo3@northwind.test,,Night shift,",
      "Bo,bo4@northwind.test,,,Flying",
      "Bo,bo5@northwind.test,Super Admin,,",
      "Bo,bo6@northwind.test,,,SuperAdminGlobal",
      "Sam,super@adminview.test,,,",
    ])
    expect(rows.map(said)).toEqual([
      ["invite", ""],
      ["same", ""],
      ["refused", "Row 3 has this e-mail address already."],
      ["change", ""],
      ["invited", ""],
      ["refused", "The e-mail address is missing."],
      ["refused", "Enter an e-mail address, such as nora@clinic.example."],
      ["refused", "Enter a name of 1 to 100 characters."],
      ["refused", "Row 2 has this e-mail address already."],
      ["refused", "There is no type “Boss”. Write Super Admin, Admin, User."],
      ["refused", "There is no group “Night shift”."],
      ["refused", "There is no right “Flying”."],
      ["refused", "You can give your own type and those below it."],
      ["refused", expect.stringMatching(/^The right 13 cannot be given\./)],
      ["refused", "Someone signs in with this e-mail address already."],
    ])
    expect(rows[0]?.invitation).toMatchObject({ email: "ada.vance@northwind.test", userType: 3, accessIds: [1] })
    expect(rows[0]?.invitation?.groupIds).toHaveLength(2)
    expect(rows[3]?.change?.user).toMatchObject({ displayName: "Mei Sato" })
    expect(await invitations()).toEqual(before)
  })

  it("gives no more than its reader holds, by right or by group", async () => {
    const rows = await rowsOf(["Bo,bo7@northwind.test,,,Actions", "Bo,bo8@northwind.test,,Managers,"], fewer)
    expect(rows.map(said)).toEqual([
      ["refused", "The right 17 cannot be given. You do not hold it yourself."],
      ["refused", expect.stringMatching(/^“Managers” gives a right that you cannot give\./)],
    ])
  })

  it("is invited and changed by its rows as they were answered, and has nothing to do the second time", async () => {
    const lines = [
      "Cleo Park,cleo.park@northwind.test,Admin,Analysts,",
      "Ida Brandt,ida.brandt@northwind.test,,,Profile",
      "Mei S. Sato,mei.sato@northwind.test,,,",
    ]
    for (const { invitation, change } of await rowsOf(lines)) {
      if (invitation !== null)
        expect((await askAs(admin, "User.InviteUser", { body: { invitation } })).status).toBe(200)
      if (change !== null) {
        const { version, ...body } = change
        const headers = { "if-match": String(version) }
        expect((await askAs(admin, "User.SaveUser", { body, headers })).status).toBe(200)
      }
    }
    expect((await invitations()).map(({ email }) => email)).toEqual(
      expect.arrayContaining(["cleo.park@northwind.test", "ida.brandt@northwind.test"]),
    )
    expect((await rowsOf(lines)).map(({ outcome }) => outcome)).toEqual(["invited", "invited", "same"])
  })

  it("is read with another separator, encoding and order of columns, and passes over those of an export", async () => {
    const text = "Row;Reason;email;Name;Company;Last seen (UTC)\n2;no;zoe@northwind.test;Zoë Bräuer;Northwind;\n"
    const western = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const { rows } = (await check(western)).data
    expect(rows).toMatchObject([{ outcome: "invite", invitation: { displayName: "Zoë Bräuer", userType: 3 } }])
  })

  it.each([
    ["has a column that is not known", "Name,E-mail,Shoe size\nBo,bo@x.test,42", "Shoe size"],
    ["has no addresses", "Name\nBo", "no column “E-mail”"],
    ["has a column twice", "E-mail,email\na@x.test,b@x.test", "twice"],
    ["is empty", "", "empty"],
    ["has no rows", "E-mail\n", "no rows"],
    ["has too many rows", `E-mail\n${"bo@x.test\n".repeat(userFileLimits.rows + 1)}`, "more than 500 rows"],
    ["is too large", "x".repeat(userFileLimits.bytes + 1), "larger than 512 kB"],
    ["is a workbook", "PK\u0003\u0004 and so on", "workbook"],
  ])("is refused whole where it %s", async (_, content, message) => {
    const { status, message: sentence } = await check(content)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(sentence).toContain(message)
  })
})
