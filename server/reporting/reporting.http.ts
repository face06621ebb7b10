import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { HttpServerResponse } from "effect/http"
import { Api } from "#schemas/api.ts"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { missingRight } from "#schemas/access.ts"
import type { ActivityQuery } from "#schemas/administration/activity.ts"
import type { DataExported } from "#schemas/reporting/events.ts"
import { fileContentTypes, type FileType } from "#schemas/reporting/report.ts"
import { makeDashboard } from "#server/reporting/dashboard/dashboard.queries.ts"
import { makeExport } from "#server/reporting/exports/exporting.ts"
import { makeReport } from "#server/reporting/report/report.queries.ts"
import { readActivity } from "#server/administration/activity/activity.queries.ts"
import { listCampaigns, readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { streams } from "#server/streams.ts"
import { recordAudit } from "#server/http/audit.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { ExportPlaces } from "#server/http/ExportPlaces.ts"

const contentTypeOf = (type: FileType): string =>
  type === "xlsx" ? fileContentTypes[type] : `${fileContentTypes[type]}; charset=utf-8`

/** Writes an export to the audit stream. The file is out by then: what fails is logged. */
const recordExport = (store: EventStore["Service"], person: Person) => (event: DataExported) =>
  recordAudit(person, event).pipe(
    Effect.provideService(EventStore, store),
    Effect.catchCause((cause) => Effect.logError("An export could not be written to the audit stream", cause)),
  )

const twoTypes = problem("Invalid", "The type in the address and fileType in the body must be the same.", {
  errors: [{ field: "fileType", message: "Must equal the type in the address." }],
})

const activity = Effect.fn("Report.GetActivityLog")(function* (query: ActivityQuery) {
  const person = yield* CurrentPerson
  const isOfAll = query.everyCompany === "true" || query.kind === "settings"
  const missing = missingRight(person, "Company.GetCompanyList")
  if (isOfAll && missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  const { timezone } = yield* readCompany(person.actingCompanyId)
  const { pageSize = defaultPageSize } = query
  if (query.cursor !== undefined && !/^\d{1,18}$/.test(query.cursor)) {
    return yield* Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
  }
  const scope = isOfAll ? null : person.actingCompanyId
  const { entries, next } = yield* readActivity(streams, scope, { ...query, pageSize }, timezone)
  return reply(entries, next === undefined ? {} : { next })
})

/** The dashboard, reports and exports of the acting company. */
export const reportHandlers = HttpApiBuilder.group(
  Api,
  "Report",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const places = yield* ExportPlaces
    const rates = yield* CallRates
    const withDatabase = Effect.provideService(Database, yield* Database)
    return handlers
      .handle(
        "GetDashboard",
        Effect.fn("Report.GetDashboard")(function* () {
          const person = yield* CurrentPerson
          return reply(yield* makeDashboard(person.actingCompanyId, person))
        }, withDatabase),
      )
      .handle(
        "GetReport",
        Effect.fn("Report.GetReport")(function* ({ query }) {
          const person = yield* CurrentPerson
          return reply(yield* makeReport(person.actingCompanyId, query))
        }, withDatabase),
      )
      .handle(
        "GetReportedCampaigns",
        Effect.fn("Report.GetReportedCampaigns")(function* () {
          const person = yield* CurrentPerson
          return reply(yield* listCampaigns(person.actingCompanyId))
        }, withDatabase),
      )
      .handle("GetActivityLog", ({ query }) => withDatabase(activity(query)))
      .handle(
        "DownloadExportData",
        Effect.fn("Report.DownloadExportData")(function* ({ query, payload }) {
          const person = yield* CurrentPerson
          if (query.type !== payload.fileType) return yield* Effect.fail(twoTypes)
          yield* places.enter({ userId: person.userId, asked: JSON.stringify([person.actingCompanyId, payload]) })
          yield* rates.count("export", person.userId)
          const file = yield* makeExport(person.actingCompanyId, query.type, payload, recordExport(store, person))
          return HttpServerResponse.stream(file.bytes, {
            contentType: contentTypeOf(query.type),
            headers: { "content-disposition": contentDisposition(file.fileName), "cache-control": "no-store" },
          })
        }, withDatabase),
      )
  }),
).pipe(Layer.provide(ExportPlaces.layer))
