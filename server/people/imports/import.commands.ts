import { createHash } from "node:crypto"
import { Effect, Layer, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { ImportId } from "#schemas/ids.ts"
import { ImportEvent } from "#schemas/people/events.ts"
import type { CheckImport } from "#schemas/people/import.ts"
import { notFound } from "#schemas/problem.ts"
import { judgeMapping, sameColumns } from "./columns.rule.ts"
import { settleDateOrders } from "./dateOrders.rule.ts"
import { importDecider, type ImportCommand, type ImportProcess } from "./import.decider.ts"
import { importProjection, type ImportRow } from "./import.projection.ts"
import { ImportLog } from "./ImportLog.ts"
import { dropChunks, readImportFile, saveImportFile, saveMapping, type NewImportFile } from "./importFile.queries.ts"
import { readImport } from "./import.queries.ts"
import { hasList, listNameTaken, makeList, nextListId } from "#server/people/lists/list.queries.ts"
import { contextOf, handle, readState, systemContext, type CommandOptions } from "#server/handle.ts"
import type { Stream } from "#server/store/stream.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { storeServices } from "#server/store/storeServices.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** The streams of imports: `import-7`. */
export const importStream: Stream<ImportProcess, ImportCommand, ImportEvent, ImportRow> = {
  decider: importDecider,
  events: ImportEvent,
  projection: importProjection,
  outside: "number",
  activity: {
    name: ({ company, id }) => `select file_name from imports where company_id = ${company} and import_id = ${id}`,
    opens: ({ company, id }) =>
      `select import_id::text from imports where company_id = ${company} and import_id = ${id}`,
    isNumbered: true,
  },
}

/** How often a cancellation that a stored batch overtook is tried again. */
const overtaken = 20

/** An import of the acting company; an absent one and another company's are `NotFound`. */
export const foundImport = (person: Person, importId: ImportId) =>
  orNotFound(readImport(person.actingCompanyId, importId))

/** Keeps what is known of a list file that has arrived. */
export const storeListFile = Effect.fn("storeListFile")(function* (
  person: Person,
  importId: ImportId,
  file: NewImportFile,
  commandId?: string,
) {
  const command = { _tag: "UploadListFile", importId, bytes: file.bytes } as const
  yield* handle(importStream, importId, command, contextOf(person, { commandId }), {
    beforeAppend: () => saveImportFile(person.actingCompanyId, importId, file),
  })
})

/**
 * Has every row judged by a mapping, under the name of the list to be. Fails with Invalid for
 * a mapping that does not fit the file, and with AlreadyExists for a name that is taken.
 */
export const checkImport = Effect.fn("checkImport")(function* (
  person: Person,
  wanted: CheckImport,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { importId, listName } = wanted
  const file = yield* readImportFile(companyId, importId)
  if (file === undefined) return yield* Effect.fail(notFound())
  const mapping = yield* Effect.fromResult(
    sameColumns(file.mapping, wanted.mapping).pipe(
      Result.flatMap(judgeMapping),
      Result.flatMap((judged) => settleDateOrders(judged, file.dates)),
    ),
  )
  const mappingHash = createHash("sha256").update(JSON.stringify(mapping)).digest("hex")
  yield* handle(importStream, importId, { _tag: "CheckImport", mappingHash }, contextOf(person, options), {
    // After the state has been judged: an import that runs already has a list of this very name.
    beforeAppend: () =>
      Effect.flatMap(hasList(companyId, listName), (taken) =>
        taken ? Effect.fail(listNameTaken()) : saveMapping(companyId, importId, { mapping, listName }),
      ),
  })
  return yield* foundImport(person, importId)
})

/** Starts storing the valid rows in a new list. Fails with AlreadyExists when its name was taken since the check. */
export const runImport = Effect.fn("runImport")(function* (
  person: Person,
  importId: ImportId,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { listName } = yield* foundImport(person, importId)
  const listId = yield* nextListId()
  const at = yield* isoNow
  yield* handle(importStream, importId, { _tag: "RunImport", listId }, contextOf(person, options), {
    beforeAppend: () => makeList(companyId, { listId, name: listName, at }),
  })
  return yield* foundImport(person, importId)
})

/** Stops an import where it stands: rows that are stored stay, the file goes. */
export const cancelImport = Effect.fn("cancelImport")(function* (
  person: Person,
  importId: ImportId,
  commandId?: string,
) {
  yield* foundImport(person, importId)
  yield* handle(importStream, importId, { _tag: "CancelImport" }, contextOf(person, { commandId }), {
    beforeAppend: () => dropChunks(person.actingCompanyId, importId),
  }).pipe(Effect.retry({ while: (failure) => failure.problem === "StaleVersion", times: overtaken }))
  return yield* foundImport(person, importId)
})

const commandIdOf = (importId: ImportId, command: ImportCommand): string =>
  `import-${importId}-${command._tag}${"batch" in command ? `-${command.batch}` : ""}`

/** Gives the import worker the one way in which stored things change. */
export const importLogLayer = Layer.effect(
  ImportLog,
  Effect.gen(function* () {
    const services = yield* storeServices
    return ImportLog.of({
      read: (companyId, importId) =>
        readState(importStream, companyId, importId).pipe(
          Effect.map(({ state }) => state),
          Effect.provideContext(services),
        ),
      send: (companyId, importId, command) =>
        handle(importStream, importId, command, systemContext(companyId, commandIdOf(importId, command))).pipe(
          Effect.map(({ state }) => state),
          Effect.provideContext(services),
        ),
    })
  }),
)
