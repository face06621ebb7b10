import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, PubSub, Queue, Schedule, Schema, Stream } from "effect"

/** An event was committed, or something that is no event. Read the rest from the store: this is a wake-up, not the record. */
export const Change = Schema.Struct({
  companyId: Schema.Int,
  stream: Schema.String,
  type: Schema.String,
  version: Schema.Int,
  pos: Schema.Int,
})
export type Change = typeof Change.Type

/** Gives changes to all processes when the open transaction is committed, or at once without one. */
export const notifyChanges = (sql: PgClient, changes: ReadonlyArray<Change>) =>
  changes.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql`select pg_notify('events', change::text) from jsonb_array_elements(${sql.json(changes)}) as change`,
      )

const readChange = Schema.decodeUnknownOption(Schema.fromJsonString(Change))

/** How many changes a slow listener may lie behind before it misses the oldest. */
const patience = 4096

/**
 * One LISTEN for the whole server, whose notifications every listener gets.
 * It holds one connection until the scope closes and comes back by itself when
 * that breaks; what was notified in between is missed, so a listener that must
 * miss nothing reads the store (`subscribe` does).
 */
export const openChanges = Effect.fnUntraced(function* (sql: PgClient) {
  const changes = yield* PubSub.sliding<Change>(patience)
  const listening = yield* Queue.unbounded<void>()
  const listen = Effect.scoped(
    Effect.gen(function* () {
      const notifications = yield* sql.listen("events")
      yield* Queue.offer(listening, undefined)
      yield* Stream.fromQueue(notifications).pipe(
        Stream.runForEach((notification) => {
          const change = readChange(notification.payload)
          return change._tag === "Some" ? PubSub.publish(changes, change.value) : Effect.void
        }),
      )
    }),
  )
  yield* listen.pipe(
    Effect.tapError((cause) => Effect.logWarning("Notifications of the database broke off", cause)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.forkScoped,
  )
  // Whoever appends after this layer is built is heard.
  yield* Queue.take(listening)
  return changes
})
