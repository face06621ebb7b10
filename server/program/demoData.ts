import { Effect, Layer } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { Demo } from "#server/demo/Demo.ts"
import { seedDemo, type Progress } from "#server/demo/seed.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { isLoopback } from "#server/identity/network.rule.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { Database } from "#server/store/Database.ts"
import { holdsEngine } from "#server/store/engine.ts"
import type { Settings } from "./settings.ts"

/**
 * Accounts whose password is printed must not be reachable by strangers, unless an
 * operator says so; and made-up people with a movable clock must not meet a real carrier.
 */
const refuseUnsafeDemo = Effect.fnUntraced(function* (settings: Settings) {
  if (settings.carrier !== undefined) {
    return yield* new CannotStart({
      message:
        "TWILIO_ACCOUNT_SID would text the demo's made-up people for real. Leave it out, or start on data without the demo (ADMIN_VIEW_DEMO=0).",
    })
  }
  if (isLoopback(settings.host) || settings.allowDemoAccountsOnNetwork) return
  return yield* new CannotStart({
    message: `HOST=${settings.host} would open demo accounts with a known password to the network. Set ADMIN_VIEW_DEMO_ON_NETWORK=1 if that is what you want, or ADMIN_VIEW_DEMO=0 for a start without the demo.`,
  })
})

/** A new embedded database gets the demo: what is refused for it is refused before its folder is made. */
export const refuseUnsafeStart = (settings: Settings) =>
  settings.demo && settings.databaseUrl === undefined && !holdsEngine(settings.dataDir)
    ? refuseUnsafeDemo(settings)
    : Effect.void

/** Demo data goes into an empty database only, once; whether it is there is then read from the database. What is refused is refused before. */
export const demoLayer = (settings: Settings, progress: Progress) => {
  const seeding = Layer.effectDiscard(
    Effect.gen(function* () {
      const { sql, everyCompany } = yield* Database
      const companies = yield* everyCompany(sql`select 1 from companies limit 1`)
      if (!settings.demo || companies.length > 0) return
      yield* refuseUnsafeDemo(settings)
      yield* Effect.orDie(seedDemo(progress))
    }).pipe(Effect.catchIf(isSqlError, Effect.die)),
  ).pipe(Layer.provide([Accounts.layer, SignInUsers.layer]))
  const refusing = Effect.flatMap(Demo, ({ isOn }) => (isOn ? refuseUnsafeDemo(settings) : Effect.void))
  return Layer.effectDiscard(refusing).pipe(Layer.provideMerge(Demo.layer), Layer.provide(seeding))
}
