import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import type { DataExported } from "#schemas/reporting/events.ts"
import { fileContentTypes, type FileType } from "#schemas/reporting/report.ts"
import { makeAppointmentTable, makeExport } from "./exporting.ts"
import { recordAudit } from "#server/http/audit.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { ExportPlaces } from "#server/http/ExportPlaces.ts"
import { callsOf } from "#server/http/handlers.ts"
import { EventStore } from "#server/store/EventStore.ts"

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

/** The file of a report. */
export const exportCalls = callsOf("Report", {
  DownloadExportData: Effect.fn("Report.DownloadExportData")(function* ({ query, payload }) {
    const person = yield* CurrentPerson
    const { userId, actingCompanyId } = person
    if (query.type !== payload.fileType) return yield* Effect.fail(twoTypes)
    yield* (yield* ExportPlaces).enter({ userId, asked: JSON.stringify([actingCompanyId, payload]) })
    yield* (yield* CallRates).count("export", userId)
    const { layout, ...question } = payload
    const file =
      layout === "appointments"
        ? yield* makeAppointmentTable(person, query.type, question)
        : yield* makeExport(
            person,
            query.type,
            { ...question, ...(layout === undefined ? {} : { layout }) },
            recordExport(yield* EventStore, person),
          )
    return HttpServerResponse.stream(file.bytes, {
      contentType: contentTypeOf(query.type),
      headers: { "content-disposition": contentDisposition(file.fileName), "cache-control": "no-store" },
    })
  }),
})
