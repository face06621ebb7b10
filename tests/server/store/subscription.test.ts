import * as Pg from "@effect/sql-pg/PgClient"
import { expect, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, PubSub, Queue, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import { CompanyId } from "#schemas/ids.ts"
import { type Change, listeningAgain, logGrown } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { followEnd } from "#server/store/subscription.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"

const append = Effect.fnUntraced(function* (stream: string, from: number, count: number) {
  const store = yield* EventStore
  const events = Array.from({ length: count }, () => ({ type: "Counted", data: {} }))
  yield* store.append({
    companyId: CompanyId.make(1),
    stream,
    expectedVersion: from,
    events,
    metadata: systemMetadata(CompanyId.make(1)),
  })
})

/** Versions of one stream as a subscriber gets them, as a queue to wait on. */
const collector = Effect.fnUntraced(function* (stream: string) {
  const queue = yield* Queue.unbounded<number>()
  const handler = (events: ReadonlyArray<StoredEvent>) =>
    Effect.forEach(
      events.filter((event) => event.stream === stream),
      (event) => Queue.offer(queue, event.version),
      { discard: true },
    )
  return { handler, take: (count: number) => Queue.takeN(queue, count) }
})

for (const [name, database] of testDatabases) {
  layer(EventStore.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `subscriptions on ${name}`,
    (it) => {
      it.effect("go on where they stopped, in order", () =>
        Effect.gen(function* () {
          const store = yield* EventStore
          const { handler, take } = yield* collector("s-1")
          yield* append("s-1", 0, 5)
          const first = yield* Effect.forkChild(store.subscribe("one", handler, { batch: 2 }))
          expect(yield* take(5)).toEqual([1, 2, 3, 4, 5])
          yield* append("s-1", 5, 1)
          expect(yield* take(1)).toEqual([6])
          // The seventh event's handling shows that the sixth one's checkpoint is written.
          yield* append("s-1", 6, 1)
          yield* take(1)
          yield* Fiber.interrupt(first)
          yield* append("s-1", 7, 2)
          yield* Effect.forkChild(store.subscribe("one", handler))
          const again = yield* take(2)
          // The seventh comes twice when the stop fell between its handling and its checkpoint.
          expect(again[0] === 7 ? [...again.slice(1), ...(yield* take(1))] : again).toEqual([8, 9])
        }),
      )

      it.effect("call a failing handler again with the same events", () =>
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* append("s-2", 0, 1)
          const calls: Array<number> = []
          const done = yield* Deferred.make<void>()
          yield* Effect.forkChild(
            store.subscribe("failing", (events) => {
              const own = events.filter((event) => event.stream === "s-2").length
              // What others write at this moment holds the newest event back, not those before it.
              if (own === 0) return Effect.void
              calls.push(own)
              return calls.length === 1 ? Effect.die("broken once") : Deferred.succeed(done, undefined)
            }),
          )
          yield* Deferred.await(done)
          expect(calls).toEqual([1, 1])
        }),
      )

      it.effect("move the checkpoint with the handler's writes when asked to", () =>
        Effect.gen(function* () {
          const store = yield* EventStore
          const { sql, everyCompany } = yield* Database
          yield* append("s-3", 0, 3)
          const count = (events: ReadonlyArray<StoredEvent>) =>
            sql`insert into settings (key, value) values ('counted', ${sql.json(events.length)})
                on conflict (key) do update set value = to_jsonb(settings.value::int + ${events.length}::int)`
          const attempts: Array<number> = []
          const done = yield* Deferred.make<void>()
          const handler = (events: ReadonlyArray<StoredEvent>) =>
            Effect.gen(function* () {
              yield* count(events.filter((event) => event.stream === "s-3"))
              attempts.push(events.length)
              if (attempts.length === 1) return yield* Effect.fail("after the write")
              if (events.some((event) => event.stream === "s-3-end")) yield* Deferred.succeed(done, undefined)
            })
          yield* Effect.forkChild(store.subscribe("once", handler, { exactlyOnce: true }))
          yield* append("s-3-end", 0, 1)
          yield* Deferred.await(done)
          // The handler is done; its transaction may still be committing, and an earlier batch may have counted none.
          const counted = yield* Effect.repeat(
            everyCompany(
              sql`select value from settings where key = 'counted' and exists (
                    select from checkpoints join events on (events.tx, events.pos) = (checkpoints.tx, checkpoints.pos)
                    where checkpoints.name = 'once' and events.stream_id = 's-3-end')`,
            ),
            { until: (rows) => rows.length > 0 },
          )
          expect(counted).toEqual([{ value: 3 }])
        }),
      )

      it.effect(
        "tell listeners at the next look of what was appended by someone who died before it was announced",
        () =>
          Effect.gen(function* () {
            const database = yield* Database
            const { sql, company } = database
            const changes = yield* PubSub.unbounded<Change>()
            const told = yield* PubSub.subscribe(changes)
            const heardOf = new Set<number>()
            yield* followEnd(database, { changes, wasHeard: (pos) => heardOf.delete(pos) })
            const companyId = CompanyId.make(1)
            const silently = (stream: string) =>
              sql<{ pos: number }>`
              insert into events (company_id, stream_id, version, type, data, meta, at)
              values (${companyId}, ${stream}, 1, 'Counted', '{}', ${sql.json(systemMetadata(companyId))}, now())
              returning pos::float8 as pos`
            // A note is announced to no one, then or later.
            yield* (yield* EventStore).note({
              ...{ companyId, stream: "looks", same: "look", metadata: systemMetadata(companyId) },
              events: [{ type: "Looked", data: {} }],
            })
            const pos = yield* company(companyId)(
              Effect.gen(function* () {
                const [heard] = yield* silently("s-4-heard")
                heardOf.add(heard?.pos ?? 0)
                const [unheard] = yield* silently("s-4")
                return unheard?.pos
              }),
            )
            const looks = Effect.forever(
              Effect.andThen(TestClock.adjust("30 seconds"), TestClock.withLive(Effect.sleep(10))),
            )
            const news = yield* Effect.raceFirst(
              Effect.repeat(PubSub.take(told), { until: ({ type }) => type !== logGrown.type }),
              looks,
            )
            expect(news).toEqual({ companyId, stream: "s-4", type: "Counted", version: 1, pos })
          }).pipe(Effect.provide(TestClock.layer())),
      )
    },
  )
}

