import { Effect } from "effect"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { CannotStart } from "./CannotStart.ts"
import { migrations } from "./migrations.ts"
import { wordsOf } from "./sqlWords.ts"

/** The ledger of steps taken. */
const ledger = "migrations"

const numberOf = (name: string) => Number.parseInt(name, 10)
const known = Object.keys(migrations).map(numberOf)

const stepsTaken = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [found] = yield* sql<{ exists: boolean }>`select to_regclass(${`public.${ledger}`}) is not null as "exists"`
  if (found?.exists !== true) return []
  const rows = yield* sql<{ id: number }>`select migration_id as id from ${sql(ledger)} order by migration_id`
  return rows.map((row) => row.id)
})

const refuseStrangeData = Effect.gen(function* () {
  const taken = yield* stepsTaken
  const last = taken.at(-1) ?? 0
  const newest = Math.max(...known)
  if (last > newest) {
    return yield* new CannotStart({
      message: `The data was written by a newer Admin View (its schema is at ${last}, this program knows ${newest}). Start the newer program, or restore an older backup.`,
    })
  }
  const missing = known.find((id) => id < last && !taken.includes(id))
  if (missing !== undefined) {
    return yield* new CannotStart({
      message: `The data took schema step ${last} without step ${missing}, so it was written by another line of this program. Start that one, or use an empty database.`,
    })
  }
})

/**
 * Brings the database to this program's schema, as its owner. Several
 * processes may do so at once: one works, the others wait and find nothing
 * left. Fails with one clear line when the data is newer than the program.
 */
export const migrate: Effect.Effect<void, CannotStart | SqlError, SqlClient> = Effect.gen(function* () {
  yield* refuseStrangeData
  yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: ledger })
}).pipe(
  Effect.catchTag(
    "MigrationError",
    (cause) =>
      new CannotStart({
        message: `The database could not be brought up to date: ${isSqlError(cause.cause) ? wordsOf(cause.cause) : cause.message}.`,
        cause,
      }),
  ),
)
