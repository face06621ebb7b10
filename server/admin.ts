import { Effect, Layer } from "effect"
import { isProblem } from "#schemas/problem.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { CannotStart } from "#server/store/CannotStart.ts"
import { Database } from "#server/store/Database.ts"
import { administer, WrongUsage } from "./administer.ts"
import { SettingsProblem } from "./environment.ts"
import { readSettings } from "./settings.ts"

// The operator's command, `npm run admin -- …`, until there are screens for it.

const oneLine = (failure: unknown): string => {
  if (failure instanceof WrongUsage || failure instanceof CannotStart || failure instanceof SettingsProblem)
    return failure.message
  if (isProblem(failure)) return failure.message
  return `It did not work: ${failure instanceof Error ? failure.message : String(failure)}`
}

const program = Effect.gen(function* () {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
  const data = Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir })
  return yield* administer(process.argv.slice(2), {
    hostedIssuer: settings.identity?.issuer,
    password: process.env["ADMIN_VIEW_PASSWORD"],
  }).pipe(Effect.provide(Layer.mergeAll(Accounts.layer, SignInUsers.layer).pipe(Layer.provideMerge(data))))
})

await Effect.runPromise(
  program.pipe(
    Effect.match({
      onSuccess: (lines) => console.log(lines.join("\n")),
      onFailure: (failure) => {
        console.error(oneLine(failure))
        process.exitCode = 1
      },
    }),
  ),
)
