import { existsSync } from "node:fs"
import * as Pg from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import pg from "pg"
import { CannotStart } from "./CannotStart.ts"
import { clientOver, connectionsApart } from "./connectionsApart.ts"
import { databaseAddress } from "./databaseAddress.ts"
import { type EngineOptions, openEngine, writeImage } from "./engine.ts"
import { migrate } from "./migrate.ts"
import { pgliteStream } from "./pgliteStream.ts"
import { refuseOtherRole, refuseSharedSessions } from "./pooler.ts"
import { wordsOf } from "./sqlWords.ts"
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

const sentenceOf = (where: string, words: string): string =>
  /startup parameter/.test(words)
    ? `${where} is a pooler that does not hand on how a session starts (${words}). Name PostgreSQL itself.`
    : `${where} does not work: ${words}.`

/** A failure of SQL before the program runs, in words for the person who started it; never with the address's secrets. */
const explain = (where: string) => (cause: SqlError) =>
  new CannotStart({ message: sentenceOf(where, wordsOf(cause)), cause })

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

/** Two clients at once, each with one connection. */
const withTwo = <A, E>(config: Pg.PgPoolConfig, use: (one: SqlClient, other: SqlClient) => Effect.Effect<A, E>) =>
  withClient(
    config,
    Effect.flatMap(SqlClient, (one) =>
      withClient(
        config,
        Effect.flatMap(SqlClient, (other) => use(one, other)),
      ),
    ),
  )

/**
 * What both drivers start a session with: the application's role, no zone of the server's, and plans that run as they
 * are. To compile one takes longer than the few rows that a statement here reads, however many the planner expects.
 */
const session = {
  ...{ role: applicationRole, timezone: "UTC" },
  ...{ jit: "off", idle_in_transaction_session_timeout: "60000" },
} as const

const readAddress = (url: Redacted.Redacted) =>
  Effect.try({
    try: () => databaseAddress(Redacted.value(url)),
    catch: (cause) =>
      cause instanceof CannotStart ? cause : new CannotStart({ message: "DATABASE_URL cannot be read.", cause }),
  })

/** PostgreSQL over TCP: the address's user owns the schema, every connection of the application starts in its role. */
export const postgresql = Effect.fn("store.postgresql")(function* (
  given: Redacted.Redacted,
  longestStatementMillis: number | undefined,
) {
  const { url, ssl, options, place } = yield* readAddress(given)
  const where = `The database of DATABASE_URL (${place})`
  const owner = { url: Redacted.make(url), ssl, startupOptions: options, maxConnections: 1 } satisfies Pg.PgPoolConfig
  // Unprepared: a pooler loses prepared statements, and is to be named for what it is.
  const unprepared = { ...owner, prepare: false }
  yield* withTwo(unprepared, (one, other) => refuseSharedSessions(where, one, other)).pipe(
    Effect.catchTag("SqlError", explain(where)),
  )
  yield* withClient(owner, refuseOldServer).pipe(Effect.catchTag("SqlError", explain(where)))
  yield* migrated(owner, where)
  const patience = longestStatementMillis === undefined ? [] : [["statement_timeout", String(longestStatementMillis)]]
  const startupParameters = { ...session, ...Object.fromEntries(patience) } satisfies Readonly<Record<string, string>>
  const client = { ...owner, maxConnections: 12, startupParameters }
  yield* withClient({ ...client, maxConnections: 1 }, refuseOtherRole(where, applicationRole)).pipe(
    Effect.catchTag("SqlError", explain(where)),
  )
  const settings = [options, `-c role=${applicationRole}`, "-c timezone=UTC", "-c jit=off"].join(" ").trim()
  return {
    kind: "postgresql",
    client,
    pool: { connectionString: url, ssl, options: settings, max: 5 },
  } satisfies Connections
})

/** Opens a client whose connections end with the scope. */
const openClient = (config: Pg.PgPoolConfig) =>
  Pg.make(config).pipe(Effect.provide(reactivity), Effect.catchTag("SqlError", explain("The database")))

/**
 * The application's client, and the pool of the packages that want `pg`. Both end with the scope. The connections apart
 * stay open, so that a server which takes no more connections still has them.
 */
export const openClients = Effect.fn("store.openClients")(function* ({ client, pool }: Connections) {
  const common = yield* openClient(client)
  const apart = yield* openClient({ ...client, minConnections: connectionsApart, maxConnections: connectionsApart })
  const sql = yield* clientOver(common, apart).pipe(Effect.provide(reactivity))
  const opened = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = new pg.Pool(pool)
      // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
      made.on("error", () => {})
      return made
    }),
    (made) => Effect.promise(() => made.end()),
  )
  return { sql, pool: opened }
})
