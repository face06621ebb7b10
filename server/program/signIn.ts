import { Effect, Layer } from "effect"
import { invitationsLayer } from "#server/administration/users/invitation.commands.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { EmbeddedProvider } from "#server/identity/EmbeddedProvider.ts"
import { Identity, type IdentityConfig } from "#server/identity/IdentityConfig.ts"
import { Passkeys } from "#server/identity/Passkeys.ts"
import { PasswordLinks } from "#server/identity/PasswordLinks.ts"
import { ProviderKeys } from "#server/identity/ProviderKeys.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { Confirmations } from "#server/identity/Confirmations.ts"
import { SecondFactors } from "#server/identity/SecondFactors.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { SignInCodes } from "#server/identity/SignInCodes.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { TokenVerifier } from "#server/identity/TokenVerifier.ts"

/** What decides how people sign in; all of it comes from the settings. */
export type SignInOptions = {
  readonly identity: IdentityConfig
  /** Without an address, mail goes to the mailbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  readonly demo: boolean
}

/** The mailbox stamps mails with the world's time, as the codes in them are judged by it. */
const mailbox = Layer.unwrap(Effect.map(RealTime, Mailer.mailbox))

/** Leaves every request to others: a hosted tenant has its own server. */
const noProvider = Layer.succeed(EmbeddedProvider, { handle: () => false })

/**
 * Everything sign-in needs on top of the database and the event store: the
 * identity configuration, token verification, accounts, mail, and the handlers
 * of `/idp` and `/dev/mailbox`.
 */
export const signInLayer = ({ identity, smtp, demo }: SignInOptions) => {
  const mailer = smtp === undefined ? mailbox : Mailer.smtp(smtp)
  const people = Layer.mergeAll(
    Layer.succeed(Identity, identity),
    Layer.provideMerge(
      Layer.mergeAll(SignInAudit.layer, invitationsLayer),
      Layer.mergeAll(Accounts.layer, SignInUsers.layer),
    ),
    mailer,
    Mailbox.layer({ demo: demo && smtp === undefined }),
  )
  const embedded = Layer.mergeAll(
    EmbeddedProvider.layer({ showMailbox: demo && smtp === undefined }).pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.provideMerge(SignInCodes.layer, SecondFactors.layer),
          PasswordLinks.layer,
          Confirmations.layer,
          Passkeys.layer,
        ),
      ),
    ),
    TokenVerifier.embedded,
  ).pipe(Layer.provide(ProviderKeys.layer))
  const hosted = Layer.mergeAll(noProvider, TokenVerifier.hosted)
  return (identity.kind === "embedded" ? embedded : hosted).pipe(Layer.provideMerge(people))
}
