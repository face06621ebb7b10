import * as Pg from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import { applicationRole } from "#server/store/tenantTable.ts"

/**
 * Runs an effect with a client that works as the schema's owner, to do what
 * the application cannot: tamper. The embedded engine's one session changes
 * its role for that long, so nothing else may run meanwhile.
 */
export const asOwner = <A, E, R>(tamper: (sql: Pg.PgClient) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { sql, kind } = yield* Database
    if (kind === "embedded") {
      return yield* Effect.acquireUseRelease(
        sql`reset role`,
        () => tamper(sql),
        () => Effect.orDie(sql.unsafe(`set role ${applicationRole}`)),
      )
    }
    const owner = Pg.layer({ url: sql.config.url, maxConnections: 1 })
    return yield* Effect.flatMap(Pg.PgClient, tamper).pipe(Effect.provide(owner, { local: true }))
  })
