import { Effect } from "effect"
import { isSqlError } from "effect/sql/SqlError"

const isTaken = (failure: unknown, keys: ReadonlyArray<string>): boolean =>
  isSqlError(failure) && failure.reason._tag === "UniqueViolation" && keys.includes(failure.reason.constraint)

/**
 * Says what it means that a key is taken. `keys` are constraints or unique indexes by their
 * names; a violation of any other one stays an `SqlError`, which is a defect outside. The
 * transaction is lost by then, so fail with `meaning` and do not go on in it.
 */
export const whenTaken =
  <P>(keys: ReadonlyArray<string>, meaning: () => P) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | P, R> =>
    Effect.catch(effect, (failure): Effect.Effect<never, E | P> =>
      Effect.fail(isTaken(failure, keys) ? meaning() : failure),
    )
