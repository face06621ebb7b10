import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import type { ImportId, ListId } from "#schemas/ids.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import type { DecideReply } from "#schemas/people/unclearReply.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { decideReply, readUnclearReplies } from "#server/delivery/unclearReplies.ts"
import { foundImport } from "#server/people/imports/import.commands.ts"
import { rejectedRowsFile } from "#server/people/imports/rejectedRows.ts"
import { Database } from "#server/store/Database.ts"
import { storeServices } from "#server/store/storeServices.ts"
import { readImports, readRejections } from "#server/people/imports/import.queries.ts"
import { readLists } from "#server/people/lists/list.queries.ts"
import { readPatients } from "#server/people/patients/patient.queries.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { idIn, nextOf } from "#server/http/paging.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { cancel, check, run, upload } from "#server/people/imports/import.http.ts"

/** Rejections shown next to an import; the file has them all. */
const shownRejections = 200

type PageQuery = { readonly cursor?: string; readonly pageSize?: number }
type PatientFilter = { readonly search?: string; readonly listId?: ListId | undefined }

const patientPage = Effect.fn("Database.patientPage")(function* ({ search, listId }: PatientFilter, page: PageQuery) {
  const person = yield* CurrentPerson
  const { pageSize = defaultPageSize } = page
  const after = yield* idIn(page.cursor)
  const { actingCompanyId, country } = person
  const { patients, next } = yield* readPatients(actingCompanyId, { search, country, listId, after, pageSize })
  const seen = { people: patients.length, listId: listId ?? null, searched: search !== undefined }
  yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, [search, after, pageSize])
  return reply(patients, nextOf(next))
})

const downloadRejectedRows = Effect.fn("Database.DownloadRejectedRows")(function* (importId: ImportId) {
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
})

const unclearReplies = Effect.fn("Database.GetUnclearReplies")(function* () {
  const person = yield* CurrentPerson
  const replies = yield* readUnclearReplies(person.actingCompanyId)
  const seen = { people: replies.length, listId: null, searched: false }
  if (replies.length > 0) {
    yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, ["replies"])
  }
  return reply(replies)
})

const decide = Effect.fn("Database.DecideReply")(function* (decision: DecideReply) {
  const person = yield* CurrentPerson
  yield* decideReply(person.actingCompanyId, decision)
  yield* recordAudit(person, { _tag: "ReplyDecided", ...decision } satisfies PeopleAuditEvent)
  return reply({})
})

const importPage = Effect.fn("Database.GetImports")(function* (query: PageQuery) {
  const person = yield* CurrentPerson
  const before = yield* idIn(query.cursor)
  const page = { before, pageSize: query.pageSize ?? defaultPageSize }
  const { rows, next } = yield* readImports(person.actingCompanyId, page)
  return reply(rows, nextOf(next))
})

const oneImport = Effect.fn("Database.GetImport")(function* (importId: ImportId) {
  const person = yield* CurrentPerson
  const found = yield* foundImport(person, importId)
  const rejections = yield* readRejections(person.actingCompanyId, importId, { limit: shownRejections })
  return reply({ import: found, rejections })
})

const lists = Effect.fn("Database.GetLists")(function* () {
  const person = yield* CurrentPerson
  return reply(yield* readLists(person.actingCompanyId))
})

/** The calls of `/database`: patients, lists and imports of the acting company. */
export const peopleHandlers = HttpApiBuilder.group(
  Api,
  "Database",
  Effect.fn(function* (handlers) {
    const withStore = Effect.provideContext(yield* storeServices)
    return handlers
      .handle("GetCustomerPatientList", ({ query }) => withStore(patientPage({ listId: query.listId }, query)))
      .handle("SearchPatients", ({ query, payload }) => withStore(patientPage(payload, query)))
      .handle("GetUnclearReplies", () => withStore(unclearReplies()))
      .handle("DecideReply", ({ payload }) => withStore(decide(payload)))
      .handle("GetLists", () => withStore(lists()))
      .handle("GetImports", ({ query }) => withStore(importPage(query)))
      .handle("GetImport", ({ query }) => withStore(oneImport(query.importId)))
      .handle("UploadListFile", ({ headers, payload }) => withStore(upload(headers, payload)))
      .handle("CheckImport", ({ headers, payload }) => withStore(check(headers, payload)))
      .handle("RunImport", ({ headers, payload }) => withStore(run(headers, payload.importId)))
      .handle("CancelImport", ({ headers, payload }) => withStore(cancel(headers, payload.importId)))
      .handleRaw("DownloadRejectedRows", ({ query }) => withStore(downloadRejectedRows(query.importId)))
  }),
)
