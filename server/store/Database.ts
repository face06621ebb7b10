import { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Fragment, Statement } from "effect/sql/Statement"
import type { Pool } from "pg"
import { embedded, openClients, postgresql } from "./connections.ts"
import { noCompany } from "./noCompany.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** Which rows the running fiber may see: a company's id as text, `*` for all, nothing outside a transaction. */
export const CurrentTenancy = Context.Reference<string | undefined>("admin-view/store/CurrentTenancy", {
  defaultValue: () => undefined,
})

/**
 * What must be true for a call to see anything: `holds` is a condition in SQL, asked where the rows of all companies
 * are seen. It is asked once, in the first statement that sees rows, and not in a round trip of its own.
 */
export type Precondition = { readonly holds: (sql: PgClient) => Fragment; wasAsked: boolean }
/** The precondition of the running call; none for work that no call asked for. */
export const CurrentPrecondition = Context.Reference<Precondition | undefined>("admin-view/store/CurrentPrecondition", {
  defaultValue: () => undefined,
})
/** The defect of a call whose precondition does not hold: nothing was read or written. */
export class PreconditionFailed extends Data.TaggedError("PreconditionFailed") {}

/** An effect in one transaction; what SQL can fail with is a defect once it leaves. */
type Within = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, Exclude<E, SqlError>, R>

/** Where the data is. With `url` PostgreSQL 15 or newer; without it the embedded engine in `dataDir`. */
export interface DatabaseOptions {
  readonly url?: string | Redacted.Redacted | undefined
  /** The embedded engine's folder; absent: in memory, for tests. */
  readonly dataDir?: string | undefined
  /** File with the image of a migrated empty database: a new embedded database starts from it, and makes it when absent. */
  readonly snapshot?: string | undefined
  /** How long PostgreSQL lets a statement run, in milliseconds; without it as long as the server is set to. */
  readonly longestStatementMillis?: number | undefined
}

/** Sets what the transaction may see as `tenant.seen`, which is null where the precondition does not hold. */
const tenantPart = (sql: PgClient, tenancy: string, precondition: Precondition | undefined) =>
  precondition === undefined
    ? sql`tenant as materialized (select set_config('app.company_id', ${tenancy}, true) as seen)`
    : sql`
      every as materialized (select set_config('app.company_id', '*', true) as seen),
      judged as materialized (
        select one.holds from every, lateral (select ${precondition.holds(sql)} as holds where every.seen is not null offset 0) one),
      tenant as materialized (
        select case when judged.holds then set_config('app.company_id', ${tenancy}, true) end as seen from judged)`

/** The precondition that is still to be asked. */
const openPrecondition = Effect.map(CurrentPrecondition, (precondition) =>
  precondition?.wasAsked === false ? precondition : undefined,
)

/** Begins a transaction: one round trip for the precondition and what the transaction may see. */
const enter = Effect.fnUntraced(function* (sql: PgClient, tenancy: string) {
  const precondition = yield* openPrecondition
  const [row] = yield* sql<{
    seen: string | null
  }>`with ${tenantPart(sql, tenancy, precondition)} select seen from tenant`
  if (row === undefined || row.seen === null) return yield* Effect.die(new PreconditionFailed())
  if (precondition !== undefined) precondition.wasAsked = true
})

/** The columns that `readIn` adds to distinguish rows from none, and none from a precondition that does not hold. */
type Judged = { readonly precondition_held: boolean; readonly is_row: true | null }

/**
 * One statement that sees `tenancy` only, in one round trip. It stands in a lateral subquery behind what sets the
 * tenancy, which neither is moved before it nor joined in another order (decision 004).
 */
