import { Clock, Effect, Layer, Schedule } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { OutreachRunId } from "#schemas/scheduling/outreachRun.ts"
import { Database } from "#server/store/Database.ts"
import { readRow } from "#server/store/readModels.ts"
import { settleOutreachRun } from "./launchDue.commands.ts"
import { dueOf, nextOf } from "./occurrences.rule.ts"
import { outreachRunProjection } from "./outreachRun.projection.ts"

/** How often it is looked for runs that are due. */
const lookEvery = "20 seconds"

type Active = {
  readonly companyId: CompanyId
  readonly runId: OutreachRunId
  readonly version: number
  readonly row: unknown
}

const rowOf = readRow(outreachRunProjection)

/** When a run must be looked at next: a date that is due, or its end, at once. */
const dueAt = (stored: unknown, now: string): string => {
  const row = rowOf(stored)
  const { due, missed } = dueOf(row, row, now)
  return due === undefined && missed.length === 0 ? (nextOf(row, row, now)?.at ?? now) : now
}

/**
 * Settles what is due of the runs of all companies. When a run is due is computed once for each of its versions, from its
 * wall time by the rules of zones that this program knows: another version of the program tells it again.
 */
const settleAll = (known: Map<string, string>) =>
  Effect.gen(function* () {
    const { sql, readEveryCompany } = yield* Database
    const active = yield* readEveryCompany(
      sql<Active>`
        select company_id as "companyId", id as "runId", stream_version as version, row from read_models
        where category = 'outreachRun' and state = 'active'`,
    )
    const keys = new Set<string>()
    for (const { companyId, runId, version, row } of active) {
      const now = new Date(yield* Clock.currentTimeMillis).toISOString()
      const key = `${companyId}-${runId}-${version}`
      keys.add(key)
      const at = known.get(key) ?? dueAt(row, now)
      known.set(key, at)
      if (at > now) continue
      // One run's trouble must not keep the others from being settled.
      yield* settleOutreachRun(companyId, runId).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning(`Outreach run ${runId} of company ${companyId} could not be settled`, cause),
        ),
      )
    }
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
  })

/** The background work of outreach runs, for processes with the worker role: on their dates campaigns are made and launched. */
export const outreachRunWork = Layer.effectDiscard(
  Effect.suspend(() => settleAll(new Map())).pipe(
    Effect.catchCause((cause) => Effect.logError("Outreach runs could not be looked at", cause)),
    Effect.repeat(Schedule.spaced(lookEvery)),
    Effect.forkScoped,
  ),
)
