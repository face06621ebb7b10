import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { Report } from "#schemas/reporting/report.ts"
import type { ReportedPeopleParams, ReportedPerson } from "#schemas/reporting/reportedPeople.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { demoIds, seededDemo } from "#tests/support/seededDemo.ts"

const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededDemo))
const makeClient = HttpApiTest.groups(Api, ["Report"])

/** Everyone of a list, page after page, and how many its first page says they are. */
const everyoneOf = (query: ReportedPeopleParams) =>
  Effect.gen(function* () {
    const { Report } = yield* makeClient
    const rows: Array<ReportedPerson> = []
    let cursor: string | undefined
    let said: number | undefined
    do {
      const reply = yield* Report.GetReportedPeople({
        query: { ...query, pageSize: 190, ...(cursor === undefined ? {} : { cursor }) },
      })
      rows.push(...reply.data)
      said ??= reply.counts?.["all"]
      cursor = reply.next
    } while (cursor !== undefined)
    return { rows, said }
  })

/** Each number of people in a report with what its list is asked for. */
const numbersOf = (report: Report): ReadonlyArray<readonly [number, ReportedPeopleParams]> => [
  ...report.figures.flatMap(({ unit, value, share }): ReadonlyArray<readonly [number, ReportedPeopleParams]> =>
    unit === "people" ? [[value, share === undefined ? {} : { share }]] : [],
  ),
  ...report.byCampaign.flatMap(({ campaignHashedId, people, notDelivered, optedOut }) =>
    campaignHashedId === null
      ? []
      : ([
          [people, { campaignHashedId }],
          [notDelivered, { campaignHashedId, share: "notDelivered" }],
          [optedOut, { campaignHashedId, share: "optedOut" }],
        ] as const),
  ),
  ...report.failures.map(({ id, people }) => [people, { share: "failed", reason: id }] as const),
  ...report.leftOut.map(({ id, people }) => [people, { share: "leftOut", reason: id }] as const),
  ...report.optOuts.map(({ id, people }) => [people, { share: "optedOut", reason: id }] as const),
]

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the people behind the numbers of a report", (it) => {
  it.effect("are as many as each number says, in some days and in one campaign", () =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const days = { startDate: "2026-10-01", endDate: "2026-11-21" }
      const all = (yield* Report.GetReport({ query: days })).data
      const campaignHashedId = all.byCampaign[0]?.campaignHashedId ?? ""
      const one = (yield* Report.GetReport({ query: { campaignHashedId } })).data
      expect(all.failures.length * all.leftOut.length * all.optOuts.length).toBeGreaterThan(0)
      for (const [report, asked] of [
        [all, days],
        [one, { campaignHashedId }],
      ] as const)
        for (const [number, which] of numbersOf(report)) {
          const { rows, said } = yield* everyoneOf({ ...asked, ...which })
          expect([which, rows.length, said]).toEqual([which, number, number])
          const told = new Set(rows.map(({ campaign, recipientId }) => `${campaign.hashedId}-${recipientId}`))
          expect(told.size).toBe(rows.length)
        }
    }).pipe(asCompany(demoIds.northwind)),
  )

  it.effect("stand with the campaign they are counted in, and with what they answered", () =>
    Effect.gen(function* () {
      const { rows } = yield* everyoneOf({ share: "replied" })
      expect(rows.length).toBeGreaterThan(0)
      // By a text, or by a key in a call.
      const answered = ({ replies, calls }: (typeof rows)[number]) =>
        replies.length > 0 || calls.some(({ pressed }) => pressed.length > 0)
      expect(rows.every((row) => answered(row) && row.campaign.name !== "")).toBe(true)
      const { Report } = yield* makeClient
      const refused = yield* Effect.flip(Report.GetReportedPeople({ query: { cursor: "x" } }))
      expect(refused).toMatchObject({ problem: "BadRequest" })
    }).pipe(asCompany(demoIds.northwind)),
  )
})
