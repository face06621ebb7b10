import * as Pg from "@effect/sql-pg/PgClient"
import { expect, it, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import { Database } from "#server/store/Database.ts"
import { openOwnership } from "#server/store/ownership.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { collectLog } from "#tests/support/logged.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(database, { excludeTestServices: true })(`ownership on ${name}`, (it) => {
    it.effect("is one process's until that ends", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const firstProcess = yield* Scope.make()
        const first = yield* Scope.provide(openOwnership(database), firstProcess)
        const second = yield* openOwnership(database)
        expect(yield* first("reports")).toBe(true)
        expect(yield* first("reports")).toBe(true)
        // The embedded engine never has a second process.
        expect(yield* second("reports")).toBe(database.kind === "embedded")
        expect(yield* second("chain")).toBe(true)
        yield* Scope.close(firstProcess, Exit.void)
        yield* Effect.repeat(second("reports"), { until: (mine) => mine })
      }),
    )
  })
}

for (const server of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  it("that cannot be asked for is said once for each trouble", () =>
    Effect.gen(function* () {
      const { lines, layer: collecting } = collectLog()
      const url = yield* freshDatabaseUrl(server)
      const name = new URL(url).pathname.slice(1)
      const admin = yield* Pg.make({ url: Redacted.make(server) })
      const opened = yield* Layer.build(Database.layer({ url }))
      const owns = yield* openOwnership(Context.get(opened, Database))
      for (const troubles of [1, 2]) {
        yield* Effect.repeat(owns("reports"), { until: (mine) => mine })
        yield* admin.unsafe(`alter database ${name} allow_connections false`)
        yield* admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
        const asked = Effect.replicateEffect(owns("reports"), 3)
        expect(yield* Effect.provide(asked, collecting)).toEqual([false, false, false])
        expect(lines).toHaveLength(troubles)
        yield* admin.unsafe(`alter database ${name} allow_connections true`)
      }
    }).pipe(Effect.scoped, Effect.provide(reactivity), Effect.runPromise))
}