for (const server of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  it.live("says that something may be missed when a broken connection listens again, and hears what follows", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabaseUrl(server)
      const admin = yield* Pg.make({ url: Redacted.make(url), maxConnections: 1 }).pipe(Effect.provide(reactivity))
      yield* Effect.gen(function* () {
        const store = yield* EventStore
        const heard = yield* Queue.unbounded<string>()
        yield* store.changes.pipe(
          Stream.runForEach(({ type, stream }) => Queue.offer(heard, `${type} ${stream}`)),
          Effect.forkScoped({ startImmediately: true }),
        )
        yield* append("before", 0, 1)
        yield* Effect.repeat(Queue.take(heard), { until: (one) => one === "Counted before" })
        yield* admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'LISTEN "events"'`
        yield* append("in-the-gap", 0, 1)
        yield* Effect.repeat(Queue.take(heard), { until: (one) => one === `${listeningAgain.type} ` })
        yield* append("after", 0, 1)
        yield* Effect.repeat(Queue.take(heard), { until: (one) => one === "Counted after" })
        const listening =
          yield* admin`select 1 from pg_stat_activity where datname = current_database() and query = 'LISTEN "events"'`
        expect(listening).toHaveLength(1)
      }).pipe(Effect.provide(Layer.provideMerge(EventStore.layer, Database.layer({ url }))))
    }).pipe(Effect.scoped),
  )
}
