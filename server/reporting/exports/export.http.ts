import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { contentTypeOf } from "./exportFile.ts"
import { openKeeping } from "./keeping.ts"
import { makeAppointmentTable, makeExport } from "./exporting.ts"
import { recordTaken } from "#server/http/audit.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { refuseHiddenLocation } from "#server/reporting/report/narrowing.queries.ts"
import { enterExports } from "#server/http/ExportPlaces.ts"
import { callsOf } from "#server/http/handlers.ts"

const twoTypes = problem("Invalid", "The type in the address and fileType in the body must be the same.", {
  errors: [{ field: "fileType", message: "Must equal the type in the address." }],
})

/** The file of a report. */
export const exportCalls = callsOf("Report", {
  DownloadExportData: Effect.fn("Report.DownloadExportData")(function* ({ query, payload }) {
    const person = yield* CurrentPerson
    if (query.type !== payload.fileType) return yield* Effect.fail(twoTypes)
    yield* refuseHiddenLocation(person, payload)
    yield* enterExports(person, payload)
    const { layout, ...question } = payload
    const file =
      layout === "appointments"
        ? yield* makeAppointmentTable(person, query.type, question)
        : yield* makeExport(
            person,
            query.type,
            { ...question, ...(layout === undefined ? {} : { layout }) },
            { keeping: yield* openKeeping(person), record: yield* recordTaken(person) },
          )
    return HttpServerResponse.stream(file.bytes, {
      contentType: contentTypeOf(query.type),
      headers: { "content-disposition": contentDisposition(file.fileName), "cache-control": "no-store" },
    })
  }),
})
