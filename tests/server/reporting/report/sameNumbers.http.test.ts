import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { HttpApiTest } from "effect/http-api"
import fc from "fast-check"
import Papa from "papaparse"
import { Temporal } from "temporal-polyfill"
import { Api } from "#schemas/api.ts"
import type { Report } from "#schemas/reporting/report.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { makeExport } from "#server/reporting/exports/exporting.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { beginReplay, progressOf, replay } from "#server/store/replay.ts"
import { streams } from "#server/streams.ts"
import { asCompany, Caller, callingAs } from "#tests/support/callingAs.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const longRuns = process.env["ADMIN_VIEW_LONG_RUNS"]
const runs = Number(longRuns ?? 8)
const timeout = longRuns === undefined ? 120_000 : 7_200_000

const makeClient = HttpApiTest.groups(Api, ["Report"])

type Filter = { readonly campaignHashedId?: string; readonly startDate?: string; readonly endDate?: string }
type Row = Readonly<Record<string, string>>

/** The first and last day that filters are of; the demo's year ends before the last one. */
const [firstDay, days] = [Temporal.PlainDate.from("2025-11-01"), 390]

/** One campaign or all, over some days or, of a campaign, as a whole. */
const filters = (campaigns: ReadonlyArray<string>): fc.Arbitrary<Filter> => {
  const range = fc.tuple(fc.integer({ min: 0, max: days }), fc.integer({ min: 0, max: 120 })).map(([from, length]) => ({
    startDate: firstDay.add({ days: from }).toString(),
    endDate: firstDay.add({ days: from + length }).toString(),
  }))
  const campaign = fc.constantFrom(...campaigns).map((campaignHashedId) => ({ campaignHashedId }))
  return fc.oneof(
    range,
    campaign,
    fc.tuple(campaign, range).map(([one, other]) => ({ ...one, ...other })),
  )
}

const reportOf = (query: Filter) =>
  Effect.map(
    Effect.flatMap(makeClient, ({ Report }) => Report.GetReport({ query })),
    ({ data }) => data,
  )

const listed = (query: Filter & { readonly share?: ReportedShare; readonly reason?: string }) =>
  Effect.map(
    Effect.flatMap(makeClient, ({ Report }) => Report.GetReportedPeople({ query: { ...query, pageSize: 1 } })),
    ({ counts }) => counts?.["all"],
  )

const unkept = { keeping: { add: () => Effect.void, end: () => Effect.void }, record: () => Effect.void }
/** The rows of a filter's file; how many files a person may take is another matter. */
const fileOf = Effect.fnUntraced(function* (filter: Filter) {
  const { actingCompanyId, country } = yield* Caller
  const { bytes } = yield* makeExport({ actingCompanyId, country }, "csv", filter, unkept)
  const text = Buffer.concat(yield* Stream.runCollect(bytes)).toString("utf8")
  return Papa.parse<Row>(text.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data
})

/** Numbers of a report by name, of everyone and of each reason. */
const numbersOf = (report: Report) => ({
  people: report.figures.flatMap(({ name, value, unit, share }) => (unit === "people" ? [{ name, value, share }] : [])),
  reasons: [
    ...report.failures.map((one) => ({ ...one, share: "failed" as const })),
    ...report.leftOut.map((one) => ({ ...one, share: "leftOut" as const })),
    ...report.optOuts.map((one) => ({ ...one, share: "optedOut" as const })),
  ],
})

/** What a report's numbers are in its file, where the file has a column that says it. */
const countedIn = (rows: ReadonlyArray<Row>, zone: string): Readonly<Record<string, number>> => {
  const filled = (column: string) => rows.filter((row) => row[`${column} (${zone})`] !== "").length
  return {
    People: rows.length,
    Delivered: filled("Delivered"),
    Failed: filled("Failed"),
    Replied: filled("Replied"),
    "Opted out": filled("Opted out"),
    "Left out": rows.filter((row) => row["State"] === "Left out").length,
  }
}

/** What is counted of a filter at one moment, without that moment. */
const seen = (filter: Filter) => Effect.map(reportOf(filter), ({ asOf: _, ...report }) => report)

for (const [name, database] of testDatabases) {
  const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(database)))
  layer(handlers, { excludeTestServices: true, timeout })(`the numbers of a report on ${name}`, (it) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const drawn = Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data: campaigns } = yield* Report.GetReportedCampaigns()
      return fc.sample(filters(campaigns.map(({ campaignHashedId }) => campaignHashedId)), { numRuns: runs, seed })
    })

    it.effect(
      `are the people listed behind them and the rows of their file, of any filter (seed ${seed})`,
      () =>
        Effect.gen(function* () {
          let counted = 0
          for (const filter of yield* drawn) {
            const report = yield* reportOf(filter)
            const { people, reasons } = numbersOf(report)
            for (const { name: number, value, share } of people)
              expect({
                filter,
                number,
                value: yield* listed(share === undefined ? filter : { ...filter, share }),
              }).toEqual({
                ...{ filter, number, value },
              })
            for (const { id, share, people: value } of reasons)
              expect({ filter, id, value: yield* listed({ ...filter, share, reason: id }) }).toEqual({
                filter,
                id,
                value,
              })
            const rows = yield* fileOf(filter)
            const inFile = countedIn(rows, report.zone)
            const shown = Object.fromEntries(people.map(({ name: number, value }) => [number, value]))
            expect({ filter, ...inFile }).toEqual({
              filter,
              ...Object.fromEntries(Object.keys(inFile).map((number) => [number, shown[number]])),
            })
            counted += rows.length
          }
          expect(counted).toBeGreaterThan(0)
        }).pipe(asCompany(demoIds.northwind)),
      timeout,
    )

    it.effect(
      `are the same once everything is made from its events again (seed ${seed})`,
      () =>
        Effect.gen(function* () {
          const some = yield* drawn
          const live = yield* Effect.forEach(some, seen)
          for (const stream of streams) {
            yield* beginReplay(stream)
            yield* replay(stream, () => Effect.void)
            expect((yield* progressOf(stream))?.differed).toBe(0)
          }
          expect(yield* Effect.forEach(some, seen)).toEqual(live)
        }).pipe(asCompany(demoIds.northwind)),
      timeout,
    )
  })
}
