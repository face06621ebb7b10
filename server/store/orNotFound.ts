import { Effect } from "effect"
import { notFound, type Problem } from "#schemas/problem.ts"

/** What was looked up; fails with NotFound where it is absent. */
export const orNotFound = <A, E, R>(lookUp: Effect.Effect<A | undefined, E, R>): Effect.Effect<A, E | Problem, R> =>
  Effect.flatMap(lookUp, (found) => (found === undefined ? Effect.fail(notFound()) : Effect.succeed(found)))
