import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { openApiDocument } from "#server/http/openApi.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf, type Asked } from "#tests/support/contract.ts"
import type { Named } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { thingsOf } from "#tests/support/contractThings.ts"
import { describedCall } from "#tests/support/describedCalls.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let token: string
let own: Named

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 1), allIds)
  own = await thingsOf(contract(), demoIds.northwind)
})

const pathOf = (call: Call): string => endpoints.find((one) => one.call === call)?.path ?? ""
const text = JSON.stringify(openApiDocument)

/** The media types that the document names for the answer of a status. */
const typesOf = (call: Call, status: number): ReadonlyArray<string> => {
  const answer = describedCall(pathOf(call)).responses[status]
  if (answer === undefined) return []
  return Object.keys("$ref" in answer ? { "application/json": {} } : answer.content)
}

/** Asks, and gives the status with the media type of what came. */
const answerTo = async (call: Call, asked: Asked): Promise<readonly [status: number, type: string | undefined]> => {
  const answer = await contract().send(call, token, asked)
  await (call === "Feed.GetChanges" ? answer.body?.cancel() : answer.arrayBuffer())
  return [answer.status, answer.headers.get("content-type")?.split(";")[0]]
}

describe("the OpenAPI document", () => {
  it("says of each call what it does, and that it may name the company", () => {
    const summaries = endpoints.map(({ path }) => describedCall(path).summary)
    expect(summaries.filter((summary) => !/^[A-Z].*[a-z]\.$/.test(summary ?? ""))).toEqual([])
    expect(new Set(summaries).size).toBe(endpoints.length)
    for (const { path } of endpoints)
      expect(describedCall(path).shared).toEqual(["#/components/parameters/ActingCompany"])
    expect(openApiDocument.components.parameters.ActingCompany).toMatchObject({ name: "acting-company", in: "header" })
  })

  it("refers to what is there, and says things once: it stays below 3 kB a call", () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, to]) => to ?? ""))
    const at = (to: string) =>
      to.split("/").reduce<unknown>((here, key) => (here as object)[key as never], openApiDocument)
    expect([...references].filter((to) => at(to) === undefined)).toEqual([])
    expect(references.size).toBeGreaterThan(70)
    expect(text.length / endpoints.length).toBeLessThan(3_000)
  })

  it.each(["pageSize", "sort"])("gives the bounds of %s wherever it is taken", (name) => {
    const taken = endpoints.flatMap(({ path }) => describedCall(path).parameters.filter((one) => one.name === name))
    expect(taken.length).toBeGreaterThan(3)
    const bounds =
      name === "sort"
        ? { type: "string", pattern: expect.stringMatching(/^\^-\?\(\w/) as string }
        : { type: "integer", minimum: 1, maximum: 200 }
    for (const { schema } of taken) expect(schema).toEqual(bounds)
  })

  it("says the bounds of pageSize as the server keeps them", async () => {
    const statuses = [0, 1, 200, 201, "1e1"].map((pageSize) =>
      answerTo("Template.GetTemplates", { query: { pageSize } }),
    )
    expect((await Promise.all(statuses)).map(([status]) => status)).toEqual([422, 200, 200, 422, 422])
  })

  it("describes the form of an upload as the server takes it", async () => {
    const { "multipart/form-data": form } = describedCall(pathOf("Database.UploadListFile")).bodies
    expect(form).toMatchObject({ required: ["file"], properties: { file: { type: "string", format: "binary" } } })
    const body = new FormData()
    body.append(form?.required?.[0] ?? "", new File(["First,Phone\nAnn,+14155550123\n"], "list.csv"))
    expect(await answerTo("Database.UploadListFile", { body })).toEqual([200, "application/json"])
  })

  const reads = endpoints.filter(({ path }) =>
    describedCall(path).parameters.every(({ in: where }) => where !== "header"),
  )
  it.each([...reads.map(({ call }) => call), "Feed.GetChanges" as const])("names what %s answers", async (call) => {
    const [status, type] = await answerTo(call, requests[call](own, allIds))
    expect(typesOf(call, status)).toContain(type)
  })

  it.each(["csv", "xlsx"])("names the type of an export as %s", async (fileType) => {
    const asked = { query: { type: fileType }, body: { fileType, campaignHashedId: own.campaignHashedId } }
    const [status, type] = await answerTo("Report.DownloadExportData", asked)
    expect([status, type?.includes(fileType === "csv" ? "csv" : "spreadsheetml")]).toEqual([200, true])
    expect(typesOf("Report.DownloadExportData", 200)).toContain(type)
  })
})
