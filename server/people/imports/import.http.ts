import { Effect, type Stream } from "effect"
import type { Multipart } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import type { ImportId } from "#schemas/ids.ts"
import type { CheckImport } from "#schemas/people/import.ts"
import { reply } from "#schemas/reply.ts"
import { cancelImport, checkImport, foundImport, runImport, storeListFile } from "./import.commands.ts"
import { dropChunks } from "./importFile.queries.ts"
import { commandOptions, type CommandHeaders, type VersionedHeaders } from "#server/http/commandHeaders.ts"
import { uploadedOnce } from "#server/http/idempotency.ts"
import { takeFile } from "#server/http/takeFile.ts"

/** Takes a list file in and guesses what its columns are. */
export const upload = Effect.fn("Database.UploadListFile")(function* (
  headers: CommandHeaders,
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
) {
  const person = yield* CurrentPerson
  const companyId = person.actingCompanyId
  const { importId, file, contentHash } = yield* takeFile(companyId, parts)
  const key = headers["idempotency-key"]
  const stored = Effect.as(storeListFile(person, importId, file, key), importId)
  const drop = dropChunks(companyId, importId)
  const known = yield* uploadedOnce(person, key, contentHash, stored).pipe(Effect.onError(() => drop))
  // The same file was stored before: what came now is not needed.
  if (known !== importId) yield* drop
  return reply(yield* foundImport(person, known))
})

/** Has every row judged by a mapping, under the name of the list to be. */
export const check = Effect.fn("Database.CheckImport")(function* (headers: VersionedHeaders, payload: CheckImport) {
  return reply(yield* checkImport(yield* CurrentPerson, payload, yield* commandOptions(headers)))
})

/** Starts storing the valid rows. */
export const run = Effect.fn("Database.RunImport")(function* (headers: VersionedHeaders, importId: ImportId) {
  return reply(yield* runImport(yield* CurrentPerson, importId, yield* commandOptions(headers)))
})

/** Stops an import where it stands. */
export const cancel = Effect.fn("Database.CancelImport")(function* (headers: CommandHeaders, importId: ImportId) {
  return reply(yield* cancelImport(yield* CurrentPerson, importId, headers["idempotency-key"]))
})
