import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { removeExpiredRegularly } from "#server/identity/providerStore.ts"
import { Database } from "#server/store/Database.ts"

it.effect("what has expired is removed every minute, after a minute without database too", () =>
  Effect.gen(function* () {
    let looks = 0
    const away = () => {
      looks += 1
      return Effect.die("away")
    }
    yield* removeExpiredRegularly(() => 0).pipe(
      Effect.provideService(Database, { sql: away } as never),
      Effect.forkScoped,
    )
    yield* TestClock.adjust("2 minutes")
    expect(looks).toBe(3)
  }),
)
