import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"

/**
 * Shows the planner how large the tables of people have become. A PostgreSQL
 * server does so by itself; the embedded engine does not, and plans the search
 * of a large company as if it had a handful of patients.
 */
export const gatherStatistics = Effect.fn("store.gatherStatistics")(function* () {
  const { sql, kind } = yield* Database
  if (kind === "embedded") yield* Effect.orDie(sql`analyze patients, list_members`)
})
