import { expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe } from "vitest"
import { Database } from "#server/store/Database.ts"
import { freshDatabaseUrl } from "#tests/support/freshPostgresql.ts"
import { postgresqlAuthority, postgresqlServer } from "#tests/support/testDatabases.ts"

// The embedded database has no network.
const servers =
  postgresqlServer === undefined || postgresqlAuthority === undefined ? [] : [[postgresqlServer, postgresqlAuthority]]

for (const [server = "", authority = ""] of servers) {
  describe("a connection to PostgreSQL", () => {
    const scope = Scope.makeUnsafe()
    let fresh: string
    beforeAll(async () => {
      fresh = await Effect.runPromise(Scope.provide(freshDatabaseUrl(server), scope))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    /** Only the server's owner may look. */
    const isEncrypted = (pid: number | undefined) =>
      Effect.promise(async () => {
        const owner = new pg.Client({ connectionString: server })
        await owner.connect()
        const { rows } = await owner.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = $1", [pid])
        await owner.end()
        return rows[0]?.ssl
      })

    /** Whether each driver's connection is encrypted; the sentence of a refusal. */
    const encrypted = (host: string, query: Readonly<Record<string, string>>) => {
      const url = new URL(fresh)
      url.hostname = host
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const ask = "select pg_backend_pid() as pid"
      return Effect.gen(function* () {
        const { sql, pool } = yield* Database
        const [one] = yield* sql.unsafe<{ pid: number }>(ask)
        const other = yield* Effect.promise(() => pool.query<{ pid: number }>(ask))
        return yield* Effect.all([isEncrypted(one?.pid), isEncrypted(other.rows[0]?.pid)])
      }).pipe(
        Effect.provide(Layer.fresh(Database.layer({ url: url.href })), { local: true }),
        Effect.catch((failure) => Effect.succeed(failure.message)),
      )
    }

    it.live("is encrypted on both drivers as the address says", () =>
      Effect.gen(function* () {
        expect(yield* encrypted("localhost", {})).toEqual([false, false])
        expect(yield* encrypted("localhost", { sslmode: "require" })).toEqual([true, true])
        const trusted = { sslmode: "verify-full", sslrootcert: authority }
        expect(yield* encrypted("localhost", trusted)).toEqual([true, true])
        expect(yield* encrypted("127.0.0.1", { ...trusted, sslmode: "verify-ca" })).toEqual([true, true])
      }),
    )

    it.live("is refused in one line where the server is not who the address says", () =>
      Effect.gen(function* () {
        expect(yield* encrypted("127.0.0.1", { sslmode: "verify-full", sslrootcert: authority })).toMatch(
          /^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) does not work: Hostname\/IP does not match[^\n]+$/,
        )
        expect(yield* encrypted("localhost", { sslmode: "verify-full" })).toMatch(/unable to verify[^\n]+$/)
      }),
    )
  })
}
