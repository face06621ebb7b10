import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { CompanyId } from "#schemas/ids.ts"
import type { RowChange } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { eventually } from "#tests/support/outreach.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"

const companyId = CompanyId.make(1)
const at = "2026-11-21T09:30:00.000Z"

const appending = (stream: string, rows: ReadonlyArray<RowChange> = [], expectedVersion = 0) =>
  Effect.flatMap(EventStore, (store) =>
    store.append({
      ...{ companyId, stream, expectedVersion, rows },
      events: [{ type: "CampaignLaunched", data: { templateId: 4 } }],
      metadata: systemMetadata(companyId),
    }),
  )

/** Reserves a number, once for each kind. */
const reserving = (sql: PgClient, kind: string, isCondition: boolean): RowChange => ({
  change: (from) => sql`
    insert into reservations (company_id, kind, id, user_id, at)
    select company_id, ${kind}, 1, 200, ${at}::timestamptz from ${from} on conflict do nothing returning company_id`,
  isCondition,
})
const renaming = (sql: PgClient, kind: string, by: string): RowChange => ({
  change: (from) => sql`
    update reservations set kind = ${by} where company_id = (select company_id from ${from}) and kind = ${kind}
    returning company_id`,
  isCondition: true,
})

const kinds = Effect.gen(function* () {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ kind: string }>`select kind from reservations where company_id = ${companyId} order by kind`,
  )
  return rows.map(({ kind }) => kind)
})
const eventsOf = (stream: string) => Effect.flatMap(EventStore, (store) => store.readStream(companyId, stream))

for (const [name, database] of testDatabases)
  layer(EventStore.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `rows that change with events, on ${name}`,
    (it) => {
      it.effect("change with them, outside a transaction too, and a row that was no condition may stay as it is", () =>
        Effect.gen(function* () {
          const { sql } = yield* Database
          yield* appending("campaign-1", [reserving(sql, "a", true), renaming(sql, "a2", "x")]).pipe(Effect.ignore)
          expect(yield* kinds).toEqual(["a"])
          yield* appending("campaign-1", [renaming(sql, "a", "b"), reserving(sql, "b", false)])
          expect(yield* kinds).toEqual(["b"])
          expect(yield* eventsOf("campaign-1")).toHaveLength(1)
        }),
      )

      it.effect("are a condition: without them nothing is appended, and nothing after them changes", () =>
        Effect.gen(function* () {
          const { sql } = yield* Database
          const refused = appending("campaign-2", [renaming(sql, "nothing", "c"), reserving(sql, "d", true)])
          expect((yield* Effect.flip(refused)).problem).toBe("StaleVersion")
          expect(yield* eventsOf("campaign-2")).toEqual([])
          expect(yield* kinds).not.toContain("d")
        }),
      )

      it.effect("stay as they are where the stream stands elsewhere", () =>
        Effect.gen(function* () {
          const { sql } = yield* Database
          yield* appending("campaign-3")
          for (const expected of [0, 5]) {
            const refused = appending("campaign-3", [reserving(sql, "e", true)], expected)
            expect((yield* Effect.flip(refused)).problem).toBe("StaleVersion")
          }
          expect(yield* kinds).not.toContain("e")
        }),
      )

      it.effect("are announced with their events once these are committed, and not where they are undone", () =>
        Effect.gen(function* () {
          const { company } = yield* Database
          const { changes } = yield* EventStore
          const heard = yield* changes.pipe(
            Stream.filter(({ stream }) => stream.startsWith("campaign-4")),
            Stream.take(1),
            Stream.runCollect,
            Effect.forkChild({ startImmediately: true }),
          )
          const undone = Effect.andThen(appending("campaign-40"), Effect.fail("undone" as const))
          expect(yield* Effect.flip(company(companyId)(undone))).toBe("undone")
          yield* company(companyId)(appending("campaign-41"))
          expect(yield* Fiber.join(heard)).toMatchObject([{ companyId, stream: "campaign-41", version: 1 }])
        }),
      )
    },
  )

for (const server of postgresqlServer === undefined ? [] : [postgresqlServer])
  layer(EventStore.layer.pipe(Layer.provideMerge(freshPostgresql(server))), { excludeTestServices: true })(
    "events of someone who goes away while they are appended, on PostgreSQL",
    (it) => {
      it.effect("are announced as soon as they are committed", () =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          const { changes } = yield* EventStore
          yield* appending("campaign-50", [reserving(sql, "g", true)])
          const heard = yield* changes.pipe(
            Stream.filter(({ stream }) => stream === "campaign-51"),
            Stream.take(1),
            Stream.runCollect,
            Effect.forkChild({ startImmediately: true }),
          )
          // The row of the append is locked by someone else, so that it is under way for as long.
          const isLocked = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          const other = yield* Effect.forkChild(
            company(companyId)(
              sql`select from reservations where company_id = ${companyId} and kind = 'g' for update`.pipe(
                Effect.andThen(Deferred.succeed(isLocked, undefined)),
                Effect.andThen(Deferred.await(goOn)),
              ),
            ),
          )
          yield* Deferred.await(isLocked)
          const appends = yield* Effect.forkChild(appending("campaign-51", [renaming(sql, "g", "h")]))
          yield* eventually(
            Effect.map(
              sql<{ waiting: boolean }>`select exists (select from pg_locks where not granted) as waiting`,
              ([row]) => row?.waiting === true,
            ),
          )
          const leaves = yield* Effect.forkChild(Fiber.interrupt(appends), { startImmediately: true })
          yield* Deferred.succeed(goOn, undefined)
          yield* Fiber.joinAll([other, leaves])
          expect(yield* eventsOf("campaign-51")).toHaveLength(1)
          expect(yield* Fiber.join(heard)).toMatchObject([{ companyId, stream: "campaign-51", version: 1 }])
        }),
      )
    },
  )
