import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { mayCall, missingRight } from "#schemas/access.ts"
import { dayMillis, retention } from "#schemas/constants.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import type { ExportAuditEvent } from "#schemas/reporting/events.ts"
import type { ExportId, PastExportState } from "#schemas/reporting/pastExport.ts"
import { recordAudit } from "#server/http/audit.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { callsOf } from "#server/http/handlers.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { Database } from "#server/store/Database.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { contentTypeOf } from "./exportFile.ts"
import { findPastExport, keptFile, listPastExports, removeKeptFile, type FoundExport } from "./pastExport.queries.ts"

const days = retention.exportFileMillis / dayMillis

/** Why a file is not there. */
const reasons: Record<Exclude<PastExportState, "kept">, string> = {
  expired: `This file was kept for ${days} days and is removed.`,
  removed: "Someone has removed this file.",
  displaced: "This file was removed to make room for newer ones.",
  tooLarge: "This file was too large to be kept.",
  brokenOff: "The download of this file broke off, so it was not kept.",
  notKept: "This file could not be kept.",
}
const notKept = (state: Exclude<PastExportState, "kept">) =>
  problem("NotFound", `${reasons[state]} Export it again from the report.`)

/** Whether an export says who has appointments at a location. */
const isOfLocation = ({ asked }: Pick<FoundExport, "asked">): boolean =>
  asked.narrowed?.some(({ by }) => by === "location") === true

/** The same without the name of the location, for people who may not see appointments. */
const withoutLocation = <Row extends Pick<FoundExport, "asked">>(row: Row): Row =>
  isOfLocation(row)
    ? {
        ...row,
        asked: {
          ...row.asked,
          narrowed: row.asked.narrowed?.map((one) => (one.by === "location" ? { ...one, name: "…" } : one)),
        },
      }
    : row

/**
 * An export of the acting company whose file is kept. Fails with NotFound where it is not, and with Forbidden for one of a
 * location without the right to see appointments.
 */
const foundKept = Effect.fnUntraced(function* (exportId: ExportId) {
  const person = yield* CurrentPerson
  const found = yield* orNotFound(findPastExport(person.actingCompanyId, exportId))
  const missing = isOfLocation(found) ? missingRight(person, "Appointment.GetBookedAppointments") : undefined
  if (missing !== undefined) return yield* Effect.fail(problem("Forbidden", missing))
  return found.state === "kept" ? { person, found } : yield* Effect.fail(notKept(found.state))
})

const factOf = ({ fileType, campaignId, rows, sha256 }: FoundExport) => ({ fileType, campaignId, rows, sha256 })

/** The calls about exports that were taken before, for the acting company. */
export const pastExportCalls = callsOf("Report", {
  GetPastExports: Effect.fn("Report.GetPastExports")(function* ({ query }) {
    const person = yield* CurrentPerson
    const page = yield* listPastExports(person.actingCompanyId, yield* pageIn(query))
    const seesAll = mayCall(person, "Appointment.GetBookedAppointments")
    return pageReply(seesAll ? page : { ...page, rows: page.rows.map(withoutLocation) })
  }),

  DownloadPastExport: Effect.fn("Report.DownloadPastExport")(function* ({ query: { exportId } }) {
    const { person, found } = yield* foundKept(exportId)
    yield* recordAudit(person, { _tag: "PastExportFetched", ...factOf(found) } satisfies ExportAuditEvent)
    const bytes = Stream.provideService(keptFile(person.actingCompanyId, found), Database, yield* Database)
    return HttpServerResponse.stream(bytes, {
      contentType: contentTypeOf(found.fileType),
      headers: { "content-disposition": contentDisposition(found.fileName), "cache-control": "no-store" },
    })
  }),

  RemovePastExport: Effect.fn("Report.RemovePastExport")(function* ({ payload: { exportId } }) {
    const { person, found } = yield* foundKept(exportId)
    const { company } = yield* Database
    yield* company(person.actingCompanyId)(
      Effect.gen(function* () {
        if (!(yield* removeKeptFile(person.actingCompanyId, exportId))) return yield* Effect.fail(notKept("removed"))
        yield* recordAudit(person, { _tag: "PastExportRemoved", ...factOf(found) } satisfies ExportAuditEvent)
      }),
    )
    return reply({})
  }),
})
