import { expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { migrate } from "#server/store/migrate.ts"
import { migrations } from "#server/store/migrations.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"

const steps = Object.keys(migrations).map((name) => Number.parseInt(name, 10))

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`migrations on ${name}`, (it) => {
    it.effect("are taken once each, in order", () =>
      Effect.gen(function* () {
        yield* asOwner(() => migrate)
        const taken = yield* asOwner(
          (owner) => owner<{ id: number }>`select migration_id as id from migrations order by created_at, migration_id`,
        )
        expect(taken.map((step) => step.id)).toEqual(steps)
      }),
    )

    it.effect("refuse data of a newer program and data that lacks a step, in one line", () =>
      Effect.gen(function* () {
        const ledger = (text: string) => asOwner((owner) => owner.unsafe(text))
        const refusal = asOwner(() => Effect.flip(migrate)).pipe(Effect.map((refused) => refused.message))
        yield* ledger("insert into migrations (migration_id, name) values (9000, 'future')")
        expect(yield* refusal).toMatch(/^The data was written by a newer Admin View \(.*9000.*\)\. .+$/)
        yield* ledger("delete from migrations where migration_id in (1, 9000)")
        expect(yield* refusal).toMatch(/^The data took schema step \d+ without step 1, .+$/)
        yield* ledger("insert into migrations (migration_id, name) values (1, 'events')")
        yield* asOwner(() => migrate)
      }),
    )
  })
}

// Only PostgreSQL serves several processes.
for (const server of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  it.live("lets several processes start at once on an empty database", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabaseUrl(server)
      const start = Effect.flatMap(Database, ({ sql }) => sql`select from settings`).pipe(
        Effect.provide(Layer.fresh(Database.layer({ url })), { local: true }),
      )
      const started = yield* Effect.all([start, start, start, start], { concurrency: "unbounded" })
      expect(started).toEqual([[], [], [], []])
    }),
  )

  it.live("says in one line why a database cannot be used, without its password", () =>
    Effect.gen(function* () {
      const url = new URL(server)
      // The server may want its own password; any other one is as secret.
      if (url.password === "") url.password = "s3cret"
      const refusal = (address: URL) =>
        Effect.flip(Effect.scoped(Layer.build(Layer.fresh(Database.layer({ url: address.href })))))
      url.pathname = "/no_such_database"
      const absent = yield* refusal(url)
      expect(absent.message).toContain('database "no_such_database" does not exist')
      url.port = "1"
      const silent = yield* refusal(url)
      expect(silent.message).toContain("ECONNREFUSED")
      for (const refused of [absent, silent])
        expect(`${refused.message} ${String(refused.cause)}`).not.toContain(url.password)
    }),
  )
}
