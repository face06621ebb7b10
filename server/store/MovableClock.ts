import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import { listenOn } from "./listenOn.ts"

/** Under which key of `settings` the distance to real time lies, in milliseconds. */
const key = "clockOffsetMillis"
/** Where processes notify each other of a move. */
const channel = "clock"

const readOffset = ({ sql }: Database["Service"]) =>
  sql<{ value: number }>`select value from settings where key = ${key}`.pipe(
    Effect.map(([row]) => row?.value ?? 0),
    Effect.orDie,
  )

const writeOffset = ({ sql }: Database["Service"], offset: number) =>
  sql`with written as (
        insert into settings (key, value) values (${key}, ${sql.json(offset)})
        on conflict (key) do update set value = excluded.value returning 1)
      select pg_notify(${channel}, '') from written`.pipe(Effect.asVoid, Effect.orDie)

/** A clock over `real`: it shows a moved time, `offset` milliseconds ahead, and sleeps in real time. */
export const movedClock = (real: Clock.Clock, offset: () => number): Clock.Clock => {
  const millis = () => real.currentTimeMillisUnsafe() + offset()
  const nanos = () => real.currentTimeNanosUnsafe() + BigInt(Math.round(offset())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration),
  }
}

/**
 * The demo's and the tests' hold on time. Its layer replaces Effect's Clock by
 * one that shows real time plus a stored distance, so that a moved time holds
 * after a restart and, within milliseconds, in every process; sleeping stays real. Provide the layer
 * to everything that asks for the time, outermost.
 */
export class MovableClock extends Context.Service<
  MovableClock,
  {
    /** Makes it `toMillis` (since 1970, UTC) now; time goes on from there. */
    readonly move: (toMillis: number) => Effect.Effect<void>
    /** Goes back to real time. */
    readonly reset: Effect.Effect<void>
    /** How far this clock is ahead of real time, in milliseconds; 0 when it was never moved. */
    readonly offset: Effect.Effect<number>
  }
>()("admin-view/store/MovableClock") {
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const database = yield* Database
      const real = yield* Clock.Clock
      let offset = yield* readOffset(database)
      const set = Effect.fnUntraced(function* (next: number) {
        yield* writeOffset(database, next)
        offset = next
      })
      // Only PostgreSQL has several processes.
      if (database.kind === "postgresql") {
        const refresh = readOffset(database).pipe(
          Effect.map((stored) => void (offset = stored)),
          Effect.catchCause((cause) => Effect.logWarning("The clock's setting could not be read", cause)),
        )
        yield* listenOn(database.sql, channel, { began: refresh, heard: () => refresh })
      }
      const movable = MovableClock.of({
        move: (toMillis) => Effect.suspend(() => set(toMillis - real.currentTimeMillisUnsafe())),
        reset: set(0),
        offset: Effect.sync(() => offset),
      })
      return Context.make(MovableClock, movable).pipe(
        Context.add(
          Clock.Clock,
          movedClock(real, () => offset),
        ),
      )
    }),
  )
}
