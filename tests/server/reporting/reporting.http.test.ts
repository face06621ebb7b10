import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { HttpApiTest } from "effect/http-api"
import { createHash } from "node:crypto"
import { readXlsx } from "hucre/xlsx"
import Papa from "papaparse"
import { Api } from "#schemas/api.ts"
import { type CompanyId, UserId } from "#schemas/ids.ts"
import type { Report } from "#schemas/reporting/report.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { exportPages, readParts, refuseTooMany } from "#server/reporting/exports/exportRows.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { collectLog, marksOfPeople, sayHello } from "#tests/support/logged.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { demoIds, seededOn, smallPeople } from "#tests/support/seededDemo.ts"

const { northwind, harbor } = demoIds
const log = collectLog()
const handlersOn = (database: Parameters<typeof seededOn>[0]) =>
  reportHandlers.pipe(
    Layer.provideMerge(callingAs),
    Layer.provideMerge(seededOn(database)),
    Layer.provideMerge(log.layer),
  )
const makeClient = HttpApiTest.groups(Api, ["Report"])

const figure = (report: Report, name: string) => report.figures.find((one) => one.name === name)?.value
const sum = (report: Report, what: "delivered" | "failed" | "replied" | "optedOut") =>
  report.byDay.reduce((total, day) => total + day[what], 0)

const inAll = <A extends object>(text: string) =>
  Effect.gen(function* () {
    const { sql, everyCompany } = yield* Database
    return yield* everyCompany(sql.unsafe<A>(text))
  })

/** The public id of a company's newest campaign. */
const newestCampaign = (companyId: CompanyId) =>
  Effect.map(
    inAll<{ id: number; hashedId: string; name: string }>(
      `select id, hashed_id as "hashedId", row ->> 'name' as name from hashed_ids h join read_models m using (company_id, id)
       where company_id = ${companyId} and kind = 'campaign' and category = 'campaign' order by row ->> 'launchedOn' desc nulls last limit 1`,
    ),
    ([row]) => row as { id: number; hashedId: string; name: string },
  )

const audited = (companyId: CompanyId) =>
  inAll<{ data: Record<string, unknown> }>(
    `select data from events where company_id = ${companyId} and stream_id = 'audit-${companyId}-202611' order by version`,
  )

