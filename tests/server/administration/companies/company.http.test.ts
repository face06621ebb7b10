import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { Company } from "#schemas/administration/company.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { company as draft } from "#tests/support/contractRequests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import { CompanyId } from "#schemas/ids.ts"

const contract = contractOfThisFile()
let token: string
beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
})

type Answer<A> = { readonly status: number; readonly data: A; readonly message: string; readonly errors?: unknown }
const ask = async <A>(call: Call, asked: Asked = {}): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}

let codes = 0
const newDraft = (more: Partial<CompanyDraft> = {}): CompanyDraft => ({
  ...draft,
  name: "Riverside Health",
  code: `RIVER-${(codes += 1)}`,
  ...more,
})
const reserve = async (): Promise<CompanyId> =>
  (await ask<{ readonly id: CompanyId }>("Campaign.GenerateId", { query: { type: "Company" } })).data.id
const save = (companyId: CompanyId, company: CompanyDraft, headers: Record<string, string> = {}) =>
  ask<Company>("Company.SaveCompany", { body: { companyId, company }, headers })
const make = async (more: Partial<CompanyDraft> = {}): Promise<Company> =>
  (await save(await reserve(), newDraft(more))).data
const detail = (hashedId: string) => ask<Company>("Company.GetCompanyDetail", { query: { hashedId } })
const remove = (hashedId: string, type: "Company" | "Address") =>
  ask("Company.DeleteCompany", { query: { hashedId, type } })
const hashedIdOf = async (companyId: CompanyId): Promise<string> => {
  const [row] = await contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ id: string }>`select hashed_id as id from companies where company_id = ${companyId}`),
  )
  return row?.id ?? ""
}

