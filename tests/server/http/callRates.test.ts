import { Layer } from "effect"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import { callRates } from "#schemas/constants.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { allIds, contractOfThisFile, endpoints, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

/** The real world's time here: it stands still, so that as many calls as there are fall into one moment. */
let now = Date.now()
const contract = contractOfThisFile({ replaced: Layer.succeed(RealTime, () => now) })
let token: string

beforeAll(async () => {
  token = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
})
afterEach(() => {
  now += 3_600_000
})

const ask = async (call: Call, bearer = token) => {
  const answer = await contract().send(call, bearer, requests[call](absent, allIds))
  const retryAfter = answer.headers.get("retry-after")
  const text = await answer.text()
  return { status: answer.status, retryAfter, text }
}
/** Makes a call as often as it is allowed, in the same moment; none of them is refused for that. */
const useUp = async (call: Call, times: number) => {
  for (let made = 0; made < times; made += 1) expect((await ask(call)).status).not.toBe(429)
}

describe("a person's calls", () => {
  it.each([
    ["User.login", "login", "This account signs in too often. The next one is possible in 1 second.", "1"],
    [
      "Template.DeleteTemplate",
      "write",
      "Too many changes in a short time. The next one is possible in 1 second.",
      "1",
    ],
    [
      "Template.PreviewMessage",
      "ask",
      "Too many questions in a short time. The next one is possible in 1 second.",
      "1",
    ],
    ["Campaign.GenerateId", "write", "Too many changes in a short time. The next one is possible in 1 second.", "1"],
    [
      "Report.DownloadExportData",
      "export",
      "Too many files in a short time. The next one is possible in 10 seconds.",
      "10",
    ],
    ["User.DownloadUsers", "export", "Too many files in a short time. The next one is possible in 10 seconds.", "10"],
    [
      "Database.DownloadRejectedRows",
      "export",
      "Too many files in a short time. The next one is possible in 10 seconds.",
      "10",
    ],
  ] as const)(
    "of %s are let in up to the limit, then answered when the next one is possible",
    async (call, rate, message, seconds) => {
      const { calls, perMillis } = callRates[rate]
      await useUp(call, calls)
      const refused = await ask(call)
      expect([refused.status, refused.retryAfter]).toEqual([429, seconds])
      expect(JSON.parse(refused.text)).toEqual({
        statusCode: "429",
        status: "error",
        problem: "TooManyRequests",
        message,
        correlationId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      })
      now += Math.ceil(perMillis / calls)
      expect((await ask(call)).status).not.toBe(429)
      expect((await ask(call)).status).toBe(429)
    },
  )

  it("do not count for a colleague, and reading is not counted", async () => {
    await useUp("Campaign.GenerateId", callRates.write.calls)
    expect((await ask("Campaign.GenerateId")).status).toBe(429)
    const colleague = await contract().token(subjectOf(demoIds.northwind, 3), allIds)
    expect((await ask("Campaign.GenerateId", colleague)).status).toBe(200)
    expect((await ask("Template.GetTemplates")).status).toBe(200)
  })
})

it("every call that gives a file away is counted as an export", () => {
  const files = endpoints.filter(({ call }) => call.includes(".Download")).map(({ call }) => call)
  expect(files.toSorted()).toEqual([
    "Appointment.DownloadCalendar",
    "Database.DownloadRejectedRows",
    "Report.DownloadActivity",
    "Report.DownloadExportData",
    "Report.DownloadPastExport",
    "Translate.DownloadTranslations",
    "User.DownloadUsers",
  ])
})
