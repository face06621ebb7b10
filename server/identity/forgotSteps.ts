import { Effect } from "effect"
import { noForgotPassword } from "#schemas/session/loginGroup.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { passwordLinkMail } from "#server/mail/passwordMails.ts"
import { type AddressThrottle, tooManyFromAddress } from "./addressThrottle.ts"
import { linkAddress } from "./linkSecrets.ts"
import { forgotPasswordPage } from "./forgotPages.ts"
import { PasswordLinks, passwordLinkMillis } from "./PasswordLinks.ts"
import { type Caller, SignInAudit } from "./SignInAudit.ts"
import type { Answer, SignIn } from "./signInSteps.ts"

const emailWanted = "Write an e-mail address, such as nora@clinic.example."
const minutes = passwordLinkMillis / 60_000

type Options = { readonly origin: string; readonly throttle: AddressThrottle; readonly showMailbox: boolean }

/**
 * The steps of a forgotten password within a sign-in: asking for the link. Known
 * and unknown addresses get the same answer at the same time, because no one is
 * looked up before the answer is given.
 */
export const makeForgotSteps = Effect.fnUntraced(function* ({ origin, throttle, showMailbox }: Options) {
  const links = yield* PasswordLinks
  const audit = yield* SignInAudit
  const mailer = yield* Mailer
  const scope = yield* Effect.scope

  const asking = (status: number, uid: string, email: string, error = "", retryAfterSeconds?: number): Answer => ({
    _tag: "Page",
    status,
    html: forgotPasswordPage(
      { ...noForgotPassword, isForgotPassword: true, resetPasswordError: error },
      { uid, email, minutes, showMailbox },
    ),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

  const showForgot = ({ uid, hint }: SignIn, sent: boolean): Effect.Effect<Answer> =>
    Effect.succeed(
      sent
        ? {
            _tag: "Page",
            status: 200,
            html: forgotPasswordPage(
              { ...noForgotPassword, isResetLinkSent: true },
              { uid, email: "", minutes, showMailbox },
            ),
          }
        : asking(200, uid, hint),
    )

  const mailLink = Effect.fn("forgot.mailLink")(function* (email: string, caller: Caller) {
    const asked = yield* links.ask(email)
    if (asked === undefined) return
    yield* mailer.send(passwordLinkMail(asked.user.email, linkAddress(origin, asked.secret), minutes))
    yield* audit.ofSubject(asked.user.id, { _tag: "PasswordLinkSent" }, caller)
  })

  const askLink = Effect.fn("forgot.askLink")(function* ({ uid, caller }: SignIn, email: string) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return asking(422, uid, email, emailWanted)
    const wait = throttle.book(caller.address ?? "")
    if (wait > 0) return asking(429, uid, email, tooManyFromAddress(wait), wait)
    yield* mailLink(email, caller).pipe(Effect.ignore, Effect.uninterruptible, Effect.forkIn(scope))
    return { _tag: "Go", step: "/forgot?sent" } satisfies Answer
  })

  return { showForgot, askLink }
})

/** The steps of one provider. */
export type ForgotSteps = Effect.Success<ReturnType<typeof makeForgotSteps>>
