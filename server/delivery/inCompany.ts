import { Data, Effect, Schedule } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Database } from "#server/store/Database.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** Another transaction was in the way; nothing was written. */
class Collision extends Data.TaggedError("Collision")<{}> {}

const passing: ReadonlyArray<string> = ["DeadlockError", "SerializationError"]
const again = Schedule.jittered(Schedule.spaced("20 millis"))

/** Runs a transaction of one company, and runs it again when the database broke it off because of another one. */
export const inCompany = <A, E, R>(
  database: Database["Service"],
  companyId: CompanyId,
  effect: Effect.Effect<A, E, R>,
) => {
  const guarded: Effect.Effect<A, unknown, R> = Effect.catch(effect, (failure: unknown) =>
    isSqlError(failure) && passing.includes(failure.reason._tag) ? Effect.fail(new Collision()) : Effect.fail(failure),
  )
  return database
    .company(companyId)(guarded)
    .pipe(
      Effect.retry({ while: (failure) => failure instanceof Collision, times: 20, schedule: again }),
      Effect.catch((failure) => (failure instanceof Collision ? Effect.die(failure) : Effect.fail(failure))),
    ) as Effect.Effect<A, Exclude<E, SqlError>, R>
}
