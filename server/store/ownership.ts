import * as Pg from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { layer as reactivity } from "effect/reactivity/Reactivity"
import type { Database } from "./Database.ts"

/** Whether this process is the one that runs `name` now; asking takes the place when it is free. */
export type Owns = (name: string) => Effect.Effect<boolean>

/** First half of the advisory locks' keys, to keep clear of other users of the database. */
const lockSpace = 4_180

/**
 * One owner for each name among all processes, by advisory locks on one
 * connection of its own. When that breaks, its locks are gone and the next
 * question takes part in the race again. The embedded engine has one process,
 * which owns everything.
 */
export const openOwnership = Effect.fnUntraced(function* (database: Database["Service"]) {
  if (database.kind === "embedded") return (() => Effect.succeed(true)) satisfies Owns
  const sql = yield* Pg.make({ ...database.sql.config, minConnections: 1, maxConnections: 1 }).pipe(
    Effect.provide(reactivity),
    Effect.orDie,
  )
  // Asked several times a second: a trouble is said once, not as often as it is met.
  let isTroubled = false
  const settle = Effect.sync(() => void (isTroubled = false))
  const noteTrouble = (cause: unknown) =>
    Effect.suspend(() => {
      if (isTroubled) return Effect.void
      isTroubled = true
      return Effect.logWarning("Could not ask who owns a subscription", cause)
    })
  const owns: Owns = (name) =>
    sql<{ mine: boolean }>`
      select case when exists (
        select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
          and classid = ${lockSpace} and objid::bigint = hashtext(${name})::bigint & 4294967295 and objsubid = 2)
      then true else pg_try_advisory_lock(${lockSpace}::int, hashtext(${name})) end as mine`.pipe(
      Effect.tap(settle),
      Effect.map(([row]) => row?.mine === true),
      Effect.catch((cause) => Effect.as(noteTrouble(cause), false)),
    )
  return owns
})
