import { expect, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { vi } from "vitest"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { postgresqlServer } from "#tests/support/testDatabases.ts"

const morning = Date.UTC(2026, 10, 21, 8)

it.layer(embeddedDatabase)("the movable clock", (it) => {
  it.effect("gives a moved time that goes on, holds after a restart, and can be reset", () =>
    Effect.gen(function* () {
      const withClock = <A, E>(effect: Effect.Effect<A, E, MovableClock | Database>) =>
        Effect.provide(effect, Layer.fresh(MovableClock.layer), { local: true })
      yield* TestClock.setTime(1_000)
      yield* withClock(
        Effect.gen(function* () {
          const clock = yield* MovableClock
          expect(yield* Clock.currentTimeMillis).toBe(1_000)
          yield* clock.move(morning)
          expect(yield* Clock.currentTimeMillis).toBe(morning)
          expect(yield* Clock.currentTimeNanos).toBe(BigInt(morning) * 1_000_000n)
          expect(yield* clock.offset).toBe(morning - 1_000)
        }),
      )
      expect(yield* Clock.currentTimeMillis).toBe(1_000)
      yield* TestClock.adjust("5 seconds")
      yield* withClock(
        Effect.gen(function* () {
          const clock = yield* MovableClock
          expect(yield* Clock.currentTimeMillis).toBe(morning + 5_000)
          yield* clock.reset
          expect(yield* Clock.currentTimeMillis).toBe(6_000)
        }),
      )
    }),
  )
})

// The embedded database has one process.
if (postgresqlServer !== undefined) {
  it.layer(freshPostgresql(postgresqlServer))("the movable clock of several processes", (it) => {
    it.effect("moves in all of them at once, without being asked", () =>
      Effect.gen(function* () {
        const aProcess = Effect.map(Layer.build(Layer.fresh(MovableClock.layer)), (built) =>
          Context.get(built, MovableClock),
        )
        const [one, other] = [yield* aProcess, yield* aProcess]
        yield* one.move(morning)
        // Nothing that looks now and then does so here: the test's time stands still.
        const known = () => expect(Effect.runSync(other.offset)).toBe(morning)
        yield* Effect.promise(() => vi.waitFor(known))
        yield* one.reset
        yield* Effect.promise(() => vi.waitFor(() => expect(Effect.runSync(other.offset)).toBe(0)))
      }),
    )
  })
}
