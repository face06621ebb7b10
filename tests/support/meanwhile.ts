import { expect } from "@effect/vitest"
import type { Constructor } from "effect/sql/Statement"
import { Effect } from "effect"
import { CurrentTransformer, type Transformer } from "effect/sql/Statement"

/** Lets something happen just before the first statement that fits, as what someone else does at that moment. */
export const meanwhile =
  <R2>(fits: RegExp, happens: (sql: Constructor) => Effect.Effect<unknown, unknown, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const context = yield* Effect.context<R2>()
      let isDue = true
      const transformer: Transformer = (statement, sql) =>
        Effect.gen(function* () {
          if (isDue && fits.test(statement.compile()[0])) {
            isDue = false
            yield* happens(sql).pipe(Effect.orDie, Effect.provideContext(context))
          }
          return statement
        })
      return yield* Effect.ensuring(
        Effect.provideService(effect, CurrentTransformer, transformer),
        Effect.sync(() => expect(isDue).toBe(false)),
      )
    })
