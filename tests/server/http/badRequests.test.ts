import { beforeAll, describe, expect, it } from "vitest"
import { mayCall, type Call, type UserType } from "#schemas/access.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf, type Asked } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { describedCall } from "#tests/support/describedCalls.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let superAdmins: ReadonlyArray<string>
let everyone: ReadonlyArray<string>
let asked = 0

beforeAll(async () => {
  const tokensOf = (userType: UserType) =>
    Promise.all(
      [demoIds.adminView, demoIds.northwind, demoIds.harbor].map((companyId) =>
        contract().token(subjectOf(companyId, userType), allIds),
      ),
    )
  superAdmins = await tokensOf(1)
  everyone = [...superAdmins, ...(await tokensOf(2))]
})

/** Someone who may make a call: in turns, since one person may ask only so often. */
const nextToken = (call: Call): string => {
  const those = mayCall({ userType: 2, accessIds: allIds }, call) ? everyone : superAdmins
  return those[(asked += 1) % those.length] ?? ""
}

type Refusal = {
  readonly statusCode: string
  readonly status: string
  readonly message: string
  readonly problem: string
  readonly correlationId: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

/** Sends what must be refused; the answer has the one error form, whatever was wrong. */
const refusalOf = async (call: Call, request: Asked): Promise<Refusal> => {
  const answer = await contract().send(call, nextToken(call), request)
  const body = (await answer.json()) as Refusal
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
  expect(body.statusCode).toBe(String(answer.status))
  for (const { message } of [body, ...(body.errors ?? [])]) {
    expect(message).toMatch(/^[A-Z].{4}.*[.>0]$/)
    expect(message).not.toMatch(/Expected|RegExp|filter|property|key\b/)
  }
  expect([body.status, body.problem, body.correlationId]).toEqual([
    expect.stringMatching(/^(error|invalid)$/),
    expect.stringMatching(/^[A-Z]\w+$/),
    expect.stringMatching(/^[\da-f-]{36}$/),
  ])
  return body
}

const withJson = endpoints.flatMap(({ call, path }) => {
  const schema = describedCall(path).bodies["application/json"]
  return schema === undefined ? [] : [[call, schema.required ?? []] as const]
})
const withQuery = endpoints.flatMap(({ call, path }) => {
  const needed = describedCall(path).parameters.filter((one) => one.in === "query" && one.required)
  return needed.length === 0 ? [] : [[call, needed.map(({ name }) => name)] as const]
})
const wellFormed = (call: Call): Asked => requests[call](absent, allIds)

describe("a malformed request", () => {
  it("is looked for in many calls", () => {
    expect(Math.min(withJson.length, withQuery.length)).toBeGreaterThan(9)
  })

  it.each(withJson)("of %s is answered with the wrong fields of its body: %j", async (call, required) => {
    const { query } = wellFormed(call)
    const asked = (body: object | string | null): Asked => ({ ...(query === undefined ? {} : { query }), body })
    for (const body of ["{", "", "null", "[]", '"text"', "7"]) {
      expect([body, (await refusalOf(call, asked(body))).statusCode]).toEqual([body, "422"])
    }
    const empty = await refusalOf(call, asked({}))
    expect(empty).toMatchObject({ statusCode: "422", status: "invalid", problem: "Invalid" })
    expect(required.length).toBeGreaterThan(0)
    expect(empty.errors?.map(({ field }) => field).toSorted()).toEqual(required.toSorted())
    for (const field of required) {
      const wrong = { ...(wellFormed(call).body as object), [field]: { wrong: true } }
      const { errors } = await refusalOf(call, asked(wrong))
      expect((errors ?? []).map((one) => one.field.split(".")[0])).toContain(field)
    }
  })

  it.each(withQuery)("of %s is answered with the missing and wrong parameters: %j", async (call, needed) => {
    for (const name of needed) {
      const { query = {}, body } = wellFormed(call)
      const { [name]: _, ...others } = query
      const rest = body === undefined ? {} : { body }
      for (const wrong of [others, { ...others, [name]: "%00' or 1=1" }]) {
        const { statusCode, errors } = await refusalOf(call, { query: wrong, ...rest })
        expect([statusCode, errors?.map(({ field }) => field)]).toEqual(["422", [name]])
      }
    }
  })

  it("is answered with what is wrong in headers, query and body at once", async () => {
    const withBoth = withJson.filter(([call]) => withQuery.some(([other]) => other === call))
    expect(withBoth).not.toEqual([])
    for (const [call, required] of withBoth) {
      const needed = withQuery.find(([other]) => other === call)?.[1] ?? []
      const { message, errors } = await refusalOf(call, { body: {} })
      expect(errors?.map(({ field }) => field)).toEqual([...needed, ...required])
      expect(message).toBe("Several fields are not right. Each is named with what belongs in it.")
      const unread = await refusalOf(call, { body: "{" })
      expect(unread.errors?.map(({ field }) => field)).toEqual([...needed, ""])
    }
    const { errors } = await refusalOf("Campaign.ChangeState", { body: {}, headers: { "if-match": "1".repeat(41) } })
    expect(errors?.map(({ field }) => field)).toEqual(["if-match", "campaignHashedId", "action"])
  })

  it.each(withJson)("of %s must be JSON", async (call) => {
    const { query = {}, body } = wellFormed(call)
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
      const refused = await refusalOf(call, { query, body: JSON.stringify(body), headers: { "content-type": type } })
      expect([type, refused.statusCode, refused.problem]).toEqual([type, "415", "UnsupportedFormat"])
    }
  })

  it.each(withJson)("of %s must not be larger than 1 MB", async (call) => {
    const { query = {}, body } = wellFormed(call)
    const large = JSON.stringify({ ...(body as object), more: "x".repeat(1_048_576) })
    expect(await refusalOf(call, { query, body: large })).toMatchObject({ statusCode: "413", problem: "TooLarge" })
  })

  it("may be a page that does not exist", async () => {
    for (const call of ["Template.GetTemplates", "Campaign.GetCampaigns", "Database.GetImports"] as const) {
      expect((await refusalOf(call, { query: { cursor: "1; drop table events" } })).statusCode).toBe("400")
      expect((await refusalOf(call, { query: { pageSize: 100_000 } })).errors?.[0]?.field).toBe("pageSize")
    }
  })
})
