import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Stream } from "effect"
import { HttpApiTest } from "effect/http-api"
import fc from "fast-check"
import { Api } from "#schemas/api.ts"
import { dayMillis, retention } from "#schemas/constants.ts"
import { type CompanyId, UserId } from "#schemas/ids.ts"
import { ExportId, type PastExport } from "#schemas/reporting/pastExport.ts"
import { reportHandlers } from "#server/program/contract.ts"
import { removeExpired } from "#server/program/retention.ts"
import { openKeeping, type Keeping } from "#server/reporting/exports/keeping.ts"
import { keptBytes, nextExportId, storeExportPart } from "#server/reporting/exports/pastExport.queries.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { demoIds, seededOn } from "#tests/support/seededDemo.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const { northwind, harbor } = demoIds
const makeClient = HttpApiTest.groups(Api, ["Report"])
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
const taker = { actingCompanyId: northwind, userId: UserId.make(1) }
const line: Parameters<Keeping["end"]>[0] = {
  fileName: "report.csv",
  fileType: "csv",
  campaignId: null,
  asked: { startDate: "2026-11-01", endDate: "2026-11-21", layout: null, people: null },
}

const list = Effect.flatMap(makeClient, ({ Report }) =>
  Effect.map(Report.GetPastExports({ query: {} }), ({ data }) => data),
)
const newest = Effect.map(list, ([first]) => first as PastExport)
const fetched = (exportId: ExportId) =>
  Effect.gen(function* () {
    const { Report } = yield* makeClient
    const response = yield* Report.DownloadPastExport({ query: { exportId }, responseMode: "response-only" })
    return { headers: response.headers, bytes: Buffer.from(yield* response.arrayBuffer) }
  })
const refused = (exportId: ExportId) =>
  Effect.flatMap(makeClient, ({ Report }) => Effect.flip(Report.DownloadPastExport({ query: { exportId } })))
const exported = (type: "csv" | "xlsx", payload: object = {}) =>
  Effect.gen(function* () {
    const { Report } = yield* makeClient
    const response = yield* Report.DownloadExportData({
      query: { type },
      payload: { fileType: type, ...payload },
      responseMode: "response-only",
    })
    return { headers: response.headers, bytes: Buffer.from(yield* response.arrayBuffer) }
  })

/** Keeps a file of so many bytes as it is taken in chunks of a size; gives its export and its bytes. */
const kept = Effect.fnUntraced(function* (size: number, chunk = 100_000, complete = true) {
  const bytes = Buffer.alloc(size, sha256(Buffer.from(String(size))))
  const keeping = yield* openKeeping(taker)
  for (let at = 0; at < size; at += chunk) yield* keeping.add(bytes.subarray(at, at + chunk))
  yield* keeping.end(line, { rows: 7, sha256: sha256(bytes), complete })
  return { content: bytes, ...(yield* newest) }
})

const partsOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<{ id: ExportId; bytes: number }>`
      select export_id as id, sum(length(bytes))::int as bytes from past_export_parts where company_id = ${companyId}
      group by 1 order by 1`,
  )
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
})
const audited = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<{ type: string; data: { readonly sha256: string } }>`
      select type, data from events where company_id = ${companyId} and type like 'PastExport%' order by pos`,
  )
})
const forward = (millis: number) =>
  Effect.gen(function* () {
    yield* (yield* MovableClock).move((yield* Clock.currentTimeMillis) + millis)
  })

