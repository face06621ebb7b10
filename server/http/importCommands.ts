import { createHash } from "node:crypto"
import { Clock, Effect, Result, type Stream } from "effect"
import type { Multipart } from "effect/http"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import type { CheckImport } from "#schemas/people/import.ts"
import { notFound } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { judgeMapping } from "#server/domain/people/columns.ts"
import { settleDateOrders } from "#server/domain/people/dateOrders.ts"
import { importDecider } from "#server/domain/people/import.decider.ts"
import { contextOf, handle, readState } from "#server/handle.ts"
import { importStream } from "#server/imports.ts"
import { Database } from "#server/store/Database.ts"
import { dropChunks, readImportFile, saveImportFile, saveMapping } from "#server/store/people/importFiles.ts"
import { readImport } from "#server/store/people/imports.ts"
import { hasList, listNameTaken, makeList } from "#server/store/people/lists.ts"
import { askedIn, type CommandHeaders } from "./commandHeaders.ts"
import { uploadedOnce } from "./idempotency.ts"
import { takeFile } from "./takeFile.ts"

/** How often a cancellation that a stored batch overtook is tried again. */
const overtaken = 20

/** An import of the acting company; an absent one and another company's are `NotFound`. */
export const foundImport = Effect.fnUntraced(function* (person: Person, importId: number) {
  const found = yield* readImport(person.actingCompanyId, importId)
  return found ?? (yield* Effect.fail(notFound()))
})

/** Takes a list file in and guesses what its columns are. */
export const uploadListFile = Effect.fn("Database.UploadListFile")(function* (
  headers: CommandHeaders,
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const { importId, file, contentHash } = yield* takeFile(companyId, parts)
  const key = headers["idempotency-key"]
  const command = { _tag: "UploadListFile", importId, bytes: file.bytes } as const
  const stored = handle(importStream, importId, command, contextOf(person, key), {
    also: () => saveImportFile(companyId, importId, file),
  }).pipe(Effect.as(importId))
  const drop = dropChunks(companyId, importId)
  const known = yield* uploadedOnce(person, key, contentHash, stored).pipe(Effect.onError(() => drop))
  // The same file was stored before: what came now is not needed.
  if (known !== importId) yield* drop
  return reply(yield* foundImport(person, known))
})

/** Has every row judged by a mapping, under the name of the list to be. */
export const checkImport = Effect.fn("Database.CheckImport")(function* (headers: CommandHeaders, payload: CheckImport) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const { importId, listName } = payload
  const { commandId, expectedVersion } = yield* askedIn(headers)
  const file = yield* readImportFile(companyId, importId)
  if (file === undefined) return yield* Effect.fail(notFound())
  const columns = file.mapping.map(({ header }) => header)
  const mapping = yield* Effect.fromResult(
    Result.flatMap(judgeMapping(columns, payload.mapping), (judged) => settleDateOrders(judged, file.dates)),
  )
  const mappingHash = createHash("sha256").update(JSON.stringify(mapping)).digest("hex")
  yield* handle(importStream, importId, { _tag: "CheckImport", mappingHash }, contextOf(person, commandId), {
    expectedVersion,
    // After the state has been asked: an import that runs already has a list of this very name.
    also: () =>
      Effect.flatMap(hasList(companyId, listName), (taken) =>
        taken ? Effect.fail(listNameTaken()) : saveMapping(companyId, importId, { mapping, listName }),
      ),
  })
  return reply(yield* foundImport(person, importId))
})

/** Starts storing the valid rows. */
export const runImport = Effect.fn("Database.RunImport")(function* (headers: CommandHeaders, importId: number) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const database = yield* Database
  const { commandId, expectedVersion } = yield* askedIn(headers)
  const { listName } = yield* foundImport(person, importId)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* database.company(companyId)(
    Effect.gen(function* () {
      const { state } = yield* readState(importStream, companyId, importId)
      // Refused by its state first: an import that runs already has a list of this very name.
      yield* Effect.fromResult(importDecider.decide(state, { _tag: "RunImport", listId: 0 }))
      const listId = yield* makeList(companyId, listName, at)
      const context = contextOf(person, commandId)
      yield* handle(importStream, importId, { _tag: "RunImport", listId }, context, { expectedVersion })
    }),
  )
  return reply(yield* foundImport(person, importId))
})

/** Stops an import where it stands: rows that are stored stay, the file goes. */
export const cancelImport = Effect.fn("Database.CancelImport")(function* (headers: CommandHeaders, importId: number) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  yield* foundImport(person, importId)
  yield* handle(importStream, importId, { _tag: "CancelImport" }, contextOf(person, headers["idempotency-key"]), {
    also: () => dropChunks(companyId, importId),
  }).pipe(Effect.retry({ while: (failure) => failure.problem === "StaleVersion", times: overtaken }))
  return reply(yield* foundImport(person, importId))
})
