import { Clock, Effect } from "effect"
import { dayMillis } from "#schemas/constants.ts"
import { importProjection } from "./import.projection.ts"
import { selectGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { dropChunks, dropOrphanChunks } from "./importFile.queries.ts"
import { ImportLog } from "./ImportLog.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"

const unused =
  "No one imported this file within 24 hours, so it was removed. Upload it again when you want to import it."
const brokenCheck =
  "Something went wrong on our side, and the file could not be checked. Nothing of it is stored. Upload it again."
const brokenRun =
  "Something went wrong on our side, and the import could not be finished. Upload the file again and give the list another name: patients who are stored already stay as they are."

/** Ends an import with a sentence for the person, and removes its file; rows that are stored stay. */
export const failImport = Effect.fn("people.failImport")(function* (
  companyId: CompanyId,
  importId: ImportId,
  reason: string,
) {
  const log = yield* ImportLog
  const database = yield* Database
  yield* database.company(companyId)(
    Effect.andThen(log.send(companyId, importId, { _tag: "FailImport", reason }), dropChunks(companyId, importId)),
  )
})

/** Ends an import whose job has failed in its last try. One that ended meanwhile is left as it is. */
export const abandonImport = Effect.fn("people.abandonImport")(function* (companyId: CompanyId, importId: ImportId) {
  const log = yield* ImportLog
  const { state } = yield* log.read(companyId, importId)
  if (state === "checking") yield* failImport(companyId, importId, brokenCheck)
  if (state === "running") yield* failImport(companyId, importId, brokenRun)
})

/**
 * Removes files that are no longer needed: of imports that waited a day for a
 * mapping or for their start, and of uploads that never ended.
 */
export const dropUnusedFiles = Effect.fn("people.dropUnusedFiles")(function* () {
  const { sql, everyCompany } = yield* Database
  const { fileDays } = yield* everyCompany(selectGlobalSettings(sql))
  const before = new Date((yield* Clock.currentTimeMillis) - fileDays * dayMillis).toISOString()
  const waiting = yield* everyCompany(
    sql<{ companyId: CompanyId; id: ImportId }>`
      select company_id as "companyId", id from read_models
      where ${rowsOf(sql, "read_models", importProjection)} and state in ('uploaded', 'checked')
        and updated_at < ${before}::timestamptz`,
  )
  // Who was quicker, a person or another process, has the import.
  yield* Effect.forEach(waiting, ({ companyId, id }) => Effect.ignore(failImport(companyId, id, unused)), {
    discard: true,
  })
  yield* dropOrphanChunks(before)
})
