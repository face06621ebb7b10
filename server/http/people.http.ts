import { createHash } from "node:crypto"
import { Clock, Context, Effect, Result, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Multipart } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api, CurrentPerson, type Person } from "#schemas/api.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import type { CheckImport } from "#schemas/people/import.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { defaultPageSize, reply } from "#schemas/reply.ts"
import { judgeMapping } from "#server/domain/people/columns.ts"
import { contextOf, handle } from "#server/handle.ts"
import { importStream } from "#server/imports.ts"
import { rejectedRowsFile } from "#server/people/rejectedRows.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { dropChunks, readImportFile, saveImportFile, saveMapping } from "#server/store/people/importFiles.ts"
import { readImport, readImports, readRejections } from "#server/store/people/imports.ts"
import { hasList, listNameTaken, makeList, readLists } from "#server/store/people/lists.ts"
import { readPatients } from "#server/store/people/patients.ts"
import { recordAudit } from "./audit.ts"
import { contentDisposition } from "./contentDisposition.ts"
import { takeFile } from "./takeFile.ts"

/** Rejections shown beside an import; the file has them all. */
const shownRejections = 200

/** A cursor of these lists is an id: it travels in an address and tells nothing about anybody. */
const idOf = (cursor: string | undefined): Effect.Effect<number | undefined, Problem> => {
  if (cursor === undefined) return Effect.succeed(undefined)
  return /^\d{1,9}$/.test(cursor)
    ? Effect.succeed(Number(cursor))
    : Effect.fail(problem("BadRequest", "This page does not exist. Start again from the first one."))
}

const nextOf = (id: number | undefined) => (id === undefined ? {} : { next: String(id) })

const foundImport = Effect.fnUntraced(function* (person: Person, importId: number) {
  const found = yield* readImport(person.actingCompanyId, importId)
  return found ?? (yield* Effect.fail(notFound()))
})

type Headers = { readonly "idempotency-key"?: string }

const uploadListFile = Effect.fn("Database.UploadListFile")(function* (
  headers: Headers,
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const { importId, file } = yield* takeFile(companyId, parts)
  const command = { _tag: "UploadListFile", importId, bytes: file.bytes } as const
  yield* handle(importStream, importId, command, contextOf(person, headers["idempotency-key"]), {
    also: () => saveImportFile(companyId, importId, file),
  }).pipe(Effect.onError(() => dropChunks(companyId, importId)))
  return reply(yield* foundImport(person, importId))
})

const checkImport = Effect.fn("Database.CheckImport")(function* (headers: Headers, payload: CheckImport) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const { importId, listName } = payload
  const file = yield* readImportFile(companyId, importId)
  if (file === undefined) return yield* Effect.fail(notFound())
  const mapping = yield* Result.match(
    judgeMapping(
      file.mapping.map(({ header }) => header),
      payload.mapping,
    ),
    { onFailure: Effect.fail, onSuccess: Effect.succeed },
  )
  if (yield* hasList(companyId, listName)) return yield* Effect.fail(listNameTaken())
  const mappingHash = createHash("sha256").update(JSON.stringify(mapping)).digest("hex")
  yield* handle(
    importStream,
    importId,
    { _tag: "CheckImport", mappingHash },
    contextOf(person, headers["idempotency-key"]),
    {
      also: () => saveMapping(companyId, importId, { mapping, listName }),
    },
  )
  return reply(yield* foundImport(person, importId))
})

const runImport = Effect.fn("Database.RunImport")(function* (headers: Headers, importId: number) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const database = yield* Database
  const { listName } = yield* foundImport(person, importId)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* database.company(companyId)(
    Effect.gen(function* () {
      const listId = yield* makeList(companyId, listName, at)
      const context = contextOf(person, headers["idempotency-key"])
      yield* handle(importStream, importId, { _tag: "RunImport", listId }, context)
    }),
  )
  return reply(yield* foundImport(person, importId))
})

type PageQuery = { readonly cursor?: string; readonly pageSize?: number }
type Wanted = { readonly search?: string; readonly listId?: number | undefined }

const patientPage = Effect.fn("Database.patientPage")(function* ({ search, listId }: Wanted, page: PageQuery) {
  const person = yield* CurrentPerson
  const { pageSize = defaultPageSize } = page
  const after = yield* idOf(page.cursor)
  const { patients, next } = yield* readPatients(person.actingCompanyId, { search, listId, after, pageSize })
  yield* recordAudit(person, {
    _tag: "PatientsViewed",
    people: patients.length,
    listId: listId ?? null,
    searched: search !== undefined,
  } satisfies PeopleAuditEvent)
  return reply(patients, nextOf(next))
})

const downloadRejectedRows = Effect.fn("Database.DownloadRejectedRows")(function* (importId: number) {
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

const importPage = Effect.fn("Database.GetImports")(function* (query: PageQuery) {
  const person = yield* CurrentPerson
  const before = yield* idOf(query.cursor)
  const page = { before, pageSize: query.pageSize ?? defaultPageSize }
  const { imports, next } = yield* readImports(person.actingCompanyId, page)
  return reply(imports, nextOf(next))
})

const oneImport = Effect.fn("Database.GetImport")(function* (importId: number) {
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
    const store = Context.make(Database, yield* Database).pipe(Context.add(EventStore, yield* EventStore))
    const withStore = Effect.provideContext(store)
    return handlers
      .handle("GetCustomerPatientList", ({ query }) => withStore(patientPage({ listId: query.listId }, query)))
      .handle("SearchPatients", ({ query, payload }) => withStore(patientPage(payload, query)))
      .handle("GetLists", () => withStore(lists()))
      .handle("GetImports", ({ query }) => withStore(importPage(query)))
      .handle("GetImport", ({ query }) => withStore(oneImport(query.importId)))
      .handle("UploadListFile", ({ headers, payload }) => withStore(uploadListFile(headers, payload)))
      .handle("CheckImport", ({ headers, payload }) => withStore(checkImport(headers, payload)))
      .handle("RunImport", ({ headers, payload }) => withStore(runImport(headers, payload.importId)))
      .handleRaw("DownloadRejectedRows", ({ query }) => withStore(downloadRejectedRows(query.importId)))
  }),
)
