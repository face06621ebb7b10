import { Effect, Layer, Schedule } from "effect"
import { Database } from "./Database.ts"

/** PostgreSQL's own rule for when a table is looked at again (autovacuum_analyze_threshold, _scale_factor, _naptime). */
const threshold = 50
const scaleFactor = 0.1
const naptime = "1 minute"

/**
 * Shows the planner how large the tables have become of which much was changed. A PostgreSQL server does so by itself;
 * the embedded engine does not, and plans a join of thousands of rows as if each table had a handful.
 */
export const gatherStatistics = Effect.fn("store.gatherStatistics")(function* () {
  const { sql, kind } = yield* Database
  if (kind !== "embedded") return
  // What this session changed is counted at its end, unless it is counted now.
  yield* Effect.orDie(sql`select pg_stat_force_next_flush()`)
  const grown = yield* Effect.orDie(sql<{ readonly name: string }>`
    select s.relid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public'
      and s.n_mod_since_analyze > ${threshold} + ${scaleFactor} * greatest(c.reltuples, 0)`)
  if (grown.length > 0) yield* Effect.orDie(sql`analyze ${sql.literal(grown.map(({ name }) => name).join(", "))}`)
})

/** Gathers statistics while the program runs, for processes with the worker role. */
export const statisticsWork = Layer.effectDiscard(
  gatherStatistics().pipe(
    Effect.catchCause((cause) => Effect.logError("Statistics could not be gathered", cause)),
    Effect.repeat(Schedule.spaced(naptime)),
    Effect.forkScoped,
  ),
)
