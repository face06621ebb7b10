import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import Papa from "papaparse"
import { readXlsx } from "hucre/xlsx"
import { Api } from "#schemas/api.ts"
import type { TemplateId } from "#schemas/ids.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import type { ResponseLayout } from "#schemas/outreach/responseFile.ts"
import { reportHandlers, templateHandlers } from "#server/program/contract.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"

const { northwind } = demoIds
const handlers = Layer.mergeAll(reportHandlers, templateHandlers).pipe(
  Layer.provideMerge(callingAs),
  Layer.provideMerge(seededOn(embeddedDatabase)),
)
const makeClient = HttpApiTest.groups(Api, ["Report", "Template"])

/** The newest campaign of the demo, and its template. */
const newest = Effect.gen(function* () {
  const { sql, company } = yield* Database
  const [row] = yield* company(northwind)(
    sql<{ campaign: string; name: string; templateId: TemplateId; people: number }>`
      select h.hashed_id as campaign, c.row ->> 'name' as name, (c.row ->> 'templateId')::int as "templateId",
        (select count(*)::int from recipients r where r.company_id = c.company_id and r.campaign_id = c.id) as people
      from read_models c join hashed_ids h on h.company_id = c.company_id and h.kind = 'campaign' and h.id = c.id
      where c.company_id = ${northwind} and c.category = 'campaign' order by c.row ->> 'launchedOn' desc nulls last limit 1`,
  )
  return row ?? (yield* Effect.die("The demo has no campaign"))
})

const layout: ResponseLayout = {
  ...firstLayout,
  fileName: "{campaign}",
  columns: [
    { header: "Phone", source: "phone" },
    { header: "Outcome", source: "state" },
    { header: "=Answer", source: "replyText", default: "=none" },
  ],
}

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the export of a response file", (it) => {
  const save = (templateId: TemplateId, more: Partial<ResponseLayout>) =>
    Effect.flatMap(makeClient, ({ Template }) =>
      Template.SaveResponseFile({ headers: {}, payload: { templateId, ...layout, ...more } }),
    )
  const download = (campaignHashedId: string, fileType: "csv" | "txt" | "xlsx") =>
    Effect.gen(function* () {
      const { Report } = yield* makeClient
      const response = yield* Report.DownloadExportData({
        query: { type: fileType },
        payload: { fileType, layout: "responseFile", campaignHashedId },
        responseMode: "response-only",
      })
      const bytes = Buffer.from(yield* response.arrayBuffer)
      return { bytes, name: response.headers["content-disposition"] ?? "" }
    })

  const refusalOf = (campaignHashedId: string, fileType: "csv" | "txt") =>
    Effect.flatMap(makeClient, ({ Report }) =>
      Effect.flip(
        Report.DownloadExportData({
          query: { type: fileType },
          payload: { fileType, layout: "responseFile", campaignHashedId },
        }),
      ),
    )

  it.effect("has the layout's columns, name and signs, a row for each person, and no formula", () =>
    Effect.gen(function* () {
      const { campaign, name, templateId, people } = yield* newest
      yield* save(templateId, { format: "txt", delimiter: "|" })
      const { bytes, name: fileName } = yield* download(campaign, "txt")
      const { data } = Papa.parse<ReadonlyArray<string>>(bytes.toString().replace("\uFEFF", ""), {
        delimiter: "|",
        skipEmptyLines: true,
      })
      expect(fileName).toContain(`${name}.txt`)
      expect(data[0]).toEqual(["Phone", "Outcome", "'=Answer"])
      expect(data).toHaveLength(people + 1)
      const rows = data.slice(1)
      expect(rows.every((row) => row.length === 3 && !/^[=+@-](?!\d)/.test(row[2] ?? ""))).toBe(true)
      expect(rows.some(([, , answer]) => answer === "'=none")).toBe(true)
      expect(rows.some(([, outcome, answer]) => outcome === "Replied" && answer !== "'=none")).toBe(true)
    }).pipe(asCompany(northwind)),
  )

  it.effect("is a workbook without a header where the layout says so", () =>
    Effect.gen(function* () {
      const { campaign, templateId, people } = yield* newest
      yield* save(templateId, { format: "xlsx", includeHeader: false })
      const { bytes } = yield* download(campaign, "xlsx")
      const { sheets } = yield* Effect.promise(() => readXlsx(new Uint8Array(bytes)))
      expect(sheets[0]?.rows).toHaveLength(people)
    }).pipe(asCompany(northwind)),
  )

  it.effect("is offered with its format, and refused in another, without a campaign and without a layout", () =>
    Effect.gen(function* () {
      const { Report, Template } = yield* makeClient
      const { campaign, templateId } = yield* newest
      yield* save(templateId, { format: "txt" })
      const offered = Effect.map(Report.GetReportedCampaigns({}), ({ data }) =>
        data.find(({ campaignHashedId }) => campaignHashedId === campaign),
      )
      expect(yield* offered).toMatchObject({ responseFile: "txt" })
      expect(yield* refusalOf(campaign, "csv")).toMatchObject({ errors: [{ field: "fileType" }] })
      const all = { fileType: "csv", layout: "responseFile" } as const
      const refused = Report.DownloadExportData({ query: { type: "csv" }, payload: all })
      expect(yield* Effect.flip(refused)).toMatchObject({ problem: "Invalid", errors: [{ field: "layout" }] })
      const plain = Report.DownloadExportData({ query: { type: "txt" }, payload: { fileType: "txt" } })
      expect(yield* Effect.flip(plain)).toMatchObject({ problem: "Invalid", errors: [{ field: "fileType" }] })
      yield* Template.DeleteResponseFile({ headers: {}, query: { templateId } })
      expect(yield* offered).toMatchObject({ responseFile: null })
      expect(yield* refusalOf(campaign, "txt")).toMatchObject({ errors: [{ field: "layout" }] })
    }).pipe(asCompany(northwind)),
  )
})
