import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { HttpApiTest } from "effect/http-api"
import fc from "fast-check"
import Papa from "papaparse"
import { Temporal } from "temporal-polyfill"
import { Api } from "#schemas/api.ts"
import type { DayPoint, Report } from "#schemas/reporting/report.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import type { ReportFilters, ReportQuestion } from "#schemas/reporting/reportQuestion.ts"
import type { ReportedShare } from "#schemas/reporting/reportedPeople.ts"
import { makeExport } from "#server/reporting/exports/exporting.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { beginReplay, progressOf, replay } from "#server/store/replay.ts"
import { streams } from "#server/streams.ts"
import { asCompany, Caller, callingAs } from "#tests/support/callingAs.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const longRuns = process.env["ADMIN_VIEW_LONG_RUNS"]
const runs = Number(longRuns ?? 8)
const timeout = longRuns === undefined ? 120_000 : 7_200_000

const makeClient = HttpApiTest.groups(Api, ["Report"])

type Filter = ReportQuestion
type Row = Readonly<Record<string, string>>

/** The first and last day that filters are of; the demo's year ends before the last one. */
const [firstDay, days] = [Temporal.PlainDate.from("2025-11-01"), 390]

/** Some of what a report can be narrowed to, of which each way to narrow it is drawn about as often as not. */
const narrowings = ({
  languages,
  templates,
  multiCampaigns,
  locations,
}: ReportChoices): fc.Arbitrary<ReportFilters> => {
  const some = (all: ReadonlyArray<ReportFilters>): fc.Arbitrary<ReportFilters> =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: all.length === 0 ? 0 : 1, arbitrary: fc.constantFrom(...all) },
    )
  const ofTemplate = templates.flatMap(({ hashedId: templateHashedId, versions }) => [
    { templateHashedId },
    ...versions.map((version) => ({ templateHashedId, templateVersion: `${version}` })),
  ])
  const ofLadder = multiCampaigns.flatMap(({ hashedId: multiCampaignHashedId, steps }) => [
    { multiCampaignHashedId },
    ...steps.map(({ step }) => ({ multiCampaignHashedId, step: `${step}` })),
  ])
  return fc
    .tuple(
      some(languages.map((language) => ({ language }))),
      some(ofTemplate),
      some(ofLadder),
      some(locations.map(({ hashedId }) => ({ locationHashedId: hashedId }))),
    )
    .map((parts) => Object.assign({}, ...parts) as ReportFilters)
}

/** One campaign or all, over some days or, of a campaign, as a whole. */
const periods = (campaigns: ReadonlyArray<string>): fc.Arbitrary<Filter> => {
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

const filters = (campaigns: ReadonlyArray<string>, choices: ReportChoices): fc.Arbitrary<Filter> =>
  fc.tuple(periods(campaigns), narrowings(choices)).map(([period, narrowing]) => ({ ...period, ...narrowing }))

/** Each way to narrow a year's report, once: what random filters leave empty is counted here. */
const yearOf = (choices: ReportChoices): ReadonlyArray<Filter> => {
  const year = { startDate: firstDay.toString(), endDate: firstDay.add({ days }).toString() }
  const { languages, templates, multiCampaigns, locations } = choices
  return [
    ...languages.map((language) => ({ ...year, language })),
    ...templates.slice(0, 2).map(({ hashedId, versions: [version] }) => ({
      ...year,
      templateHashedId: hashedId,
      templateVersion: `${version}`,
    })),
    ...multiCampaigns.slice(0, 1).map(({ hashedId, steps: [first] }) => ({
      ...year,
      multiCampaignHashedId: hashedId,
      step: `${first?.step}`,
    })),
    ...locations.map(({ hashedId }) => ({ ...year, locationHashedId: hashedId })),
  ]
}

/** Texts about appointments, a few at each location: the demo's are all about people. */
const someAtEachLocation = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  yield* everyCompany(sql`
    update recipients r set about = 'appointment-' || a.id
    from (select distinct on (location_id) id, dense_rank() over (order by location_id) as nth from read_models
          where company_id = ${demoIds.northwind} and category = 'appointment' order by location_id, id) a
    where r.company_id = ${demoIds.northwind} and r.recipient_id % 10 = a.nth and r.recipient_id < 60`)
})

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

const totalOf = (days: ReadonlyArray<DayPoint>) =>
  Object.fromEntries(
    (["sent", "delivered", "failed", "replied", "optedOut"] as const).map((part) => [
      part,
      days.reduce((sum, day) => sum + day[part], 0),
    ]),
  )

/** What the days of a report add up to in its file. */
const daysIn = (rows: ReadonlyArray<Row>, { zone }: Report) => {
  const { Delivered, Failed, Replied, "Opted out": optedOut } = countedIn(rows, zone)
  const sent = rows.filter((row) => row[`Sent (${zone})`] !== "").length
  return { sent, delivered: Delivered, failed: Failed, replied: Replied, optedOut }
}

/** What is counted of a filter at one moment, without that moment. */
const seen = (filter: Filter) => Effect.map(reportOf(filter), ({ asOf: _, ...report }) => report)

for (const [name, database] of testDatabases) {
  const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(database)))
  layer(handlers, { excludeTestServices: true, timeout })(`the numbers of a report on ${name}`, (it) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const asked = Effect.gen(function* () {
      const { Report } = yield* makeClient
      const { data: campaigns } = yield* Report.GetReportedCampaigns()
      const { data: choices } = yield* Report.GetReportChoices()
      yield* someAtEachLocation
      const ids = campaigns.map(({ campaignHashedId }) => campaignHashedId)
      return { drawn: fc.sample(filters(ids, choices), { numRuns: runs, seed }), each: yearOf(choices) }
    })

    it.effect(
      `are the people listed behind them and the rows of their file, of any filter (seed ${seed})`,
      () =>
        Effect.gen(function* () {
          const { drawn, each } = yield* asked
          const empty = new Set(
            each.map(({ startDate: _, endDate: __, ...narrowing }) => Object.keys(narrowing).join()),
          )
          for (const filter of [...drawn, ...each]) {
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
            const { startDate: _, endDate: __, ...narrowing } = filter
            if (rows.length > 0) empty.delete(Object.keys(narrowing).join())
            expect({ filter, days: totalOf(report.byDay) }).toEqual({ filter, days: daysIn(rows, report) })
          }
          expect([...empty]).toEqual([])
        }).pipe(asCompany(demoIds.northwind)),
      timeout,
    )

    it.effect(
      `are the same once everything is made from its events again (seed ${seed})`,
      () =>
        Effect.gen(function* () {
          const { drawn, each } = yield* asked
          const some = [...drawn, ...each]
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
