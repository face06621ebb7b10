import { mkdtempSync, rmSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"

/** Measures on a new embedded database, and on PostgreSQL when ADMIN_VIEW_TEST_DATABASE_URL names a server. */
export const onBoth = async (measure: (database: string) => Effect.Effect<void, unknown, Database | EventStore>) => {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`)
  const on = (name: string, database: ReturnType<typeof Database.layer>) =>
    Effect.runPromise(Effect.provide(measure(name), Layer.provideMerge(EventStore.layer, database)))
  const folder = mkdtempSync(join(tmpdir(), "admin-view-bench-"))
  await on("Embedded", Database.layer({ dataDir: folder })).finally(() => rmSync(folder, { recursive: true }))
  const server = process.env.ADMIN_VIEW_TEST_DATABASE_URL
  if (server !== undefined) await on("PostgreSQL", freshPostgresql(server))
}

/** How many seconds an effect takes. */
export const secondsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const start = yield* Clock.currentTimeMillis
  yield* effect
  return ((yield* Clock.currentTimeMillis) - start) / 1_000
})