const readIn = Effect.fnUntraced(function* <A extends object>(sql: PgClient, tenancy: string, statement: Statement<A>) {
  const current = yield* CurrentTenancy
  if (current !== undefined) return yield* within(sql, tenancy)(statement)
  const precondition = yield* openPrecondition
  const rows = yield* sql<A & Judged>`
    with ${tenantPart(sql, tenancy, precondition)}
    select page.*, tenant.seen is not null as precondition_held
    from tenant left join lateral (
      select given.*, true as is_row from (${statement}) given where tenant.seen is not null offset 0) page on true`
  if (rows[0]?.precondition_held !== true) return yield* Effect.die(new PreconditionFailed())
  if (precondition !== undefined) precondition.wasAsked = true
  return rows
    .filter(({ is_row }) => is_row === true)
    .map(({ precondition_held: _held, is_row: _row, ...row }) => row as unknown as A)
}, Effect.orDie)

/**
 * One insert that sees `tenancy` only, in one round trip: what it inserts is selected from `tenant`, behind what sets
 * the tenancy (decision 004). Nothing is inserted where the precondition does not hold: the next statement says so.
 */
const writeIn = Effect.fnUntraced(function* <A extends object>(sql: PgClient, tenancy: string, insert: Statement<A>) {
  const precondition = yield* openPrecondition
  const part = tenantPart(sql, (yield* CurrentTenancy) ?? tenancy, precondition)
  const rows = yield* sql<A>`with ${part} ${insert}`
  if (precondition !== undefined && rows.length > 0) precondition.wasAsked = true
  return rows
}, Effect.orDie)

/** Runs what it is given in one transaction that sees `tenancy` only. */
const within =
  (sql: PgClient, tenancy: string): Within =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const current = yield* CurrentTenancy
      if (current === tenancy || current === "*") return yield* effect
      if (current !== undefined) throw new Error(`A transaction of company ${current} met one of ${tenancy}`)
      return yield* sql
        .withTransaction(Effect.andThen(enter(sql, tenancy), effect))
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
 * system: the embedded engine runs one transaction at a time. What must answer
 * while everything else waits runs in `onConnectionsApart`.
 *
 * `SqlError` is an ordinary failure inside and a defect outside. To turn a
 * taken key into a problem, name the key at the statement or the whole effect
 * inside: `whenTaken(["companies_code"], () => problem("AlreadyExists", …))`.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Outside `company` and `everyCompany` it sees no row of any company. */
    readonly sql: PgClient
    /** Runs an effect in a transaction that sees one company. */
    readonly company: (companyId: CompanyId) => Within
    /** Runs an effect in a transaction that sees all: workers, log-in look-up, subscriptions. */
    readonly everyCompany: Within
    /** Reads one company by one statement, in one round trip: a transaction needs four. Within one it joins it. */
    readonly read: <A extends object>(companyId: CompanyId, statement: Statement<A>) => Effect.Effect<ReadonlyArray<A>>
    /** The same of all companies. */
    readonly readEveryCompany: <A extends object>(statement: Statement<A>) => Effect.Effect<ReadonlyArray<A>>
    /**
     * Adds to one company by one insert, in one round trip, and gives what it returns: it selects
     * `from tenant where tenant.seen is not null`.
     */
    readonly write: <A extends object>(companyId: CompanyId, insert: Statement<A>) => Effect.Effect<ReadonlyArray<A>>
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
          : postgresql(typeof url === "string" ? Redacted.make(url) : url, options.longestStatementMillis)
        const { sql, pool } = yield* openClients(connections)
        const database = Database.of({
          sql,
          pool,
          kind: connections.kind,
          company: (companyId) => within(sql, String(companyId)),
          everyCompany: within(sql, "*"),
          read: (companyId, statement) => readIn(sql, String(companyId), statement),
          write: (companyId, insert) => writeIn(sql, String(companyId), insert),
          readEveryCompany: (statement) => readIn(sql, "*", statement),
        })
        return Context.make(Database, database).pipe(Context.add(PgClient, sql), Context.add(SqlClient, sql))
      }),
    )
}

/** Asks the precondition of the running call where no statement has: for an answer that was made without the database. */
export const askPrecondition = Effect.gen(function* () {
  if ((yield* openPrecondition) === undefined) return
  const { sql, read } = yield* Database
  yield* read(noCompany, sql`select 1 as asked`)
})
