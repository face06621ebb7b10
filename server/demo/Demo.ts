import { Context, Effect, Layer } from "effect"
import { Database } from "#server/store/Database.ts"

/** The key of `settings` under which the demo is noted. */
export const demoKey = "demo"

/**
 * Whether this database holds the demo, noted once at its first seeding
 * (docs/architecture.md#demo): `/dev/*` and the calls of the Demo group answer only then.
 */
export class Demo extends Context.Service<
  Demo,
  {
    readonly isOn: boolean
    /** When it was seeded, ISO instant; null when it was not. */
    readonly seededAt: string | null
  }
>()("admin-view/demo/Demo") {
  /** Reads the note; build it after seeding. */
  static readonly layer = Layer.effect(
    Demo,
    Effect.gen(function* () {
      const { sql } = yield* Database
      const [row] = yield* Effect.orDie(
        sql<{ value: { seededAt: string } }>`select value from settings where key = ${demoKey}`,
      )
      return Demo.of({ isOn: row !== undefined, seededAt: row?.value.seededAt ?? null })
    }),
  )
}