for (const [name, database] of testDatabases) {
  layer(handlersOn(database), { excludeTestServices: true, timeout: 60_000 })(
    `the calls of the Report group on ${name}`,
    (it) => {
      it.effect("count a campaign whole when no one names dates", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { id, hashedId, name } = yield* newestCampaign(northwind)
          const { data } = yield* client.Report.GetReport({ query: { campaignHashedId: hashedId } })
          const [counted] = yield* inAll<{ people: number; delivered: number; sent: number; optedOut: number }>(
            `select count(*)::int as people, count(delivered_at)::int as delivered, count(sent_at)::int as sent,
                count(*) filter (where opted_out_at is not null)::int as "optedOut"
         from recipients where campaign_id = ${id}`,
          )
          expect(data).toMatchObject({ campaignHashedId: hashedId, campaignName: name, zone: "America/Los_Angeles" })
          expect({
            people: figure(data, "People"),
            delivered: figure(data, "Delivered"),
            sent: figure(data, "Sent"),
            optedOut: figure(data, "Opted out"),
          }).toEqual(counted)
          expect(sum(data, "delivered")).toBe(counted?.delivered)
          expect(sum(data, "replied")).toBe(figure(data, "Replied"))
          expect(sum(data, "failed")).toBe(figure(data, "Failed"))
        }).pipe(asCompany(northwind)),
      )

      it.effect("count a range by the day of sending, in the company's zone", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { data } = yield* client.Report.GetReport({ query: { startDate: "2026-09-01", endDate: "2026-10-31" } })
          const [counted] = yield* inAll<{ sent: number; excluded: number }>(
            `select count(sent_at)::int as sent, count(*) filter (where state = 'excluded')::int as excluded from recipients
         where company_id = ${northwind}
           and (coalesce(sent_at, updated_at) at time zone 'America/Los_Angeles')::date between '2026-09-01' and '2026-10-31'`,
          )
          expect(counted?.sent).toBeGreaterThan(500)
          expect({ sent: figure(data, "Sent"), excluded: figure(data, "Left out") }).toEqual(counted)
          expect(data.byDay).toHaveLength(61)
          expect(data.previous).toEqual({ startDate: "2026-07-02", endDate: "2026-08-31" })
          const inCampaigns = (what: "people" | "sent" | "delivered" | "replied" | "notDelivered") =>
            data.byCampaign.reduce((total, campaign) => total + campaign[what], 0)
          for (const [what, name] of [
            ["people", "People"],
            ["sent", "Sent"],
            ["delivered", "Delivered"],
            ["replied", "Replied"],
            ["notDelivered", "Not delivered"],
          ] as const)
            expect([what, inCampaigns(what)]).toEqual([what, figure(data, name)])
          const reasons = (of: Report["failures"]) => of.reduce((total, { people }) => total + people, 0)
          expect([reasons(data.failures), reasons(data.leftOut)]).toEqual([
            figure(data, "Failed"),
            figure(data, "Left out"),
          ])
          expect(sum(data, "delivered")).toBe(figure(data, "Delivered"))
          expect(sum(data, "delivered")).toBeGreaterThan(500)
        }).pipe(asCompany(northwind)),
      )

      it.effect("cover the last 30 days by default and refuse dates in reverse", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { data } = yield* client.Report.GetReport({ query: {} })
          expect([data.startDate, data.endDate]).toEqual(["2026-10-23", "2026-11-21"])
          const refused = yield* Effect.flip(
            client.Report.GetReport({ query: { startDate: "2026-02-01", endDate: "2026-01-01" } }),
          )
          expect(refused).toMatchObject({ problem: "Invalid", errors: [{ field: "startDate" }] })
        }).pipe(asCompany(northwind)),
      )

      it.effect("answer another company's campaign exactly like none at all", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { hashedId } = yield* newestCampaign(northwind)
          const ask = (campaignHashedId: string) =>
            Effect.all([
              Effect.flip(client.Report.GetReport({ query: { campaignHashedId } })),
              Effect.flip(
                client.Report.DownloadExportData({
                  query: { type: "csv" },
                  payload: { fileType: "csv", campaignHashedId },
                }),
              ),
            ])
          const plain = (answers: ReadonlyArray<unknown>) =>
            answers.map((answer) => ({ ...(answer as object), correlationId: "" }))
          expect(plain(yield* ask(hashedId))).toEqual(plain(yield* ask("AAAAAAAAAAAAAAAAAAAAAA")))
          expect((yield* ask(hashedId))[0]).toMatchObject({ problem: "NotFound" })
        }).pipe(asCompany(harbor)),
      )

      it.effect("show on the dashboard what the person has a right to, and no more", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { data } = yield* client.Report.GetDashboard().pipe(asCompany(northwind))
          expect(data).toMatchObject({
            zone: "America/Los_Angeles",
            // The survey of everyone that goes out while the demo is new; the west coast sleeps still.
            running: [{ templateName: "Visit survey", total: smallPeople }],
            held: { from: "2026-11-21T16:00:00.000Z" },
            lastImport: { listName: "All patients", people: smallPeople },
            needsYou: [
              {
                text: "1 multi-campaign is not launched",
                urgent: false,
                link: { text: "Review 1", path: "/multi?state=draft" },
              },
              {
                text: "1 template is not published",
                urgent: false,
                link: { text: "Review 1", path: "/sms?state=draft" },
              },
              {
                text: "The company’s card expires next month",
                urgent: false,
                link: { text: "See the card", path: "/profile" },
              },
            ],
          })
          // The year leaves one campaign to come, in nine days at the earliest.
          expect(data.nextSends).toHaveLength(1)
          expect(data.days).toHaveLength(30)
          expect(data.days?.at(-1)?.day).toBe("2026-11-21")
          expect(data).not.toHaveProperty("firstSteps")
          const little = yield* client.Report.GetDashboard().pipe(
            asCompany(northwind, { userType: 3, accessIds: [1, 14] }),
          )
          expect(Object.keys(little.data).sort()).toEqual(["asOf", "needsYou", "zone"])
          expect(little.data.needsYou).toEqual([])
        }),
      )

      it.effect("say first on the dashboard in which campaigns people wait for a number that cannot send", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { sql, company } = yield* Database
          const [waiting] = yield* company(northwind)(sql<{ people: number; id: string; sender: number }>`
            select k.people, h.hashed_id as id, run.sender_id as sender from campaign_runs run
            join campaign_counts k using (company_id, campaign_id)
            join hashed_ids h on h.company_id = run.company_id and h.kind = 'campaign' and h.id = run.campaign_id
            where run.company_id = ${northwind} and run.state = 'running' and k.state = 'queued' and k.people > 0`)
          const mark = (code: string | null) =>
            company(northwind)(sql`
              update senders set trouble_code = ${code}, trouble_since = case when ${code}::text is not null then now() end
              where sender_id = ${waiting?.sender ?? 0}`)
          yield* mark("unreachable")
          const { data } = yield* client.Report.GetDashboard()
          expect(data.needsYou[0]?.text).toContain(`its number cannot send to ${waiting?.people} people now`)
          expect(data.needsYou[0]?.link?.path).toBe(`/campaign?id=${waiting?.id}&tab=recipients&recipientState=queued`)
          yield* mark(null)
          const well = (yield* client.Report.GetDashboard()).data.needsYou.map(({ text }) => text)
          expect(well.filter((text) => text.includes("cannot send"))).toEqual([])
        }).pipe(asCompany(northwind)),
      )

      it.effect("refuse an export whose two types differ", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const refused = yield* Effect.flip(
            client.Report.DownloadExportData({ query: { type: "csv" }, payload: { fileType: "xlsx" } }),
          )
          expect(refused).toMatchObject({ statusCode: "422", errors: [{ field: "fileType" }] })
        }).pipe(asCompany(northwind)),
      )

      it.effect("export a campaign as CSV and as XLSX with the same rows, named after it, and write both down", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const { id, hashedId, name } = yield* newestCampaign(harbor)
          const download = (type: "csv" | "xlsx") =>
            Effect.gen(function* () {
              const response = yield* client.Report.DownloadExportData({
                query: { type },
                payload: { fileType: type, campaignHashedId: hashedId },
                responseMode: "response-only",
              })
              return { headers: response.headers, bytes: Buffer.from(yield* response.arrayBuffer) }
            })
          const csv = yield* download("csv")
          const xlsx = yield* download("xlsx")
          const rows = Papa.parse<Array<string>>(
            csv.bytes
              .toString("utf8")
              .replace(/^\uFEFF/, "")
              .trimEnd(),
          ).data
          const sheet = (yield* Effect.promise(() => readXlsx(xlsx.bytes))).sheets[0]
          // A workbook's dates know no zone; they show the wall time of the CSV.
          const withoutOffset = (cell: string) => cell.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) [+-]\d\d:\d\d$/, "$1")
          const written = (cell: string | number | boolean | Date | null) =>
            cell instanceof Date ? cell.toISOString().slice(0, 19).replace("T", " ") : String(cell ?? "")
          expect(sheet?.rows.map((row) => row.map(written))).toEqual(rows.map((row) => row.map(withoutOffset)))
          expect(sheet?.rows.flat().filter((cell) => cell instanceof Date).length).toBeGreaterThan(100)
          const [counted] = yield* inAll<{ people: number }>(
            `select count(*)::int as people from recipients where campaign_id = ${id}`,
          )
          expect(rows).toHaveLength((counted?.people ?? 0) + 1)
          const people = yield* inAll<{ id: string; first: string; last: string; phone: string }>(
            `select coalesce(external_id, '') as id, coalesce(first_name, '') as first, coalesce(last_name, '') as last,
                    coalesce(r.phone, '') as phone
             from recipients r left join patients p using (company_id, patient_id)
             where campaign_id = ${id} order by recipient_id`,
          )
          expect(rows.slice(1).map((row) => row.slice(0, 5))).toEqual(
            people.map((one) => [name, one.id, one.first, one.last, one.phone]),
          )
          expect(people.some(({ first, last }) => first !== last)).toBe(true)
          expect(csv.headers).toMatchObject({ "content-type": "text/csv; charset=utf-8", "cache-control": "no-store" })
          expect(csv.headers["content-disposition"]).toContain(
            `filename="${name}-20261121-1000.csv"; filename*=UTF-8''`,
          )
          const events = yield* audited(harbor)
          expect(events.map(({ data }) => data)).toEqual(
            [csv, xlsx].map(({ bytes }, place) => ({
              fileType: place === 0 ? "csv" : "xlsx",
              campaignId: id,
              rows: counted?.people,
              sha256: createHash("sha256").update(bytes).digest("hex"),
              complete: true,
            })),
          )
        }).pipe(asCompany(harbor)),
      )

      it.effect("stop reading when a download breaks off, and write down how far it came", () =>
        Effect.gen(function* () {
          const client = yield* makeClient
          const response = yield* client.Report.DownloadExportData({
            query: { type: "csv" },
            payload: { fileType: "csv", startDate: "2025-11-20", endDate: "2026-11-21" },
            responseMode: "response-only",
          })
          yield* response.stream.pipe(Stream.take(2), Stream.runDrain)
          const [event] = yield* audited(northwind)
          expect(event?.data).toMatchObject({ complete: false, campaignId: null })
          expect(event?.data.rows).toBeLessThan(1_000)
        }).pipe(asCompany(northwind)),
      )

      it.effect(
        "make two files at once for a person and four in all, give others their place, and hold no connection",
        () =>
          Effect.gen(function* () {
            const client = yield* makeClient
            const hold = yield* Deferred.make<void>()
            const download = client.Report.DownloadExportData({
              query: { type: "csv" },
              payload: { fileType: "csv" },
              responseMode: "response-only",
            })
            /** Takes the first part of a file, and waits then. */
            const slowly = Effect.gen(function* () {
              const began = yield* Deferred.make<void>()
              const reading = yield* Effect.flatMap(download, ({ stream }) =>
                stream.pipe(
                  Stream.tap(() => Effect.andThen(Deferred.succeed(began, undefined), Deferred.await(hold))),
                  Stream.runDrain,
                ),
              ).pipe(Effect.forkChild)
              yield* Deferred.await(began)
              return reading
            })
            const as = (userId: UserId) => asCompany(harbor, { userId })
            const readers = [yield* slowly, yield* slowly]
            const refusal = Effect.gen(function* () {
              const { headers, json } = yield* download
              return [headers["retry-after"], yield* json]
            })
            const queued = (place: string) => [
              "3",
              expect.objectContaining({
                statusCode: "429",
                problem: "Queued",
                message: `Other files are being made. Yours is ${place} in the queue.`,
              }),
            ]
            expect(yield* refusal).toEqual(queued("1st"))
            readers.push(yield* as(UserId.make(2))(slowly), yield* as(UserId.make(2))(slowly))
            expect(yield* as(UserId.make(3))(refusal)).toEqual(queued("2nd"))
            const others = Array.from({ length: 30 }, () => inAll("select 1"))
            expect(yield* Effect.all(others, { concurrency: "unbounded" })).toHaveLength(30)
            yield* Deferred.succeed(hold, undefined)
            yield* Effect.forEach(readers, (reader) => Fiber.join(reader))
            const { stream } = yield* download
            yield* Stream.runDrain(stream)
          }).pipe(asCompany(harbor)),
      )

      it.effect("refuse an export of more people than one file may hold", () =>
        Effect.gen(function* () {
          const scope = { companyId: harbor, campaignId: null, range: null }
          const parts = yield* readParts(scope)
          const people = yield* Stream.runCollect(exportPages(scope, parts))
          const rows = people.flat().length
          expect(rows).toBeGreaterThan(0)
          yield* refuseTooMany(parts, rows)
          const refused = yield* Effect.flip(refuseTooMany(parts, rows - 1))
          expect(refused).toMatchObject({
            statusCode: "422",
            message: expect.stringContaining(`at most ${(rows - 1).toLocaleString("en")} people`),
          })
        }),
      )

      it.effect("say nothing of anyone in the log", () =>
        Effect.gen(function* () {
          yield* sayHello
          expect(log.lines.join("\n")).toContain("hello from the test")
          expect(log.lines.filter((line) => marksOfPeople.test(line))).toEqual([])
        }),
      )
    },
  )
}
