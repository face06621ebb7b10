import { randomBytes } from "node:crypto"
import { Effect, Layer } from "effect"
import pg from "pg"
import { Database, type DatabaseOptions } from "#server/store/Database.ts"

/** Runs one statement as the given address's user, on a connection of its own. */
const run = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  })

/** The address of a new, empty database on the given server, dropped when the scope closes. */
export const freshDatabaseUrl = (server: string) => {
  const name = `admin_view_test_${randomBytes(6).toString("hex")}`
  const url = new URL(server)
  url.pathname = `/${name}`
  return Effect.acquireRelease(Effect.as(run(server, `create database ${name}`), url.href), () =>
    run(server, `drop database ${name} with (force)`),
  )
}

/** A fresh, migrated database on a PostgreSQL server. */
export const freshPostgresql = (server: string, more: Omit<DatabaseOptions, "url"> = {}) =>
  Layer.unwrap(Effect.map(freshDatabaseUrl(server), (url) => Database.layer({ url, ...more })))
