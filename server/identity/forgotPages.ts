import type { ForgotPassword, PasswordValidation } from "#schemas/session/loginGroup.ts"
import { field, html, page, toSignIn } from "./html.ts"
import { linkPath } from "./linkSecrets.ts"
import { emailField, newPassword, owner, passwordError } from "./passwordFields.ts"
import { interactionAddress, mailboxNote } from "./signInPages.ts"

/** Where a page of the forgot-password flow stands; `uid` is the sign-in it was begun from. */
export type ForgotPlace = {
  readonly uid?: string
  readonly email: string
  readonly minutes: number
  readonly showMailbox: boolean
}

const askPage = ({ uid = "", email, minutes }: ForgotPlace, error: string): string => {
  const address = field(emailField(email, { letters: 254, focused: true, error: error === "" ? undefined : error }))
  return page(
    html`<h1>Forgot your password?</h1>
      <p>We mail you a link by which you set a new one. It works once, for ${minutes} minutes.</p>
      <form method="post" action="${interactionAddress(uid)}/forgot">
        ${address}
        <button type="submit" class="sheet-button">Mail me a link</button>
      </form>
      <p><a href="${interactionAddress(uid)}">Back to the password</a></p>`,
  )
}

const sentPage = ({ uid = "", minutes, showMailbox }: ForgotPlace): string =>
  page(
    html`<h1>Check your mail</h1>
      <p role="status">
        If someone signs in with this address, a link to set a new password is on its way to them. It works once, for
        ${minutes} minutes. Only the newest link counts.
      </p>
      ${mailboxNote(showMailbox)}
      <p>No mail? Look into the folder for unwanted mail, and at how the address was written.</p>
      <p><a href="${interactionAddress(uid)}/forgot">Ask for another link</a></p>
      <p><a href="${interactionAddress(uid)}">Back to the password</a></p>`,
  )

const choosePage = ({ email, minutes }: ForgotPlace, judged: PasswordValidation | null): string =>
  page(
    html`<h1>Set a new password</h1>
      <form method="post" action="${linkPath}/password">
        ${field(owner(email))} ${field(newPassword("New password", passwordError(judged), true))}
        <button type="submit" class="sheet-button">Set password</button>
      </form>
      <p class="sheet-quiet">
        The link works for ${minutes} minutes from the time it was mailed. You will be signed out everywhere else.
      </p>`,
    "show-password.js",
  )

const resetPage = (): string =>
  page(
    html`<h1>Your password is changed</h1>
      <p role="status">Sign in with the new one. All other sign-ins of yours have ended.</p>
      <p><a class="sheet-button sheet-link" href="/">Sign in</a></p>`,
  )

/** The page of a link that does not work: used, expired, replaced by a newer one, or never one of ours. */
const deadLinkPage = (text: string): string =>
  page(
    html`<h1>This link does not work</h1>
      <p class="sheet-alert" role="alert">${text}</p>
      <p>
        To set a new password, go to the sign-in screen, choose “Forgot your password?” and use the newest mail. If you
        were invited, ask your administrator for a new invitation.
      </p>
      ${toSignIn}`,
  )

/** Draws the flow of a forgotten password: which page it is, and what it says, is in the login group's values (docs/policy.md#passwords). */
export const forgotPasswordPage = (flow: ForgotPassword, at: ForgotPlace): string => {
  if (flow.isPasswordReset) return resetPage()
  if (flow.isResetPassword) return choosePage(at, flow.passwordValidation)
  if (flow.isResetLinkSent) return sentPage(at)
  if (flow.isForgotPassword) return askPage(at, flow.resetPasswordError)
  return deadLinkPage(flow.resetPasswordError)
}
