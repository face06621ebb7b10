import { Effect, Layer } from "effect"
import { Accounts } from "#server/identity/Accounts.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { type Mail, Mailer } from "#server/mail/Mailer.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { administer } from "./administer.ts"
import { runCommand } from "./commandLine.ts"
import { readSettings, type Settings } from "#server/program/settings.ts"

// The operator's command, `npm run admin -- …`: how the first Super Admin comes in, and who is locked out.

const services = (settings: Settings) =>
  SignInAudit.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Accounts.layer, SignInUsers.layer, EventStore.layer)),
    Layer.provideMerge(Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir })),
  )

const program = Effect.gen(function* () {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
  const { smtpUrl, mailFrom } = settings
  const sendMail = (mail: Mail) =>
    Effect.flatMap(Mailer, (mailer) => mailer.send(mail)).pipe(
      Effect.provide(Mailer.smtp({ url: smtpUrl ?? "", from: mailFrom })),
    )
  return yield* administer(process.argv.slice(2), {
    hostedIssuer: settings.identity?.issuer,
    password: process.env["ADMIN_VIEW_PASSWORD"],
    publicUrl: settings.publicUrl,
    sendMail: smtpUrl === undefined ? undefined : sendMail,
  }).pipe(Effect.provide(services(settings)))
})

await runCommand(program)
