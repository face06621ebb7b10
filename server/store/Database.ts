import { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Pool } from "pg"
import { embedded, openClients, postgresql } from "./connections.ts"

/** Which rows the running fiber may see: a company's id as text, `*` for all, nothing outside a transaction. */
export const CurrentTenancy = Context.Reference<string | undefined>("admin-view/store/CurrentTenancy", {
  defaultValue: () => undefined,
})

/** An effect in one transaction; what SQL can fail with is a defect once it leaves. */
type Within = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, Exclude<E, SqlError>, R>

/** Where the data is. With `url` PostgreSQL 15 or newer; without it the embedded engine in `dataDir`. */
export interface DatabaseOptions {
  readonly url?: string | Redacted.Redacted | undefined
  /** The embedded engine's folder; absent: in memory, for tests. */
  readonly dataDir?: string | undefined
  /** File with the image of a migrated empty database: a new embedded database starts from it, and makes it when absent. */
  readonly snapshot?: string | undefined
}

/** Runs what it is given in one transaction that sees `tenancy` only. */
const within =
  (sql: PgClient, tenancy: string): Within =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const current = yield* CurrentTenancy
      if (current === tenancy || current === "*") return yield* effect
      if (current !== undefined) throw new Error(`A transaction of company ${current} met one of ${tenancy}`)
      const setTenancy = sql`select set_config('app.company_id', ${tenancy}, true)`
      return yield* sql
        .withTransaction(Effect.andThen(setTenancy, effect))
        .pipe(Effect.provideService(CurrentTenancy, tenancy))
    }).pipe(Effect.catchIf(isSqlError, Effect.die)) as Effect.Effect<A, Exclude<E, SqlError>, R>

/**
 * The one way to the database, the same on both.
 *
 * `company` and `everyCompany` run an effect in one transaction, kept short:
 * it commits on success and rolls back on failure or interruption. Within it,
 * a call for the same company, or any call inside `everyCompany`, joins the
 * open transaction; a call for another company is a defect. Do not fork a
 * fiber that outlives it, and do not wait in it for `pool` or for another
 * system: the embedded engine runs one transaction at a time.
 *
 * `SqlError` is an ordinary failure inside and a defect outside. To turn a
 * taken key into a problem, catch it at the statement or the whole effect
 * inside: `Effect.catchReason("SqlError", "UniqueViolation", () =>
 * Effect.fail(problem("AlreadyExists", …)))`; the transaction is lost by then,
 * so fail and do not go on in it.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Outside `company` and `everyCompany` it sees no row of any company. */
    readonly sql: PgClient
    /** Runs an effect in a transaction that sees one company. */
    readonly company: (companyId: number) => Within
    /** Runs an effect in a transaction that sees all: workers, log-in look-up, subscriptions. */
    readonly everyCompany: Within
    /** For packages that want `pg` (the job queue); its own transactions, its own schema `pgboss`. */
    readonly pool: Pool
    readonly kind: "embedded" | "postgresql"
  }
>()("admin-view/store/Database") {
  /**
   * Opens, migrates and guards the database; fails with `CannotStart`, one
   * line to print. Provides the client under its own names too.
   */
  static readonly layer = (options: DatabaseOptions) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { url } = options
        const connections = yield* url === undefined
          ? embedded(options)
          : postgresql(typeof url === "string" ? Redacted.make(url) : url)
        const { sql, pool } = yield* openClients(connections)
        const database = Database.of({
          sql,
          pool,
          kind: connections.kind,
          company: (companyId) => within(sql, String(companyId)),
          everyCompany: within(sql, "*"),
        })
        return Context.make(Database, database).pipe(Context.add(PgClient, sql), Context.add(SqlClient, sql))
      }),
    )
}
