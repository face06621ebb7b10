import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { allIds, contractOfThisFile, endpoints, pagesOrigin, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})

/** The specification's calls that change something although they are GETs, and one of each other kind that does. */
const changing: ReadonlyArray<Call> = [
  "Campaign.GenerateId",
  "Template.PublishTemplate",
  "Template.DeleteTemplate",
  "Template.DeleteResponseFile",
  "Template.DeleteCurlParameter",
  "Campaign.ChangeState",
  "Campaign.DeleteCampaign",
]
const reading = endpoints.filter(
  ({ call, method }) => method === "GET" && !changing.includes(call) && call !== "Feed.GetChanges",
)

const refusalOf = async (call: Call, headers: Readonly<Record<string, string>>, bearer: string | undefined = token) => {
  const answer = await contract().send(call, bearer, { ...requests[call](absent, allIds), headers })
  // A file is no refusal.
  if (answer.headers.get("content-type")?.includes("json") !== true) return `${answer.status}`
  const { problem, message } = (await answer.json()) as { readonly problem?: string; readonly message?: string }
  return problem === "Forbidden" ? message : `${answer.status}`
}
const foreign = "Another site’s page asked for this, so it was not done. Open Admin View and try it there."
const site = (value: string) => ({ "sec-fetch-site": value })

describe.each(changing)("%s", (call) => {
  it("is refused when a browser says that another site's page asks, or the address bar", async () => {
    const elsewhere = { origin: "https://elsewhere.example" }
    for (const headers of [
      site("cross-site"),
      site("same-site"),
      site("none"),
      { ...site("cross-site"), ...elsewhere },
    ])
      expect([headers, await refusalOf(call, headers)]).toEqual([headers, foreign])
  })

  it("is let in from our own pages, on their own origin or the configured one, and from no browser at all", async () => {
    for (const headers of [{}, site("same-origin"), { ...site("cross-site"), origin: pagesOrigin }])
      expect([headers, await refusalOf(call, headers)]).toEqual([headers, expect.stringMatching(/^(200|404)$/)])
  })

  it("needs its token all the same", async () => {
    const answer = await contract().send(call, undefined, {
      ...requests[call](absent, allIds),
      headers: site("same-origin"),
    })
    expect(answer.status).toBe(401)
  })
})

it("reads are not looked at: a browser keeps their answers from other sites' pages", async () => {
  expect(reading.length).toBeGreaterThan(8)
  for (const { call } of reading) expect([call, await refusalOf(call, site("cross-site"))]).not.toEqual([call, foreign])
})
