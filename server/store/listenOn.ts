import type { PgClient } from "@effect/sql-pg/PgClient"
import { Deferred, Effect, Schedule, Stream } from "effect"

/** What is done with the notifications of a channel. */
type Listener = {
  /** Runs whenever listening has begun: what was notified before is missed. */
  readonly began: Effect.Effect<void>
  readonly heard: (payload: string) => Effect.Effect<void>
}

/**
 * Listens on a channel of the database until the scope closes, and comes back by itself when the connection breaks.
 * It holds one connection, and listens once this returns.
 */
export const listenOn = Effect.fnUntraced(function* (sql: PgClient, channel: string, { began, heard }: Listener) {
  const listening = yield* Deferred.make<void>()
  const listen = Effect.scoped(
    Effect.gen(function* () {
      const notifications = yield* sql.listen(channel)
      yield* began
      yield* Deferred.succeed(listening, undefined)
      yield* Stream.runForEach(Stream.fromQueue(notifications), ({ payload }) => heard(payload))
    }),
  )
  yield* listen.pipe(
    Effect.tapError((cause) => Effect.logWarning("Notifications of the database broke off", cause)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.forkScoped,
  )
  yield* Deferred.await(listening)
})
