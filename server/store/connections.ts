import { existsSync } from "node:fs"
import * as Pg from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import pg from "pg"
import { CannotStart } from "./CannotStart.ts"
import { type EngineOptions, openEngine, writeImage } from "./engine.ts"
import { migrate } from "./migrate.ts"
import { pgliteStream } from "./pgliteStream.ts"
import { applicationRole } from "./tenantTable.ts"

/** How the two drivers reach a database that is migrated and works as the application's role. */
export interface Connections {
  readonly kind: "embedded" | "postgresql"
  readonly client: Pg.PgPoolConfig
  readonly pool: pg.PoolConfig
}

/** Runs `effect` on a client that is closed afterwards. */
const withClient = <A, E>(config: Pg.PgPoolConfig, effect: Effect.Effect<A, E, SqlClient>) =>
  Effect.provide(effect, Pg.layer(config), { local: true })

/** What lies at the bottom of a failure: the server's own words, or the system's code. */
const root = ({ reason }: SqlError): string => {
  const { cause } = reason
  if (!(cause instanceof Error)) return reason.message
  return cause.message || ("code" in cause ? String(cause.code) : reason.message)
}

/** A failure of SQL before the program runs, in words for the person who started it; never with the address's secrets. */
const explain = (where: string) => (cause: SqlError) =>
  new CannotStart({ message: `${where} does not work: ${root(cause)}.`, cause })

const migrated = (config: Pg.PgPoolConfig, where: string) =>
  withClient(config, migrate).pipe(Effect.catchTag("SqlError", explain(where)))

/** The embedded engine. Its one session is shared, so the role is set once, after the owner's work. */
export const embedded = Effect.fn("store.embedded")(function* (options: EngineOptions) {
  const engine = yield* openEngine(options)
  const { stream } = yield* Effect.acquireRelease(
    Effect.sync(() => pgliteStream(engine)),
    ({ stop }) => Effect.promise(stop),
  )
  const client: Pg.PgPoolConfig = { stream, username: "postgres", database: "postgres", maxConnections: 6 }
  yield* migrated(client, "The embedded database")
  const { snapshot } = options
  yield* Effect.promise(async () => {
    if (snapshot !== undefined && !existsSync(snapshot)) await writeImage(engine, snapshot, "none")
    await engine.exec(`set role ${applicationRole}`)
  })
  return { kind: "embedded", client, pool: { stream, user: "postgres", max: 2 } } satisfies Connections
})

const oldestVersion = 150_000

const refuseOldServer = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [server] = yield* sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
  if (server === undefined || server.number < oldestVersion) {
    return yield* new CannotStart({ message: `DATABASE_URL names PostgreSQL ${server?.name}; 15 or newer is needed.` })
  }
})

/** PostgreSQL over TCP: the address's user owns the schema, every connection of the application starts in its role. */
export const postgresql = Effect.fn("store.postgresql")(function* (url: Redacted.Redacted) {
  const where = `The database of DATABASE_URL (${URL.parse(Redacted.value(url))?.host ?? "not a URL"})`
  yield* withClient({ url, maxConnections: 1 }, refuseOldServer).pipe(Effect.catchTag("SqlError", explain(where)))
  yield* migrated({ url, maxConnections: 1 }, where)
  const session = { role: applicationRole, timezone: "UTC", idle_in_transaction_session_timeout: "60000" }
  return {
    kind: "postgresql",
    client: { url, maxConnections: 12, startupParameters: session },
    pool: { connectionString: Redacted.value(url), options: `-c role=${applicationRole} -c timezone=UTC`, max: 5 },
  } satisfies Connections
})

/** The application's client, and the pool of the packages that want `pg`. Both end with the scope. */
export const openClients = Effect.fn("store.openClients")(function* (connections: Connections) {
  const sql = yield* Pg.make(connections.client).pipe(
    Effect.provide(reactivity),
    Effect.catchTag("SqlError", explain("The database")),
  )
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const opened = new pg.Pool(connections.pool)
      // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
      opened.on("error", () => {})
      return opened
    }),
    (opened) => Effect.promise(() => opened.end()),
  )
  return { sql, pool }
})
