import { beforeAll, describe, expect, it } from "vitest"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Company } from "#schemas/administration/company.ts"
import { accessIds, policy } from "#schemas/access.ts"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let superAdmin: string
let admin: string
beforeAll(async () => {
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

type Page = { readonly data: ReadonlyArray<ActivityEntry>; readonly next?: string; readonly problem?: string }
const log = async (token: string, query: Record<string, string | number> = {}): Promise<Page> =>
  (await contract().send("Report.GetActivityLog", token, { query })).json() as Promise<Page>

describe("the log of activity", () => {
  it("says of a change who made it, and what was before and after", async () => {
    const list = await contract().send("Company.GetCompanyList", superAdmin, { query: { search: "HARBOR" } })
    const { data } = (await list.json()) as { readonly data: ReadonlyArray<{ readonly hashedId: string }> }
    const hashedId = data[0]?.hashedId ?? ""
    const read = await contract().send("Company.GetCompanyDetail", superAdmin, { query: { hashedId } })
    const { data: one } = (await read.json()) as { readonly data: Company }
    await contract().send("Company.SaveCompany", superAdmin, {
      body: { companyId: one.companyId, company: { ...one.company, timezone: "America/Chicago", sendingTo: "20:00" } },
    })
    const { data: history } = await log(superAdmin, { kind: "company", thingId: demoIds.harbor, everyCompany: "true" })
    expect(history[0]).toMatchObject({
      type: "CompanyRevised",
      actor: subjectOf(demoIds.adminView, 1),
      company: "Harbor Dental",
      thing: { kind: "company", id: demoIds.harbor, name: "Harbor Dental", opens: hashedId },
      refused: false,
      changes: [
        { field: "timezone", before: "America/New_York", after: "America/Chicago" },
        { field: "sendingTo", before: "21:00", after: "20:00" },
      ],
    })
    expect(history.map(({ type }) => type)).toEqual(["CompanyRevised", "ContractBegan", "CompanyCreated"])
  })

  it("says what was refused: by the table of rights, and by the thing itself", async () => {
    const reader = await contract().token(subjectOf(demoIds.northwind, 3), [accessIds.SMS])
    await contract().send("Template.DeleteTemplate", reader, requests["Template.DeleteTemplate"](absent, []))
    await contract().send("Template.DeleteTemplate", admin, requests["Template.DeleteTemplate"](absent, []))
    const { data } = await log(admin, { refused: "true", pageSize: 2 })
    const asked = `templateId ${absent.templateId}`
    expect(data.map(({ actor, facts, refused }) => [actor, refused, facts.map(({ value }) => value)])).toEqual([
      [subjectOf(demoIds.northwind, 2), true, ["Template.DeleteTemplate", asked, "NotFound"]],
      [subjectOf(demoIds.northwind, 3), true, ["Template.DeleteTemplate", asked, "Forbidden"]],
    ])
  })

  it.each([
    ["startDate", "0000-01-01"],
    ["endDate", "9999-12-31"],
  ])("takes no day that no one means: %s %s", async (field, day) => {
    expect(await log(admin, { [field]: day })).toMatchObject({ problem: "Invalid" })
  })

  it("pages without losing or repeating an entry, by kind, person and days", async () => {
    const whole = (await log(admin, { kind: "template", pageSize: 200 })).data
    const paged: Array<ActivityEntry> = []
    let cursor: string | undefined
    do {
      const page = await log(admin, { kind: "template", pageSize: 3, ...(cursor === undefined ? {} : { cursor }) })
      paged.push(...page.data)
      cursor = page.next
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
    expect(whole.length).toBeGreaterThan(5)
    const day = whole[0]?.at.slice(0, 10) ?? ""
    const ofDay = (await log(admin, { kind: "template", startDate: day, endDate: day, pageSize: 200 })).data
    expect(ofDay.length).toBeGreaterThan(0)
    expect(ofDay.length).toBeLessThan(whole.length)
    const [first] = whole
    const ofPerson = (await log(admin, { kind: "template", actorId: first?.actorId ?? 0, pageSize: 200 })).data
    expect(new Set(ofPerson.map(({ actorId }) => actorId))).toEqual(new Set([first?.actorId]))
    expect(await log(admin, { startDate: "2026-02-31" })).toMatchObject({ problem: "Invalid" })
  })

  it("finds entries by a part of the name of what they are about, and one by its number", async () => {
    const whole = (await log(admin, { kind: "campaign", pageSize: 200 })).data
    const name = whole.find(({ thing }) => thing?.name)?.thing?.name ?? ""
    const found = (await log(admin, { search: name.slice(2).toUpperCase(), pageSize: 200 })).data
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ thing }) => thing?.name?.includes(name.slice(2)) !== true)).toEqual([])
    const [one] = found
    expect((await log(admin, { search: one?.pos ?? "" })).data.map(({ pos }) => pos)).toEqual([one?.pos])
    expect((await log(admin, { search: "100%_" })).data).toEqual([])
  })

  it("names appointments by their place and time, and no patient", async () => {
    const { data } = await log(admin, { kind: "appointment", pageSize: 20 })
    expect(data.length).toBeGreaterThan(0)
    for (const { thing } of data) expect(thing?.name).toMatch(/, [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/)
    const waiting = (await log(admin, { kind: "waitlistEntry", pageSize: 20 })).data
    for (const { thing } of waiting) expect(thing?.name).not.toBe("")
  })

  it("keeps companies apart: an Admin sees their own, and all only who administers all", async () => {
    const { data } = await log(admin, { pageSize: 200 })
    expect(new Set(data.map(({ company }) => company))).toEqual(new Set(["Northwind Clinics"]))
    expect(await log(admin, { everyCompany: "true" })).toMatchObject({ problem: "Forbidden" })
    expect(await log(admin, { kind: "settings" })).toMatchObject({ problem: "Forbidden" })
    const all = await log(superAdmin, { everyCompany: "true", kind: "company", pageSize: 200 })
    expect(new Set(all.data.map(({ company }) => company)).size).toBeGreaterThan(3)
  })

  it("keeps the refused, the allowed and what the product did apart", async () => {
    const refused = await log(admin, { refused: "true", pageSize: 200 })
    expect(new Set(refused.data.map((entry) => entry.refused))).toEqual(new Set([true]))
    const allowed = await log(admin, { refused: "false", pageSize: 200 })
    expect(new Set(allowed.data.map((entry) => entry.refused))).toEqual(new Set([false]))
    const byProduct = await log(admin, { byProduct: "true", pageSize: 200 })
    expect(new Set(byProduct.data.map(({ actorId }) => actorId))).toEqual(new Set([null]))
  })

  it("leads to the things of the company one works for, to no others, and to none that is gone", async () => {
    const own = await log(superAdmin, { everyCompany: "true", kind: "template", pageSize: 200 })
    expect(new Set(own.data.map(({ thing }) => thing?.opens))).toEqual(new Set([null]))
    const { data } = await log(admin, { kind: "template", pageSize: 200 })
    const channels = new Map(data.map(({ thing }) => [thing?.name, thing?.channel]))
    expect([channels.get("Flu shot reminder"), channels.get("Flu shot call")]).toEqual(["SMS", "IVR"])
    const { name, id } = data.find(({ thing }) => thing?.opens && thing.channel === "SMS")?.thing ?? {}
    expect(name).toBeDefined()
    const deleted = await contract().send("Template.DeleteTemplate", admin, {
      query: { templateId: id ?? 0 },
    })
    const { data: after } = await log(admin, { kind: "template", thingId: id ?? 0 })
    expect([deleted.status, after[0]?.type, after[0]?.thing]).toEqual([
      200,
      "TemplateDeleted",
      { kind: "template", id, name, opens: null, channel: "SMS" },
    ])
  })

  it("names the people by whom it can be narrowed: those of the company alone", async () => {
    const answer = await contract().send("Report.GetActivityPeople", admin, {})
    const { data } = (await answer.json()) as { readonly data: ReadonlyArray<{ readonly name: string }> }
    expect(data.map(({ name }) => name)).toContain(subjectOf(demoIds.northwind, 2))
    expect(data.map(({ name }) => name)).not.toContain(subjectOf(demoIds.adminView, 1))
  })

  it("has a sentence for every event that is stored, and for every call that can be refused", async () => {
    const types = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ type: string }>`select distinct type from events where type <> 'FactsSealed'`),
    )
    const wanted = [
      ...types.map(({ type }) => `activity.did.${type}`),
      // A patient's link is no person whom the log could name.
      ...Object.keys(policy)
        .filter((call) => !call.startsWith("Booking."))
        .map((call) => `activity.tried.${call}`),
    ]
    expect(wanted.filter((id) => !Object.hasOwn(activitySentences, id))).toEqual([])
  })
})