describe("companies", () => {
  it("are made under a reserved id, and read again as they were saved", async () => {
    const senders = [
      {
        senderId: 0,
        channel: "SMS" as const,
        e164: "+16175550190",
        label: "Front desk",
        segmentsPerSecond: 3,
        ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
      },
    ]
    const pronunciations = [{ word: "Nguyen", saidAs: "Win" }]
    const made = await make({ senders, pronunciations, helpText: "Call us at 617 555 0190." })
    expect(made.state).toBe("active")
    const { data } = await detail(made.hashedId)
    expect(data).toEqual(made)
    expect(data.company).toMatchObject({
      ...newDraft(),
      code: data.company.code,
      helpText: "Call us at 617 555 0190.",
      pronunciations,
      addresses: [{ line1: "1 Elm Street" }],
      senders: [{ e164: "+16175550190" }],
    })
    expect(data.company.addresses[0]?.hashedId).toMatch(/^[\w-]{22}$/)
    expect(data.company.senders[0]?.senderId).toBeGreaterThan(0)
  })

  it("are not made under an id that no one reserved", async () => {
    expect(await save(CompanyId.make(900_001), newDraft())).toMatchObject({ status: 404, problem: "NotFound" })
  })

  it("are found by name and code, in an order that pages keep", async () => {
    await make({ name: "Zebra Clinic" })
    await make({ name: "zebra annex" })
    await make({ name: "Zebra Clinic" })
    const names: Array<string> = []
    let cursor: string | undefined
    do {
      const page = await contract().send("Company.GetCompanyList", token, {
        query: { search: "zebra", sort: "-name", pageSize: 1, ...(cursor === undefined ? {} : { cursor }) },
      })
      const body = (await page.json()) as {
        readonly data: ReadonlyArray<{ readonly name: string }>
        readonly next?: string
      }
      names.push(...body.data.map(({ name }) => name))
      cursor = body.next
    } while (cursor !== undefined)
    expect(names).toEqual(["Zebra Clinic", "Zebra Clinic", "zebra annex"])
    const expired = await ask<ReadonlyArray<{ name: string }>>("Company.GetCompanyList", {
      query: { state: "expired" },
    })
    expect(expired.data.map(({ name }) => name)).toEqual(["Lapsed Care"])
  })

  it("say which field is wrong, and keep what was there", async () => {
    const made = await make()
    const wrong = await save(made.companyId, { ...made.company, contractEnd: "2025-01-01", addresses: [] })
    expect(wrong).toMatchObject({ status: 422, problem: "Invalid" })
    expect(wrong.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: expect.stringMatching(/addresses$/), message: "Enter at least one address." }),
      ]),
    )
    const taken = await save(made.companyId, { ...made.company, code: "NORTHWIND" })
    expect(taken).toMatchObject({
      status: 409,
      errors: [{ field: "code", message: "A company with this code already exists." }],
    })
    expect((await detail(made.hashedId)).data).toEqual(made)
  })

  it("let the loser of a race know", async () => {
    const made = await make()
    const first = await save(made.companyId, { ...made.company, name: "First" }, { "if-match": String(made.version) })
    expect(first.data.version).toBe(made.version + 1)
    const second = await save(made.companyId, { ...made.company, name: "Second" }, { "if-match": String(made.version) })
    expect(second).toMatchObject({ status: 409, problem: "StaleVersion" })
    expect((await detail(made.hashedId)).data.company.name).toBe("First")
  })

  it("keep every revision for before and after", async () => {
    const made = await make()
    await save(made.companyId, { ...made.company, timezone: "America/Chicago" })
    const kept = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ revision: number; zone: string }>`
        select revision, body ->> 'timezone' as zone from revisions where company_id = ${made.companyId} order by revision`),
    )
    expect(kept).toEqual([
      { revision: 1, zone: "America/New_York" },
      { revision: 2, zone: "America/Chicago" },
    ])
  })

  it("keep a number that campaigns used", async () => {
    const { data } = await detail(await hashedIdOf(demoIds.northwind))
    const [used, ...others] = data.company.senders
    expect(await save(data.companyId, { ...data.company, senders: others })).toMatchObject({
      status: 422,
      errors: [{ field: "senders", message: `${used?.e164} has campaigns or texts, so it cannot be removed.` }],
    })
    const theirs = {
      senderId: 0,
      channel: "SMS" as const,
      e164: "+13515550101",
      label: "Taken",
      segmentsPerSecond: 1,
      ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
    }
    expect(await save(data.companyId, { ...data.company, senders: [...data.company.senders, theirs] })).toMatchObject({
      status: 422,
      errors: [
        { field: `senders.${data.company.senders.length}.e164`, message: "This number belongs to a company already." },
      ],
    })
  })

  it("keep a number that people wrote to, or that sent texts of no campaign", async () => {
    const senders = [
      {
        senderId: 0,
        channel: "SMS" as const,
        e164: "+16175550181",
        label: "Written to",
        segmentsPerSecond: 3,
        ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
      },
      {
        senderId: 0,
        channel: "SMS" as const,
        e164: "+16175550182",
        label: "Sent a text",
        segmentsPerSecond: 3,
        ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
      },
      {
        senderId: 0,
        channel: "SMS" as const,
        e164: "+16175550183",
        label: "New",
        segmentsPerSecond: 3,
        ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
      },
    ]
    const { companyId, company } = await make({ senders })
    const [written, sent, fresh] = company.senders
    await contract().sql(({ sql, company: within }) =>
      within(companyId)(
        Effect.all([
          sql`insert into inbound_messages (company_id, sender_id, phone, body, request, at)
              values (${companyId}, ${written?.senderId ?? 0}, '+12125550123', 'Hello?', 'other', now())`,
          sql`insert into notices (company_id, sender_id, phone, kind, state, at)
              values (${companyId}, ${sent?.senderId ?? 0}, '+12125550123', 'help', 'sent', now())`,
        ]),
      ),
    )
    for (const used of [written, sent]) {
      const rest = company.senders.filter((one) => one !== used)
      expect(await save(companyId, { ...company, senders: rest })).toMatchObject({
        status: 422,
        errors: [{ field: "senders", message: `${used?.e164} has campaigns or texts, so it cannot be removed.` }],
      })
    }
    const kept = company.senders.filter((one) => one !== fresh)
    expect(await save(companyId, { ...company, senders: kept })).toMatchObject({ status: 200 })
  })

  it("say who holds each right that they have bought, by groups as well", async () => {
    const { data } = await detail(await hashedIdOf(demoIds.northwind))
    const listed = await contract().send(
      "User.GetUsers",
      await contract().token(subjectOf(demoIds.northwind, 2), allIds),
      { query: { pageSize: 200 } },
    )
    const users = ((await listed.json()) as { readonly data: ReadonlyArray<UserSummary> }).data
    const active = users.filter(({ state }) => state !== "inactive")
    const expected = data.company.selectedRolesList.map((id) => [
      id,
      active.filter(({ accessIds }) => accessIds.includes(id)).length,
    ])
    expect(data.holders.map(({ accessId, people }) => [accessId, people])).toEqual(
      expected.filter(([, people]) => people !== 0),
    )
    const named = users.map(({ displayName }) => displayName)
    for (const { first } of data.holders) expect(named).toEqual(expect.arrayContaining([...first]))
  })

  it("say what they do with their contract, and whom they text at which hours", async () => {
    const hashedId = await hashedIdOf(demoIds.northwind)
    const used = async () => (await ask<CompanyUse>("Company.GetCompanyUse", { query: { hashedId } })).data
    const { states, elsewhere, texts, today, pastEnd } = await used()
    const [stored] = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql<{ people: number; texts: number }>`
        select (select count(*)::int from patients where company_id = ${demoIds.northwind}) as people,
          (select count(*)::int from recipients where company_id = ${demoIds.northwind}
            and to_char(sent_at at time zone 'America/Los_Angeles', 'YYYY-MM') = ${today.slice(0, 7)}) as texts`),
    )
    expect(states.reduce((sum, { people }) => sum + people, elsewhere)).toBe(stored?.people)
    expect(texts).toBe(stored?.texts)
    expect(states.length).toBeGreaterThan(5)
    expect(states.map(({ people }) => people)).toEqual(states.map(({ people }) => people).toSorted((a, b) => b - a))
    expect(states[0]).toMatchObject({ allowed: { from: "08:00", to: "21:00" }, used: { from: "08:00", to: "21:00" } })
    // The demo's contract outlives what it has planned; one that ends today does not.
    expect(pastEnd).toEqual({ campaigns: 0, first: [] })
    await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(
        sql`update read_models set state = 'scheduled', row = jsonb_set(row, '{startAt}', '"2099-01-05T15:00:00.000Z"')
          where company_id = ${demoIds.northwind} and category = 'campaign' and id = (select min(id) from read_models
            where company_id = ${demoIds.northwind} and category = 'campaign')`,
      ),
    )
    const [first] = (await used()).pastEnd.first
    expect(first).toMatchObject({ startAt: "2099-01-05T15:00:00.000Z" })
    expect(await ask("Company.GetCompanyUse", { query: { hashedId: "A".repeat(22) } })).toMatchObject({ status: 404 })
  })

  it("are deleted with their addresses one by one, but for the last", async () => {
    const second = {
      hashedId: null,
      label: "Annex",
      line1: "2 Elm Street",
      line2: "",
      city: "Boston",
      state: "MA",
      zip: "02110",
      country: "US",
    }
    const made = await make({ addresses: [...draft.addresses, second] })
    const [main, annex] = made.company.addresses.map(({ hashedId }) => hashedId ?? "")
    expect(await remove(annex ?? "", "Address")).toMatchObject({ status: 200 })
    expect(await remove(annex ?? "", "Address")).toMatchObject({ status: 404 })
    expect(await remove(main ?? "", "Address")).toMatchObject({
      status: 409,
      message: "A company needs at least one address.",
    })
    expect(await remove(made.hashedId, "Company")).toMatchObject({ status: 200 })
    expect(await detail(made.hashedId)).toMatchObject({ status: 404 })
    expect(await save(made.companyId, made.company)).toMatchObject({
      status: 409,
      message: "This company was deleted.",
    })
  })

  it("leave the numbers that no campaign or text used to others when they are deleted", async () => {
    const senders = [
      {
        senderId: 0,
        channel: "SMS" as const,
        e164: "+16175550177",
        label: "Desk",
        segmentsPerSecond: 3,
        ...{ concurrentCalls: 50, carrier: "twilio" as const, standIn: null },
      },
    ]
    const made = await make({ senders })
    const taken = await save(await reserve(), newDraft({ senders }))
    expect(taken).toMatchObject({ status: 422, message: "This number belongs to a company already." })
    await remove(made.hashedId, "Company")
    expect((await make({ senders })).company.senders).toMatchObject([{ e164: "+16175550177" }])
  })

  it("shut their people out while they are suspended", async () => {
    const theirs = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
    const login = async () => (await contract().send("User.login", theirs, {})).json()
    const change = (action: string) =>
      hashedIdOf(demoIds.harbor).then((hashedId) => ask("Company.ChangeState", { body: { hashedId, action } }))
    expect(await change("suspend")).toMatchObject({ status: 200, data: { state: "suspended" } })
    expect(await login()).toMatchObject({ statusCode: "403", status: "locked" })
    expect(await change("suspend")).toMatchObject({ status: 409, problem: "NotAllowedNow" })
    expect(await change("reinstate")).toMatchObject({ status: 200, data: { state: "active" } })
    expect(await login()).toMatchObject({ statusCode: "200" })
  })

  it("bound what their people hold by what they bought", async () => {
    const { data } = await detail(await hashedIdOf(demoIds.harbor))
    const theirs = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
    const report = async () => (await contract().send("Report.GetReport", theirs, {})).status
    expect(await report()).toBe(200)
    await save(data.companyId, { ...data.company, selectedRolesList: [1, 14] })
    expect(await report()).toBe(403)
    await save(data.companyId, data.company)
    expect(await report()).toBe(200)
  })

  it("are no one's own to delete or suspend", async () => {
    const own = await hashedIdOf(demoIds.adminView)
    expect(await remove(own, "Company")).toMatchObject({
      status: 409,
      message: "This is your own company. It cannot be deleted.",
    })
    expect(await ask("Company.ChangeState", { body: { hashedId: own, action: "suspend" } })).toMatchObject({
      status: 409,
    })
  })

  it("are shown to an Admin when it is their own, and absent when it is not", async () => {
    const admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
    const seen = async (hashedId: string) =>
      (await contract().send("Company.GetCompanyDetail", admin, { query: { hashedId } })).json()
    expect(await seen(await hashedIdOf(demoIds.northwind))).toMatchObject({ data: { companyId: demoIds.northwind } })
    const { correlationId: _, ...theirs } = (await seen(await hashedIdOf(demoIds.harbor))) as Record<string, unknown>
    const { correlationId: __, ...nobodys } = (await seen("AbsentCompany000000000")) as Record<string, unknown>
    expect(theirs).toEqual(nobodys)
  })
})

