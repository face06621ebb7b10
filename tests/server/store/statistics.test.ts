import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import { gatherStatistics } from "#server/store/statistics.ts"
import { seededDemo } from "#tests/support/seededDemo.ts"

/** How many rows the planner believes a table has; −1 while it knows nothing. */
const believed = Effect.fnUntraced(function* (table: string) {
  const { sql } = yield* Database
  const [row] = yield* sql<{ rows: number }>`select reltuples::int as rows from pg_class where relname = ${table}`
  return row?.rows
})

layer(seededDemo, { excludeTestServices: true })("statistics of the embedded database", (it) => {
  it.effect("are there once the demo is stored", () =>
    Effect.gen(function* () {
      expect(yield* believed("slots")).toBeGreaterThan(1_000)
      expect(yield* believed("hashed_ids")).toBeGreaterThan(1_000)
      expect(yield* believed("read_models")).toBeGreaterThan(1_000)
    }),
  )

  it.effect("are gathered of a table once much of it was changed, and not before", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      const add = (from: number, to: number) => sql`
        insert into settings (key, value) select 'test-' || n, '1' from generate_series(${from}::int, ${to}::int) n`
      yield* add(1, 40)
      yield* gatherStatistics()
      expect(yield* believed("settings")).toBe(-1)
      yield* add(41, 60)
      yield* gatherStatistics()
      expect(yield* believed("settings")).toBeGreaterThanOrEqual(60)
    }),
  )
})
