import { Cause, Effect, Layer, Schedule } from "effect"
import { importProjection } from "./import.projection.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { thingOf } from "#server/decider.ts"
import { abandonImport, dropUnusedFiles } from "./endImport.ts"
import { importJob } from "./import.job.ts"
import { type CompanyId, ImportId } from "#schemas/ids.ts"

const jobName = "import"
/** Imports at work at once in one process, so that a long one does not keep other companies waiting. */
const concurrency = 3
/** How often files that are no longer needed are looked for. */
const tidyEvery = "1 hour"

const add = Effect.fnUntraced(function* (companyId: CompanyId, importId: ImportId) {
  const jobs = yield* JobQueue
  yield* jobs.add(jobName, { companyId, importId }, { key: String(importId) })
})

/** Imports that were at work when every process stopped. */
const addUnfinished = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const unfinished = yield* everyCompany(
    sql<{ companyId: CompanyId; id: ImportId }>`
      select company_id as "companyId", id from read_models
      where ${rowsOf(sql, "read_models", importProjection)} and state in ('checking', 'running')`,
  )
  yield* Effect.forEach(unfinished, ({ companyId, id }) => add(companyId, id), { discard: true })
})

const tidy = dropUnusedFiles().pipe(
  Effect.catchCause((cause) => Effect.logWarning("Unused files could not be removed", Cause.pretty(cause))),
)

const importIdOf = (stream: string) => ImportId.make(thingOf(importProjection, stream) ?? 0)

/**
 * Works on imports in this process until the layer closes. The event log is the
 * outbox (docs/architecture.md#jobs): an import that was asked to be checked or run gets
 * its job even if the process that answered the person died at once.
 */
export const importWorkerLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* JobQueue
    const events = yield* EventStore
    yield* jobs.define(
      jobName,
      ({ companyId, importId }: { readonly companyId: CompanyId; readonly importId: ImportId }) =>
        importJob({ companyId, importId }),
      { concurrency, givenUp: ({ companyId, importId }) => abandonImport(companyId, importId) },
    )
    yield* addUnfinished
    yield* Effect.forkScoped(Effect.repeat(tidy, Schedule.spaced(tidyEvery)))
    const asked = new Set(["ImportCheckStarted", "ImportStarted"])
    yield* Effect.forkScoped(
      events.subscribe("imports", (stored) =>
        Effect.forEach(
          stored.filter(({ type }) => asked.has(type)),
          ({ companyId, stream }) => add(companyId, importIdOf(stream)),
          { discard: true },
        ),
      ),
    )
  }),
)
