import { describe, expect, it } from "vitest"
import { accessIds, policy, userTypes, type Call } from "#schemas/access.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { loginMessages } from "#schemas/session/words.ts"
import { allIds, contractOfThisFile, endpoints, patientEndpoints, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()

const rightSets: ReadonlyArray<ReadonlyArray<number>> = [[], ...allIds.map((id) => [id]), allIds]
const types = Object.values(userTypes)
const people = types.flatMap((type) => rightSets.map((ids) => ({ type, ids })))

/** The table of `access.ts`, read here once more: each group needs one of its names, and the type must be listed. */
const isAllowed = (call: Call, type: 1 | 2 | 3, ids: ReadonlyArray<number>): boolean => {
  // A history is shown only to those who may see the thing.
  if (call === "Demo.GetHistory" && !isAllowed("Campaign.GetCampaignDetail", type, ids)) return false
  const row: PolicyRow = policy[call]
  const holds = row.every.map((names) => names.map((name) => accessIds[name]).filter((id) => ids.includes(id)).length)
  return !holds.includes(0) && (row.types ?? types).includes(type)
}

type Verdict = "let in" | "not signed in" | "forbidden" | `${number}`
const verdictOf = async (answer: Response): Promise<Verdict> => {
  const { status } = answer
  await answer.body?.cancel()
  return status === 401 ? "not signed in" : status === 403 ? "forbidden" : status < 500 ? "let in" : `${status}`
}

describe("the doors of the contract", () => {
  it("are tried with a request of each call", () => {
    expect(
      [...endpoints, ...patientEndpoints].filter(({ call }) => !(call in requests)).map(({ call }) => call),
    ).toEqual([])
  })

  it("stand before every call of the policy table, and before no other", () => {
    const every = [...endpoints, ...patientEndpoints]
    expect(every.map(({ call }) => call).sort()).toEqual(Object.keys(policy).sort())
    expect(every.filter(({ path }) => !path.startsWith("/api/"))).toEqual([])
  })

  it(`let in those the table names and no one else: ${endpoints.length} calls × ${people.length} sets of rights = ${endpoints.length * people.length} cells`, async () => {
    const wrong: Array<string> = []
    for (const { type, ids } of people) {
      const token = await contract().token(subjectOf(demoIds.northwind, type), ids)
      for (const { call } of endpoints) {
        const found = await verdictOf(await contract().send(call, token, requests[call](absent, ids)))
        const wanted: Verdict = isAllowed(call, type, ids) ? "let in" : "forbidden"
        if (found !== wanted) wrong.push(`${call} as type ${type} with ${ids.join()}: ${found}, not ${wanted}`)
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it(`stay shut without a token and with a forged one, however wrong the request: ${endpoints.length * 4} cells`, async () => {
    const forged = await contract().forged(subjectOf(demoIds.northwind, 1), allIds)
    const wrong: Array<string> = []
    for (const { call, method } of endpoints) {
      for (const token of [undefined, forged]) {
        const malformed = method === "POST" ? { body: "{" } : {}
        for (const asked of [requests[call](absent, allIds), malformed]) {
          const answer = await contract().send(call, token, asked)
          const { correlationId, ...body } = (await answer.json()) as { readonly correlationId: string }
          if (answer.status !== 401) wrong.push(`${call}: ${answer.status}`)
          expect(correlationId).toMatch(/^[\da-f-]{36}$/)
          expect(body).toMatchObject({ statusCode: "401", status: "error", problem: "Unauthenticated" })
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it("name the right that is missing", async () => {
    const token = await contract().token(subjectOf(demoIds.northwind, 2), [accessIds.Template])
    const answer = await contract().send(
      "Template.PublishTemplate",
      token,
      requests["Template.PublishTemplate"](absent, []),
    )
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      problem: "Forbidden",
      message:
        "You need the right to publish, launch, delete and export (Actions). Please ask your site administrator.",
    })
  })

  it("give no right that only the token or only the record holds", async () => {
    const subject = subjectOf(demoIds.northwind, 3)
    await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql`update accounts set access_ids = '{1,4}' where subject = ${subject}`),
    )
    const token = await contract().token(subject, [4, 15])
    const sent = async (call: Call) => contract().send(call, token, requests[call](absent, []))
    expect(await verdictOf(await sent("Database.GetImports"))).toBe("forbidden")
    expect(await verdictOf(await sent("Template.GetTemplates"))).toBe("forbidden")
    const report = await contract().send("Report.GetReport", token, {})
    expect(report.status).toBe(200)
    // The record holds 1, the token does not: the answer asks the browser to fetch a new one.
    expect(report.headers.get("rights-changed")).toBe("1")
  })

  it("are said to be more than the token's by the login call, where they are", async () => {
    const subject = subjectOf(demoIds.northwind, 3)
    await contract().sql(({ sql, company }) =>
      company(demoIds.northwind)(sql`update accounts set access_ids = '{1,4}' where subject = ${subject}`),
    )
    const said = async (roles: ReadonlyArray<number>) => {
      const token = await contract().token(subject, roles)
      return (await contract().send("User.login", token, { body: {} })).headers.get("rights-changed")
    }
    expect(await said([4, 15])).toBe("1")
    expect(await said([1, 4, 15])).toBeNull()
  })
})

describe("the account lock", () => {
  it("refuses the next call of a person, with a token from before it, and unlocking lets them in again", async () => {
    const subject = subjectOf(demoIds.harbor, 2)
    const token = await contract().token(subject, allIds)
    const setLocked = (locked: boolean) =>
      contract().sql(({ sql, company }) =>
        company(demoIds.harbor)(sql`update accounts set locked = ${locked} where subject = ${subject}`),
      )
    const report = () => contract().send("Report.GetDashboard", token, {})
    expect((await report()).status).toBe(200)
    await setLocked(true)
    const refused = await report()
    expect(refused.status).toBe(403)
    // The browser asks the login call next, which says that the account is locked.
    expect(refused.headers.get("rights-changed")).toBe("1")
    expect(await refused.json()).toMatchObject({ problem: "Forbidden", message: loginMessages.locked })
    const login = await contract().send("User.login", token, { body: {} })
    expect(await login.json()).toMatchObject({ statusCode: "403", status: "locked" })
    await setLocked(false)
    expect((await report()).status).toBe(200)
  })
})

describe("the header Acting-Company", () => {
  const hashedId = async (companyId: CompanyId): Promise<string> => {
    const rows = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ id: string }>`select hashed_id as id from companies where company_id = ${companyId}`),
    )
    return rows[0]?.id ?? ""
  }
  const templatesAs = async (type: 1 | 2 | 3, company: CompanyId, header: string) => {
    const token = await contract().token(subjectOf(company, type), allIds)
    const answer = await contract().send("Template.GetTemplates", token, { headers: { "acting-company": header } })
    const { correlationId: _, ...body } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, body }
  }

  it("lets a Super Admin act for another company", async () => {
    const { status, body } = await templatesAs(1, demoIds.adminView, await hashedId(demoIds.harbor))
    expect(status).toBe(200)
    const companies = (body["data"] as ReadonlyArray<{ companyId: CompanyId }>).map(({ companyId }) => companyId)
    expect([...new Set(companies)]).toEqual([demoIds.harbor])
  })

  it("is answered like an absent company for everyone else, their own company included", async () => {
    const unknown = await templatesAs(1, demoIds.adminView, "no-such-company-anywhere")
    expect(unknown).toMatchObject({ status: 404, body: { problem: "NotFound" } })
    for (const type of [2, 3] as const) {
      for (const company of [demoIds.harbor, demoIds.northwind]) {
        expect(await templatesAs(type, demoIds.northwind, await hashedId(company))).toEqual(unknown)
      }
      expect(await templatesAs(type, demoIds.northwind, "no-such-company-anywhere")).toEqual(unknown)
    }
  })
})
