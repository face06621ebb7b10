import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply } from "#schemas/reply.ts"
import { cancelImport, checkImport, foundImport, runImport, storeListFile } from "./import.commands.ts"
import { readImportDetail } from "./importDetail.queries.ts"
import { readImports } from "./import.queries.ts"
import { previewColumns } from "./previewColumns.ts"
import { dropChunks } from "./importFile.queries.ts"
import { rejectedRowsFile } from "./rejectedRows.ts"
import { recordAudit } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { callsOf } from "#server/http/handlers.ts"
import { uploadedOnce } from "#server/http/idempotency.ts"
import { nextOf, pageIn } from "#server/http/paging.ts"
import { readUpload } from "#server/http/readUpload.ts"
import { Database } from "#server/store/Database.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** The imports of the acting company. */
export const importCalls = callsOf("Database", {
  GetImports: Effect.fn("Database.GetImports")(function* ({ query }) {
    const person = yield* CurrentPerson
    const { rows, next } = yield* readImports(person.actingCompanyId, {
      ...(yield* pageIn(query)),
      isWaiting: query.waiting === "true",
    })
    return reply(rows, nextOf(next))
  }),

  GetImport: Effect.fn("Database.GetImport")(function* ({ query: { importId } }) {
    const person = yield* CurrentPerson
    return reply(yield* orNotFound(readImportDetail(person.actingCompanyId, importId)))
  }),

  PreviewColumns: Effect.fn("Database.PreviewColumns")(function* ({ payload }) {
    return reply(yield* previewColumns(yield* CurrentPerson, payload))
  }),

  UploadListFile: Effect.fn("Database.UploadListFile")(function* ({ headers, payload }) {
    const person = yield* CurrentPerson
    const companyId = person.actingCompanyId
    const { importId, file, requestHash } = yield* readUpload(companyId, payload)
    const key = headers["idempotency-key"]
    const stored = Effect.as(storeListFile(person, importId, file, key), importId)
    const drop = dropChunks(companyId, importId)
    const known = yield* uploadedOnce(person, key, requestHash, stored).pipe(Effect.onError(() => drop))
    // The same file was stored before: what came now is not needed.
    if (known !== importId) yield* drop
    return reply(yield* foundImport(person, known))
  }),

  CheckImport: Effect.fn("Database.CheckImport")(function* ({ headers, payload }) {
    return reply(yield* checkImport(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  RunImport: Effect.fn("Database.RunImport")(function* ({ headers, payload }) {
    return reply(yield* runImport(yield* CurrentPerson, payload.importId, yield* commandOptions(headers)))
  }),

  CancelImport: Effect.fn("Database.CancelImport")(function* ({ headers, payload }) {
    return reply(yield* cancelImport(yield* CurrentPerson, payload.importId, headers["idempotency-key"]))
  }),

  DownloadRejectedRows: Effect.fn("Database.DownloadRejectedRows")(function* ({ query: { importId } }) {
    const person = yield* CurrentPerson
    const { fileName } = yield* foundImport(person, importId)
    yield* recordAudit(person, { _tag: "RejectedRowsDownloaded", importId } satisfies PeopleAuditEvent)
    const database = yield* Database
    const rows = Stream.provideService(rejectedRowsFile(person.actingCompanyId, importId), Database, database)
    const name = `${fileName.replace(/\.[^.]{1,5}$/, "")}-rejected.csv`
    return HttpServerResponse.stream(rows, {
      contentType: "text/csv; charset=utf-8",
      headers: { "content-disposition": contentDisposition(name) },
    })
  }),
})
