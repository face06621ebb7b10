import { beforeAll, describe, expect, it } from "vitest"
import { mayCall, type Call } from "#schemas/access.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf } from "#tests/support/contract.ts"
import { absent, type Named } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { describedCall } from "#tests/support/describedCalls.ts"
import { thingsOf } from "#tests/support/contractThings.ts"
import { demoIds } from "#tests/support/seededDemo.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"

const { northwind, harbor } = demoIds
const contract = contractOfThisFile()
let token: string
let own: Named
let others: Named

beforeAll(async () => {
  token = await contract().token(subjectOf(northwind, 2), allIds)
  const reserved = await contract().send("Campaign.GenerateId", token, { query: { type: "Campaign" } })
  const { data } = (await reserved.json()) as { readonly data: { readonly id: CampaignId } }
  for (const company of [northwind, harbor]) {
    const taker = await contract().token(subjectOf(company, 2), allIds)
    const taken = await contract().send("Report.DownloadExportData", taker, {
      query: { type: "csv" },
      body: { fileType: "csv" },
    })
    await taken.arrayBuffer()
  }
  own = { ...(await thingsOf(contract(), northwind)), campaignId: data.id }
  others = await thingsOf(contract(), harbor)
})

const names = new Set<string>(Object.keys(absent))

/** What a call's request may name, read from the contract's own description. */
const namedIn = (path: string): ReadonlyArray<keyof Named> => {
  const { parameters, bodies } = describedCall(path)
  const queried = parameters.filter((one) => one.in === "query").map(({ name }) => name)
  const posted = Object.values(bodies).flatMap(({ properties }) => Object.keys(properties ?? {}))
  return [...queried, ...posted].filter((name): name is keyof Named => names.has(name))
}

/** What only has the name of such a thing: a phone to be kept, and a last day. */
const namesNothing: ReadonlyArray<string> = [
  "Database.SavePatient phone",
  "Outreach.PlaceTestCall phone",
  "Scheduler.GetOutreachRuns to",
]

/** Calls of all companies' administration are refused before they are read. */
const references = endpoints
  .filter(({ call }) => mayCall({ userType: 2, accessIds: allIds }, call))
  .flatMap(({ call, path }) => namedIn(path).map((field) => [call, field] as const))
  .filter(([call, field]) => !namesNothing.includes(`${call} ${field}`))

const answerTo = async (call: Call, named: Named) => {
  const answer = await contract().send(call, token, requests[call](named, allIds))
  const text = await answer.text()
  const body =
    answer.headers.get("content-type")?.startsWith("application/json") === true ? (JSON.parse(text) as object) : text
  const { correlationId: _, ...rest } =
    typeof body === "string" ? { body, correlationId: "" } : { correlationId: "", ...body }
  return { status: answer.status, body: rest }
}

describe("another company's things", () => {
  it("are there, and are not ours", () => {
    for (const name of Object.keys(absent) as ReadonlyArray<keyof Named>) {
      expect([name, own[name], others[name]]).toEqual([name, expect.anything(), expect.anything()])
      expect(others[name]).not.toBe(own[name])
    }
    expect(references.length).toBeGreaterThan(25)
  })

  it.each(references)("%s answers another company's %s as one that no one has", async (call, field) => {
    const theirs = await answerTo(call, { ...own, [field]: others[field] })
    const nobodys = await answerTo(call, { ...own, [field]: absent[field] })
    expect(theirs).toEqual(nobodys)
  })

  it("are distinguished from our own: every call does something else for a thing of ours", async () => {
    const calls = [...new Set(references.map(([call]) => call))]
    // A call flow is a template that no call for texts finds.
    const ownFlow = await thingsOf(contract(), northwind, "IVR")
    // What deletes comes last.
    for (const call of calls.toSorted(
      (left, right) => Number(left.includes("Delete")) - Number(right.includes("Delete")),
    )) {
      const named = call.startsWith("Outreach.") ? ownFlow : own
      expect([call, await answerTo(call, named)]).not.toEqual([call, await answerTo(call, absent)])
    }
  })

  it("are untouched by all of this", async () => {
    expect(await thingsOf(contract(), harbor)).toEqual(others)
    const events = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ company_id: CompanyId }>`
        select distinct company_id from events where meta->>'actorId' is not null and meta->>'companyId' = ${String(northwind)}`),
    )
    expect(events).toEqual([{ company_id: northwind }])
  })
})
