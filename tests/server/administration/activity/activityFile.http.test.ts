import Papa from "papaparse"
import { beforeAll, describe, expect, it } from "vitest"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { accessIds } from "#schemas/access.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let superAdmin: string
let admin: string
beforeAll(async () => {
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

type Query = Readonly<Record<string, string | number>>
const log = async (token: string, query: Query): Promise<ReadonlyArray<ActivityEntry>> => {
  const answer = await contract().send("Report.GetActivityLog", token, { query: { pageSize: 200, ...query } })
  return ((await answer.json()) as { readonly data: ReadonlyArray<ActivityEntry> }).data
}
const fileAs = async (token: string, query: Query = {}) => {
  const answer = await contract().send("Report.DownloadActivity", token, { query })
  const [header = [], ...rows] = Papa.parse<ReadonlyArray<string>>((await answer.text()).trimEnd()).data
  return { answer, header, rows }
}
const chooseZone = (timezone: string | null) =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(
      sql`update accounts set preferences = ${timezone === null ? null : sql.json({ timezone })} where subject = ${subjectOf(demoIds.northwind, 2)}`,
    ),
  )

describe("the file of the log", () => {
  it("holds the entries that the filters show, in their order, and stands in the log with their number", async () => {
    const listed = await log(admin, { kind: "template" })
    const { answer, header, rows } = await fileAs(admin, { kind: "template" })
    expect(answer.headers.get("content-disposition")).toMatch(/filename="activity-\d{8}-\d{4}\.csv"/)
    expect(header[1]).toBe("When (America/Los_Angeles)")
    expect(listed.length).toBeGreaterThan(5)
    expect(rows.map(([pos]) => pos)).toEqual(listed.map(({ pos }) => pos))
    expect(rows.map((cells) => cells.slice(3, 8))).toEqual(
      listed.map(({ actor, type, thing }) => [actor, type, "allowed", "Templates", thing?.name ?? ""]),
    )
    const [newest] = await log(admin, { kind: "audit" })
    expect([newest?.type, newest?.facts.find(({ name }) => name === "rows")?.value]).toEqual([
      "ActivityExported",
      String(rows.length),
    ])
  })

  it("takes the right to export, and that of all companies the right to administer them", async () => {
    const reader = await contract().token(subjectOf(demoIds.northwind, 3), [accessIds.Console])
    expect((await fileAs(reader)).answer.status).toBe(403)
    expect((await fileAs(admin, { everyCompany: "true" })).answer.status).toBe(403)
    expect((await fileAs(admin, { startDate: "2026-02-31" })).answer.status).toBe(422)
    const { rows } = await fileAs(superAdmin, { everyCompany: "true", kind: "company" })
    expect(new Set(rows.map(([, , company]) => company)).size).toBeGreaterThan(3)
  })
})

describe("a day of the log", () => {
  it("is one of the person's own zone, as the times are shown in it", async () => {
    const whole = await log(admin, { kind: "campaign" })
    const dayIn = (at: string, timeZone: string) =>
      new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.parse(at))
    const own = "Pacific/Kiritimati"
    const entry = whole.find(({ at }) => dayIn(at, own) !== dayIn(at, "America/Los_Angeles"))
    const day = dayIn(entry?.at ?? "", own)
    const asked = { kind: "campaign", startDate: day, endDate: day }
    await chooseZone(own)
    const inOwn = await log(admin, asked)
    const { header, rows } = await fileAs(admin, asked)
    await chooseZone(null)
    const inCompanys = await log(admin, asked)
    expect(inOwn.map(({ pos }) => pos)).toContain(entry?.pos)
    expect(new Set(inOwn.map(({ at }) => dayIn(at, own)))).toEqual(new Set([day]))
    expect([header[1], rows.length]).toEqual([`When (${own})`, inOwn.length])
    expect(inCompanys.map(({ pos }) => pos)).not.toContain(entry?.pos)
  })
})
