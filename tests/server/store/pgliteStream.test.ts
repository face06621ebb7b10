import * as Pg from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Queue, Stream } from "effect"
import pg from "pg"
import { pgliteStream } from "#server/store/pgliteStream.ts"

/** An engine of its own with one table, reached by both drivers. */
class Joined extends Context.Service<Joined, { readonly pool: pg.Pool }>()("test/Joined") {}
const joined = Layer.unwrap(
  Effect.gen(function* () {
    const engine = yield* Effect.acquireRelease(
      Effect.promise(() => PGlite.create()),
      (opened) => Effect.promise(() => opened.close()),
    )
    const { stream } = yield* Effect.acquireRelease(
      Effect.sync(() => pgliteStream(engine)),
      ({ stop }) => Effect.promise(stop),
    )
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Pool({ stream, user: "postgres", max: 3 })),
      (opened) => Effect.promise(() => opened.end()),
    )
    yield* Effect.promise(() => pool.query("create table notes (id int primary key, text text)"))
    const client = Pg.layer({ stream, username: "postgres", maxConnections: 4 })
    return Layer.merge(client, Layer.succeed(Joined, { pool }))
  }),
)

const insert = (id: number, text: string) =>
  Effect.flatMap(Pg.PgClient, (sql) => sql`insert into notes (id, text) values (${id}, ${text})`)
const notes = (from: number, to: number) =>
  Effect.flatMap(
    Pg.PgClient,
    (sql) =>
      sql<{ id: number; text: string }>`select id, text from notes where id between ${from} and ${to} order by id`,
  )
const query = (text: string, values: Array<unknown> = []) =>
  Effect.flatMap(Joined, ({ pool }) => Effect.promise(() => pool.query(text, values)))

layer(joined, { excludeTestServices: true })("the stream into the embedded engine", (it) => {
  it.effect("keeps transactions of several connections and both drivers apart", () =>
    Effect.gen(function* () {
      const sql = yield* Pg.PgClient
      const transaction = (id: number) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* insert(id, "first")
            yield* Effect.yieldNow
            yield* sql`update notes set text = 'second' where id = ${id}`
            if (id % 2 === 0) return yield* Effect.fail("undone")
          }),
        )
      const alongside = (id: number) => query("insert into notes values ($1, 'next to')", [id])
      const work = Array.from({ length: 10 }, (_, id) => [Effect.exit(transaction(id)), alongside(100 + id)]).flat()
      yield* Effect.all(work, { concurrency: "unbounded" })
      expect(yield* notes(0, 9)).toEqual([1, 3, 5, 7, 9].map((id) => ({ id, text: "second" })))
      expect(yield* notes(100, 109)).toHaveLength(10)
    }),
  )

  it.effect("serves callers while the answers of others are on their way", () =>
    Effect.gen(function* () {
      for (let turn = 0; turn < 50; turn++) {
        yield* notes(0, 0)
        expect((yield* query("select $1::int as turn", [turn])).rows).toEqual([{ turn }])
      }
    }),
  )

  it.effect("carries errors with their reason, and goes on after them", () =>
    Effect.gen(function* () {
      yield* insert(200, "one")
      expect(yield* Effect.flip(insert(200, "two"))).toMatchObject({
        reason: { _tag: "UniqueViolation", constraint: "notes_pkey" },
      })
      expect(yield* notes(200, 200)).toEqual([{ id: 200, text: "one" }])
    }),
  )

  it.effect("rolls back for a connection that dies in its transaction", () =>
    Effect.gen(function* () {
      const { pool } = yield* Joined
      const dying = yield* Effect.promise(() => pool.connect())
      yield* Effect.promise(() => dying.query("begin"))
      yield* Effect.promise(() => dying.query("insert into notes values (300, 'half done')"))
      const waiting = yield* Effect.forkChild(insert(301, "waited"), { startImmediately: true })
      dying.release(true)
      yield* Fiber.join(waiting)
      expect(yield* notes(300, 301)).toEqual([{ id: 301, text: "waited" }])
    }),
  )

  it.effect("survives an interrupted query", () =>
    Effect.gen(function* () {
      const sql = yield* Pg.PgClient
      const running = yield* Effect.forkChild(
        sql.withTransaction(Effect.andThen(insert(400, "interrupted"), Effect.never)),
        { startImmediately: true },
      )
      const waiting = yield* Effect.forkChild(insert(401, "waited"), { startImmediately: true })
      yield* Fiber.interrupt(running)
      yield* Fiber.join(waiting)
      expect(yield* notes(400, 401)).toEqual([{ id: 401, text: "waited" }])
    }),
  )

  it.effect("keeps prepared statements of the same name apart, and forgets those of a closed connection", () =>
    Effect.gen(function* () {
      const { pool } = yield* Joined
      const [one, two] = yield* Effect.promise(() => Promise.all([pool.connect(), pool.connect()]))
      const ask = (client: pg.PoolClient, text: string) =>
        Effect.map(
          Effect.promise(() => client.query({ name: "same", text, values: [20] })),
          (result) => result.rows[0],
        )
      for (const _ of [1, 2]) {
        expect(yield* ask(one, "select $1::int + 1 as one")).toEqual({ one: 21 })
        expect(yield* ask(two, "select $1::int + 2 as two")).toEqual({ two: 22 })
      }
      const kept = Effect.map(
        query("select count(*)::int as count from pg_prepared_statements where statement like '%$1::int +%'"),
        (result) => result.rows,
      )
      expect(yield* kept).toEqual([{ count: 2 }])
      one.release(true)
      two.release(true)
      expect(yield* kept).toEqual([{ count: 0 }])
    }),
  )

  it.effect("brings notifications to every connection that listens", () =>
    Effect.gen(function* () {
      const sql = yield* Pg.PgClient
      const one = yield* sql.listen("news")
      const two = yield* sql.listen("news")
      yield* query("select pg_notify('news', 'from the pool')")
      yield* sql.notify("news", "from the client")
      for (const listener of [one, two]) {
        const payloads = (yield* Queue.takeN(listener, 2)).map((notification) => notification.payload)
        expect(payloads).toEqual(["from the pool", "from the client"])
      }
    }),
  )

  it.effect("leaves timers and sockets their turn however much there is to do", () =>
    Effect.gen(function* () {
      const sql = yield* Pg.PgClient
      let turn = false
      setImmediate(() => (turn = true))
      for (let asked = 0; !turn && asked < 5_000; asked++) yield* sql`select 1`
      expect(turn).toBe(true)
    }),
  )

  it.effect("carries large values and long results", () =>
    Effect.gen(function* () {
      const sql = yield* Pg.PgClient
      const large = "ä".repeat(3_000_000)
      yield* insert(500, large)
      expect((yield* notes(500, 500))[0]?.text === large).toBe(true)
      const count = yield* sql`select n from generate_series(1, 50000) n`.stream.pipe(Stream.runCount)
      expect(count).toBe(50_000)
    }),
  )
})
