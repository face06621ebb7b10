import { Effect } from "effect"
import { isProblem } from "#schemas/problem.ts"
import { noForgotPassword } from "#schemas/session/loginGroup.ts"
import { judgePassword } from "./passwordPolicy.rule.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { passwordChangedMail } from "#server/mail/passwordMails.ts"
import { Invitations, type OpenInvitation } from "./Invitations.ts"
import { type ForgotPlace, forgotPasswordPage } from "./forgotPages.ts"
import { invitationPage, joinedPage, openLinkPage } from "./linkPages.ts"
import { PasswordLinks, passwordLinkMillis } from "./PasswordLinks.ts"
import { hashPassword } from "./passwords.ts"
import { type Caller, SignInAudit } from "./SignInAudit.ts"
import type { SignInUser } from "./SignInUsers.ts"

/** What a step behind a mailed link answers with: a page, the secret to keep in the browser meanwhile, or the end. */
export type LinkAnswer =
  | { readonly _tag: "Page"; readonly status: number; readonly html: string }
  | { readonly _tag: "Keep"; readonly secret: string }
  | { readonly _tag: "Done"; readonly end: "changed" | "joined" }

/** What was typed into one of the two forms. */
export type Chosen = { readonly name: string; readonly password: string }

/** Most letters of a displayed name. */
const nameLetters = 100

const deadLink =
  "It has been used, its time is over, a newer one was mailed, or it did not reach your browser as a whole."
const nowAccount = "Someone signs in with this e-mail address already. Go to the sign-in screen."
const nameRule = `Write a name of 1 to ${nameLetters} characters.`

const place = (email: string): ForgotPlace => ({ email, minutes: passwordLinkMillis / 60_000, showMailbox: false })
const page = (status: number, html: string): LinkAnswer => ({ _tag: "Page", status, html })
const dead = (text: string): LinkAnswer =>
  page(410, forgotPasswordPage({ ...noForgotPassword, resetPasswordError: text }, place("")))

const resetting = { ...noForgotPassword, isResetPassword: true } as const

/**
 * The steps behind a mailed link: a new password, or a place in a company. Looking
 * at a link uses nothing up, so that mail scanners may; only the form does.
 */
export const makeLinkSteps = Effect.fnUntraced(function* () {
  const links = yield* PasswordLinks
  const invitations = yield* Invitations
  const audit = yield* SignInAudit
  const mailer = yield* Mailer

  // Not throttled: 256 random bits are not guessed, and a good link must open from a network that asked for many.
  const open = Effect.fn("link.open")(function* (secret: string) {
    const found = (yield* links.owner(secret)) ?? (yield* invitations.find(secret))
    if (found === undefined) return dead(deadLink)
    return { _tag: "Keep", secret } satisfies LinkAnswer
  })

  const show = Effect.fn("link.show")(function* (secret: string) {
    const user = yield* links.owner(secret)
    if (user !== undefined) return page(200, forgotPasswordPage(resetting, place(user.email)))
    const invitation = yield* invitations.find(secret)
    if (invitation === undefined) return dead(deadLink)
    return page(200, invitationPage({ ...invitation, passwordValidation: null }))
  })

  const setPassword = Effect.fn("link.setPassword")(function* (
    secret: string,
    { email }: SignInUser,
    { password }: Chosen,
    caller: Caller,
  ) {
    const judged = judgePassword(password, email)
    if (!judged.isValid)
      return page(422, forgotPasswordPage({ ...resetting, passwordValidation: judged }, place(email)))
    const user = yield* links.use(secret, yield* hashPassword(password))
    if (user === undefined) return dead(deadLink)
    yield* audit.ofSubject(user.id, { _tag: "PasswordChanged" }, caller)
    // The password is changed whether or not the mail about it can be sent; the mailer logs a failure.
    yield* Effect.ignore(mailer.send(passwordChangedMail(user.email)))
    return { _tag: "Done", end: "changed" } satisfies LinkAnswer
  })

  const join = Effect.fn("link.join")(function* (
    secret: string,
    invitation: OpenInvitation,
    { name, password }: Chosen,
    caller: Caller,
  ) {
    const judged = judgePassword(password, invitation.email)
    const displayName = name.trim().normalize("NFC")
    const nameError = displayName === "" || displayName.length > nameLetters ? nameRule : undefined
    if (!judged.isValid || nameError !== undefined) {
      return page(422, invitationPage({ ...invitation, displayName: name, nameError, passwordValidation: judged }))
    }
    const made = yield* Effect.result(
      invitations.accept(secret, { displayName, passwordHash: yield* hashPassword(password) }, caller),
    )
    if (made._tag === "Failure") return dead(isProblem(made.failure) ? nowAccount : deadLink)
    if (!made.success) return dead(deadLink)
    return { _tag: "Done", end: "joined" } satisfies LinkAnswer
  })

  const choose = Effect.fnUntraced(function* (secret: string, chosen: Chosen, caller: Caller) {
    const user = yield* links.owner(secret)
    if (user !== undefined) return yield* setPassword(secret, user, chosen, caller)
    const invitation = yield* invitations.find(secret)
    return invitation === undefined ? dead(deadLink) : yield* join(secret, invitation, chosen, caller)
  })

  const ends = {
    changed: forgotPasswordPage({ ...noForgotPassword, isPasswordReset: true }, place("")),
    joined: joinedPage(),
  }
  return {
    entry: page(200, openLinkPage()),
    open,
    show,
    choose,
    ended: (end: "changed" | "joined") => page(200, ends[end]),
  }
})

/** The steps of one provider. */
export type LinkSteps = Effect.Success<ReturnType<typeof makeLinkSteps>>