for (const [name, database] of testDatabases) {
  const handlers = reportHandlers.pipe(Layer.provideMerge(callingAs), Layer.provideMerge(seededOn(database)))
  layer(handlers, { excludeTestServices: true, timeout: 60_000 })(`past exports on ${name}`, (it) => {
    it.effect("can be fetched again byte for byte, with their name and type, and each fetch is written down", () =>
      Effect.gen(function* () {
        for (const type of ["csv", "xlsx"] as const) {
          const taken = yield* exported(type, { startDate: "2026-09-01", endDate: "2026-11-21" })
          const past = yield* newest
          expect(past).toMatchObject({
            fileType: type,
            campaign: null,
            state: "kept",
            bytes: taken.bytes.length,
            sha256: sha256(taken.bytes),
            asked: { startDate: "2026-09-01", endDate: "2026-11-21", layout: null, people: null },
          })
          expect(past.rows).toBeGreaterThan(500)
          expect(Date.parse(past.keptUntil) - Date.parse(past.at)).toBe(7 * dayMillis)
          const again = yield* fetched(past.exportId)
          expect(again.bytes.equals(taken.bytes)).toBe(true)
          for (const header of ["content-type", "content-disposition", "cache-control"])
            expect(again.headers[header]).toBe(taken.headers[header])
          expect((yield* audited(northwind)).at(-1)).toMatchObject({
            type: "PastExportFetched",
            data: { fileType: type, campaignId: null, rows: past.rows, sha256: past.sha256 },
          })
        }
      }).pipe(asCompany(northwind)),
    )

    it.effect("are whole whatever their size and the pieces in which they are taken", () =>
      Effect.gen(function* () {
        const part = 128 * 1024
        const near = fc
          .integer({ min: 0, max: 3 })
          .chain((parts) => fc.integer({ min: -2, max: 2 }).map((more) => Math.max(1, parts * part + more)))
        const cases = fc.sample(fc.tuple(near, fc.oneof(near, fc.integer({ min: 1_000, max: 400_000 }))), 12)
        for (const [size, chunk] of cases) {
          const { content, exportId, state } = yield* kept(size, Math.max(chunk, Math.ceil(size / 500)))
          const again = yield* fetched(exportId)
          expect([size, chunk, state, sha256(again.bytes)]).toEqual([size, chunk, "kept", sha256(content)])
        }
      }).pipe(asCompany(northwind)),
    )

    it.effect("say of what a campaign's page showed which people, and never what was searched for", () =>
      Effect.gen(function* () {
        const { Report } = yield* makeClient
        const [campaign] = (yield* Report.GetReportedCampaigns({})).data
        const campaignHashedId = campaign?.campaignHashedId ?? ""
        yield* exported("csv", { campaignHashedId, people: { share: "delivered", search: "Porter" } })
        const past = yield* newest
        expect(past.campaign).toEqual({ hashedId: campaignHashedId, name: campaign?.name })
        expect(past.asked).toEqual({
          startDate: null,
          endDate: null,
          layout: null,
          people: { share: "delivered", isSearched: true },
        })
        expect(JSON.stringify(past)).not.toContain("Porter")
      }).pipe(asCompany(northwind)),
    )

    it.effect("of a location are fetched by those alone who may see appointments, and name it to no one else", () =>
      Effect.gen(function* () {
        const { exportId } = yield* kept(1_000)
        const { sql, company } = yield* Database
        const narrowed = { narrowed: [{ by: "location", name: "Midtown" }] }
        yield* company(northwind)(
          sql`update past_exports set asked = asked || ${sql.json(narrowed)} where export_id = ${exportId}`,
        )
        expect((yield* newest).asked.narrowed).toEqual(narrowed.narrowed)
        expect((yield* fetched(exportId)).bytes).toHaveLength(1_000)
        yield* Effect.gen(function* () {
          expect(JSON.stringify(yield* list)).not.toContain("Midtown")
          expect(yield* refused(exportId)).toMatchObject({ problem: "Forbidden" })
        }).pipe(asCompany(northwind, { accessIds: [4, 17] }))
      }).pipe(asCompany(northwind)),
    )

    it.effect("are no other company's: neither listed nor fetched nor removed", () =>
      Effect.gen(function* () {
        const { exportId } = yield* kept(1_000).pipe(asCompany(northwind))
        const theirs = Effect.gen(function* () {
          const { Report } = yield* makeClient
          return {
            listed: (yield* list).map((one) => one.exportId),
            fetching: yield* refused(exportId),
            removing: yield* Effect.flip(Report.RemovePastExport({ headers: {}, payload: { exportId } })),
          }
        })
        const { listed, fetching, removing } = yield* theirs.pipe(asCompany(harbor))
        expect(listed).not.toContain(exportId)
        const none = { problem: "NotFound", message: "This does not exist, or it is not yours to see." }
        expect([fetching, removing]).toMatchObject([none, none])
        expect((yield* fetched(exportId).pipe(asCompany(northwind))).bytes).toHaveLength(1_000)
      }),
    )

    it.effect("keep nothing but their line once someone removed them, and say so", () =>
      Effect.gen(function* () {
        const { Report } = yield* makeClient
        const { exportId, sha256: hash } = yield* kept(300_000)
        const remove = Report.RemovePastExport({ headers: {}, payload: { exportId } })
        yield* remove
        expect((yield* partsOf(northwind)).has(exportId)).toBe(false)
        expect(yield* newest).toMatchObject({ exportId, state: "removed", rows: 7 })
        const message = "Someone has removed this file. Export it again from the report."
        expect([yield* refused(exportId), yield* Effect.flip(remove)]).toMatchObject([{ message }, { message }])
        expect((yield* audited(northwind)).at(-1)).toMatchObject({ type: "PastExportRemoved", data: { sha256: hash } })
      }).pipe(asCompany(northwind)),
    )

    it.effect("break off, and do not end short, where the file is removed while it is fetched", () =>
      Effect.gen(function* () {
        const { Report } = yield* makeClient
        const { exportId } = yield* kept(600_000)
        const response = yield* Report.DownloadPastExport({ query: { exportId }, responseMode: "response-only" })
        const remove = Effect.ignore(Report.RemovePastExport({ headers: {}, payload: { exportId } }))
        const end = yield* Effect.exit(Stream.runDrain(Stream.tap(response.stream, () => remove)))
        expect(end._tag).toBe("Failure")
      }).pipe(asCompany(northwind)),
    )

    it.effect("keep nothing but their line where the download broke off", () =>
      Effect.gen(function* () {
        const { Report } = yield* makeClient
        const { stream } = yield* Report.DownloadExportData({
          query: { type: "csv" },
          payload: { fileType: "csv", startDate: "2025-11-20", endDate: "2026-11-21" },
          responseMode: "response-only",
        })
        yield* stream.pipe(Stream.take(2), Stream.runDrain)
        const past = yield* newest
        expect(past.state).toBe("brokenOff")
        const half = yield* kept(300_000, 100_000, false)
        expect(half.state).toBe("brokenOff")
        const parts = yield* partsOf(northwind)
        expect([parts.has(past.exportId), parts.has(half.exportId)]).toEqual([false, false])
        expect((yield* refused(half.exportId)).message).toContain("broke off")
      }).pipe(asCompany(northwind)),
    )

    it.effect("are listed and not kept where they are too large, and nothing is stored of them any more", () =>
      Effect.gen(function* () {
        const largest = yield* kept(keptBytes.file, 4_000_000)
        const larger = yield* kept(keptBytes.file + 1, 4_000_000)
        expect([largest.state, larger.state]).toEqual(["kept", "tooLarge"])
        expect(larger.bytes).toBe(keptBytes.file + 1)
        const parts = yield* partsOf(northwind)
        expect([parts.get(largest.exportId), parts.get(larger.exportId)]).toEqual([keptBytes.file, undefined])
      }).pipe(asCompany(northwind)),
    )

    it.effect("make room for newer ones, the oldest first", () =>
      Effect.gen(function* () {
        const { sql, company } = yield* Database
        const [first, second] = [yield* kept(1_000), yield* kept(2_000)]
        // As large as the files of a company may be together.
        yield* company(northwind)(
          sql`update past_exports set bytes = ${keptBytes.company - 2_500} where company_id = ${northwind} and export_id = ${second.exportId}`,
        )
        const third = yield* kept(2_000)
        const states = new Map((yield* list).map(({ exportId, state }) => [exportId, state]))
        const ids = [first, second, third].map(({ exportId }) => exportId)
        expect(ids.map((id) => states.get(id))).toEqual(["displaced", "kept", "kept"])
        const parts = yield* partsOf(northwind)
        expect(ids.map((id) => parts.has(id))).toEqual([false, true, true])
        yield* company(northwind)(
          sql`update past_exports set bytes = 2000 where company_id = ${northwind} and export_id = ${second.exportId}`,
        )
      }).pipe(asCompany(northwind)),
    )

    it.effect("are taken whole, and not kept, where a part cannot be stored", () =>
      Effect.gen(function* () {
        // Its place is taken, which is one way to fail.
        const id = ExportId.make((yield* nextExportId()) + 1)
        yield* storeExportPart(northwind, id, 0, Buffer.from("x"))
        const { bytes } = yield* exported("csv", { startDate: "2026-09-01", endDate: "2026-11-21" })
        const past = yield* newest
        expect(past).toMatchObject({ exportId: id, state: "notKept", bytes: bytes.length, sha256: sha256(bytes) })
        expect((yield* partsOf(northwind)).has(id)).toBe(false)
      }).pipe(asCompany(northwind)),
    )

    it.effect("are read page by page, the newest first", () =>
      Effect.gen(function* () {
        const { Report } = yield* makeClient
        const all = (yield* list).map(({ exportId }) => exportId)
        const pages: Array<ExportId> = []
        let cursor: string | undefined = undefined
        do {
          const page: { readonly data: ReadonlyArray<PastExport>; readonly next?: string } =
            yield* Report.GetPastExports({
              query: { pageSize: 3, ...(cursor === undefined ? {} : { cursor }) },
            })
          pages.push(...page.data.map(({ exportId }) => exportId))
          cursor = page.next
        } while (cursor !== undefined)
        expect(pages).toEqual(all)
        expect(all).toEqual(all.toSorted((one, other) => other - one))
      }).pipe(asCompany(northwind)),
    )

    it.effect("lose their file after seven days and their line after ninety; parts of no export go after one", () =>
      Effect.gen(function* () {
        const { exportId } = yield* kept(200_000)
        const orphan = ExportId.make(exportId + 1_000)
        yield* storeExportPart(northwind, orphan, 0, Buffer.from("x"))
        const has = Effect.map(partsOf(northwind), (parts) => [parts.has(exportId), parts.has(orphan)])
        yield* removeExpired
        expect(yield* has).toEqual([true, true])
        yield* forward(retention.exportPartMillis + 1_000)
        yield* removeExpired
        expect(yield* has).toEqual([true, false])
        yield* forward(retention.exportFileMillis - retention.exportPartMillis)
        expect(yield* newest).toMatchObject({ exportId, state: "expired" })
        expect((yield* refused(exportId)).message).toContain("kept for 7 days")
        yield* removeExpired
        expect(yield* has).toEqual([false, false])
        expect((yield* newest).exportId).toBe(exportId)
        yield* forward(retention.exportMillis)
        yield* removeExpired
        expect(yield* list).toEqual([])
      }).pipe(asCompany(northwind)),
    )
  })
}
