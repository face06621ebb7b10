import { Effect, Layer } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { SignedIn } from "#schemas/caller.ts"
import { databaseHandlers } from "#server/program/contract.ts"
import { importJob } from "#server/people/imports/import.job.ts"
import { callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { importing } from "./importing.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"

/** The calls of the Database group on a database of their own. */
export const handlers = databaseHandlers.pipe(
  Layer.provideMerge(callingAs),
  Layer.provideMerge(importing(embeddedDatabase)),
)

/** The client in memory does not write forms; a browser does it like this. */
const asBrowser = HttpApiMiddleware.layerClient(SignedIn, ({ next, request }) =>
  Effect.gen(function* () {
    const signed = HttpClientRequest.bearerToken(request, "test")
    if (request.body._tag !== "FormData") return yield* next(signed)
    const written = new Response(request.body.formData)
    const bytes = new Uint8Array(yield* Effect.promise(() => written.arrayBuffer()))
    return yield* next(HttpClientRequest.bodyUint8Array(signed, bytes, written.headers.get("content-type") ?? ""))
  }),
)
/** The calls as a browser makes them. */
export const makeClient = HttpApiTest.groups(Api, ["Database"]).pipe(Effect.provide(asBrowser))

/** A list file as a browser sends it. */
export const form = (content: string | Uint8Array, name = "patients.csv", type = "text/csv") => {
  const data = new FormData()
  data.append("file", new File([content as BlobPart], name, { type }))
  return data
}

/** Uploads a list file; gives its import. */
export const upload = (content: string | Uint8Array, name?: string, type?: string) =>
  Effect.gen(function* () {
    const client = yield* makeClient
    return (yield* client.Database.UploadListFile({ headers: {}, payload: form(content, name, type) })).data
  })

/** Has the rows checked by the mapping that the import holds. */
export const check = (importId: ImportId, listName: string) =>
  Effect.gen(function* () {
    const client = yield* makeClient
    const { data } = yield* client.Database.GetImport({ query: { importId } })
    const payload = { importId, listName, mapping: data.import.mapping }
    return (yield* client.Database.CheckImport({ headers: {}, payload })).data
  })

/** Starts storing the valid rows. */
export const run = (importId: ImportId) =>
  Effect.gen(function* () {
    const client = yield* makeClient
    return (yield* client.Database.RunImport({ headers: {}, payload: { importId } })).data
  })

/** Uploads, checks and imports a list by the mapping that is guessed; gives the import's id. */
export const wholeImport = (companyId: CompanyId, content: string, listName: string) =>
  Effect.gen(function* () {
    const { importId } = yield* upload(content)
    yield* check(importId, listName)
    yield* importJob({ companyId, importId })
    yield* run(importId)
    yield* importJob({ companyId, importId })
    return importId
  })
