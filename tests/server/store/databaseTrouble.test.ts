import * as Pg from "@effect/sql-pg/PgClient"
import { expect, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import pg from "pg"
import { CompanyId } from "#schemas/ids.ts"
import { makeReadiness } from "#server/http/ready.ts"
import { Database } from "#server/store/Database.ts"
import { databaseTrouble } from "#server/store/databaseTrouble.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshDatabaseUrl, freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { freePort } from "#tests/support/runningApp.ts"
import { postgresqlServer } from "#tests/support/testDatabases.ts"

/** What a statement fails with when the server raises a code. */
const raised = (code: string) =>
  Effect.flatMap(Database, ({ sql }) =>
    Effect.flip(sql.unsafe(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)),
  )
const ready = Effect.flatten(makeReadiness)
const statusOfReady = Effect.map(ready, ({ status, headers }) => [status, headers["retry-after"]])

layer(embeddedDatabase, { excludeTestServices: true })("a database", (it) => {
  it.effect.each<readonly [what: string, code: string]>([
    ["breaks off", "08006"],
    ["takes no more connections", "53300"],
    ["is full", "53100"],
    ["has no memory", "53200"],
    ["takes too long", "57014"],
    ["gives no lock", "55P03"],
    ["is stopped", "57P01"],
    ["is starting", "57P03"],
    ["cannot read its disk", "58030"],
    ["is read only", "25006"],
    ["is not there", "3D000"],
    ["does not know us", "28P01"],
    ["is empty", "42P01"],
  ])("that %s does not work right now (%s)", ([, code]) =>
    Effect.gen(function* () {
      expect(databaseTrouble(yield* raised(code))).toMatchObject({
        problem: "Unavailable",
        message: "The database does not work right now. Nothing was lost; try again in a moment.",
      })
    }),
  )

  it.effect("that is away does not work right now", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const url = Redacted.make(`postgres://nobody@127.0.0.1:${port}/nothing`)
      const failure = yield* Effect.scoped(Effect.flatMap(Pg.make({ url }), (sql) => Effect.flip(sql`select 1`)))
      expect(databaseTrouble(failure)).toMatchObject({ problem: "Unavailable" })
    }).pipe(Effect.provide(reactivity)),
  )

  it.effect("that refuses what was asked works: a taken key, a wrong statement, an error of ours", () =>
    Effect.gen(function* () {
      for (const code of ["23505", "42601", "22P05", "55000", "P0001"])
        expect([code, databaseTrouble(yield* raised(code))]).toEqual([code, undefined])
      expect(databaseTrouble(new Error("ours"))).toBeUndefined()
    }),
  )

  it.effect("is ready while it takes what is written, and nothing of the question stays", () =>
    Effect.gen(function* () {
      const { sql, everyCompany } = yield* Database
      expect(yield* statusOfReady).toEqual([200, undefined])
      yield* sql`set default_transaction_read_only = on`
      const refused = yield* ready
      expect(yield* statusOfReady).toEqual([503, "5"])
      expect(yield* Effect.promise(() => HttpServerResponse.toWeb(refused).json())).toEqual({
        status: "the database takes nothing that is written",
      })
      yield* sql`set default_transaction_read_only = off`
      expect(yield* statusOfReady).toEqual([200, undefined])
      expect(yield* everyCompany(sql`select * from commands`)).toEqual([])
    }),
  )
})

for (const server of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  it("that takes no connections does not work right now, whichever driver asks", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabaseUrl(server)
      const admin = yield* Pg.make({ url: Redacted.make(server) })
      yield* admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} allow_connections false`)
      const failure = yield* Effect.flip(
        Effect.scoped(Effect.flatMap(Pg.make({ url: Redacted.make(url) }), (sql) => sql`select 1`)),
      )
      expect(databaseTrouble(failure)).toMatchObject({ problem: "Unavailable" })
      const client = new pg.Client({ connectionString: url })
      const refusal: unknown = yield* Effect.promise(() => client.connect().catch((cause: unknown) => cause))
      expect(refusal).toMatchObject({ code: "55000" })
      expect(databaseTrouble(refusal)).toMatchObject({ problem: "Unavailable" })
    }).pipe(Effect.scoped, Effect.provide(reactivity), Effect.runPromise))

  // The embedded engine has one thread, which ends a statement or nothing does.
  layer(freshPostgresql(server, { longestStatementMillis: 100 }), { excludeTestServices: true })(
    "a statement that runs away on PostgreSQL",
    (it) => {
      it.effect("is ended, says that the database does not work right now, and leaves its connection in order", () =>
        Effect.gen(function* () {
          const { sql, company } = yield* Database
          const asleep = sql`select pg_sleep(600)`
          expect(databaseTrouble(yield* Effect.flip(asleep))).toMatchObject({ problem: "Unavailable" })
          const defect = yield* Effect.exit(company(CompanyId.make(1))(asleep))
          expect(Exit.isFailure(defect) && databaseTrouble(Cause.squash(defect.cause))).toMatchObject({
            problem: "Unavailable",
          })
          expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
        }),
      )
    },
  )
}