describe("a Super Admin who works for another company", () => {
  it("reads so in the answer of the login call, and both ends stand in that company's audit stream", async () => {
    const hashedId = await hashedIdOf(demoIds.northwind)
    const headers = { "acting-company": hashedId }
    expect(await ask("Company.ActFor", { body: { hashedId } })).toMatchObject({
      status: 200,
      data: { companyId: demoIds.northwind, name: "Northwind Clinics", timezone: "America/Los_Angeles" },
    })
    const login = await contract().send("User.login", token, { headers })
    expect(await login.json()).toMatchObject({
      companyId: demoIds.adminView,
      actingCompany: { companyId: demoIds.northwind, name: "Northwind Clinics" },
    })
    expect(await ask("Company.ActFor", { body: { hashedId: null }, headers })).toMatchObject({
      status: 200,
      data: null,
    })
    const rows = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql<{ type: string; actor: string }>`
        select type, meta ->> 'companyId' as actor from events where company_id = ${demoIds.northwind} and type like 'Acting%' order by pos`),
    )
    expect(rows).toEqual([
      { type: "ActingBegan", actor: String(demoIds.adminView) },
      { type: "ActingEnded", actor: String(demoIds.adminView) },
    ])
  })

  it("begins once, however many calls come at once, and again after the end", async () => {
    const headers = { "acting-company": await hashedIdOf(demoIds.harbor) }
    const read = () => ask("Template.GetTemplates", { headers })
    await Promise.all([read(), read(), read(), read()])
    await ask("Company.ActFor", { body: { hashedId: null }, headers })
    await read()
    const rows = await contract().sql(({ sql, company }) =>
      company(demoIds.harbor)(sql<{ type: string }>`
        select type from events where company_id = ${demoIds.harbor} and type like 'Acting%' order by pos`),
    )
    expect(rows.map(({ type }) => type)).toEqual(["ActingBegan", "ActingEnded", "ActingBegan"])
  })

  it("does not delete the company while working for it", async () => {
    const { hashedId } = await make()
    const headers = { "acting-company": hashedId }
    const asked = { query: { hashedId, type: "Company" }, headers }
    expect(await ask("Company.DeleteCompany", asked)).toMatchObject({
      status: 409,
      message: "You work for this company. Go back to your own first.",
    })
    expect((await detail(hashedId)).data.state).toBe("active")
  })

  it("is the only one who may name another company; anyone else's attempt is on record", async () => {
    const admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
    const headers = { "acting-company": await hashedIdOf(demoIds.harbor) }
    expect((await contract().send("Template.GetTemplates", admin, { headers })).status).toBe(404)
    const rows = await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql<{ call: string }>`
        select data ->> 'call' as call from events
        where company_id = ${demoIds.northwind} and type = 'CallRefused' and data ->> 'problem' = 'NotFound'`),
    )
    expect(rows).toContainEqual({ call: "Template.GetTemplates" })
  })

  it("is not shut out by a company that is gone", async () => {
    const login = await contract().send("User.login", token, {
      headers: { "acting-company": "AbsentCompany000000000" },
    })
    expect(await login.json()).toMatchObject({ statusCode: "200", actingCompany: null })
  })
})
