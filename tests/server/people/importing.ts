import { createHash } from "node:crypto"
import { Clock, Effect, Layer, Stream } from "effect"
import { importLogLayer, importStream } from "#server/people/imports/import.commands.ts"
import { handle, systemContext } from "#server/handle.ts"
import { importJob, type BatchRows } from "#server/people/imports/import.job.ts"
import { receiveFile } from "#server/people/imports/receiveFile.ts"
import type { ImportCommand } from "#server/people/imports/import.decider.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { readImport, readRejectedRows } from "#server/people/imports/import.queries.ts"
import { dropChunks, saveImportFile, saveMapping } from "#server/people/imports/importFile.queries.ts"
import { makeList, nextListId } from "#server/people/lists/list.queries.ts"
import { CompanyId, type ImportId } from "#schemas/ids.ts"
import type { ColumnMapping } from "#schemas/people/import.ts"

/** Everything an import needs, on a database. */
export const importing = <E>(database: Layer.Layer<Database, E>) =>
  importLogLayer.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(database))

/** Makes a company in Los Angeles. */
export const makeCompany = (companyId: CompanyId, country = "US") =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    yield* company(companyId)(
      sql`insert into companies (company_id, hashed_id, name, code, timezone, country)
          values (${companyId}, ${`company-${companyId}-0000000`}, ${`Company ${companyId}`}, ${`C${companyId}`},
            'America/Los_Angeles', ${country})`,
    )
  })

/** Makes the company with a number; gives its id. */
export const newCompany = (id: number) => Effect.as(makeCompany(CompanyId.make(id)), CompanyId.make(id))

const send = (companyId: CompanyId, importId: ImportId, command: ImportCommand) =>
  handle(importStream, importId, command, systemContext(companyId, `test-${importId}-${command._tag}`))

/** A file as the network brings it, in pieces of any size. */
export const piecesOf = (content: string | Uint8Array, size = 1_000): Stream.Stream<Uint8Array> => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const count = Math.max(1, Math.ceil(bytes.length / size))
  return Stream.fromIterable(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  )
}

/** Uploads a file; gives the import's id. */
export const upload = (companyId: CompanyId, content: string | Uint8Array) => uploadPieces(companyId, piecesOf(content))

/** Uploads a file as it arrives; gives the import's id. */
export const uploadPieces = (companyId: CompanyId, pieces: Stream.Stream<Uint8Array>) =>
  Effect.gen(function* () {
    const { importId, file } = yield* receiveFile(companyId, "list.csv", pieces)
    yield* saveImportFile(companyId, importId, file)
    yield* send(companyId, importId, { _tag: "UploadListFile", importId, bytes: file.bytes })
    return importId
  })

/** Asks for a check and does not wait for it. */
export const askCheck = (
  companyId: CompanyId,
  importId: ImportId,
  mapping?: ReadonlyArray<ColumnMapping>,
  listName = `List ${importId}`,
) =>
  Effect.gen(function* () {
    const found = yield* readImport(companyId, importId)
    const chosen = mapping ?? found?.mapping ?? []
    yield* saveMapping(companyId, importId, { mapping: chosen, listName })
    const mappingHash = createHash("sha256").update(JSON.stringify(chosen)).digest("hex")
    yield* send(companyId, importId, { _tag: "CheckImport", mappingHash })
  })

/** Asks for a run and does not wait for it; gives the list's id. */
export const askRun = (companyId: CompanyId, importId: ImportId) =>
  Effect.gen(function* () {
    const found = yield* readImport(companyId, importId)
    const listId = yield* nextListId()
    yield* makeList(companyId, { listId, name: found?.listName ?? "", at: "2026-11-21T00:00:00Z" })
    yield* send(companyId, importId, { _tag: "RunImport", listId })
    return listId
  })

/** What is known of an import, with why rows are not taken. */
export const outcome = (companyId: CompanyId, importId: ImportId) =>
  Effect.gen(function* () {
    const found = yield* readImport(companyId, importId)
    const rejections = yield* readRejectedRows(companyId, importId, { limit: 1_000 })
    return {
      import: found,
      rejections: rejections.map(({ line, column, reason, value }) => ({ line, column, reason, value })),
    }
  })

/** Runs an effect at a time, in milliseconds since 1970, at which its clock stands still. */
export const standingAt =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (real) =>
      Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.succeed(millis),
        currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
        currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
        monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: real.monotonicTimeNanos,
        sleep: (duration) => real.sleep(duration),
      }),
    )

/** Stops an import where it stands. */
export const askCancel = (companyId: CompanyId, importId: ImportId) =>
  send(companyId, importId, { _tag: "CancelImport" }).pipe(
    Effect.retry({ while: (failure) => failure.problem === "StaleVersion", times: 20 }),
    Effect.andThen(dropChunks(companyId, importId)),
  )

/** Uploads, checks and runs a file with the mapping that is guessed. */
export const importWhole = (companyId: CompanyId, content: string | Uint8Array, rows?: BatchRows) =>
  Effect.gen(function* () {
    const importId = yield* upload(companyId, content)
    yield* askCheck(companyId, importId)
    yield* importJob({ companyId, importId }, rows)
    yield* askRun(companyId, importId)
    yield* importJob({ companyId, importId }, rows)
    return { importId, ...(yield* outcome(companyId, importId)) }
  })
