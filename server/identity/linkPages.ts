import type { PasswordValidation } from "#schemas/session/loginGroup.ts"
import { field, html, page } from "./html.ts"
import { linkPath } from "./linkSecrets.ts"
import { newPassword, owner, passwordError } from "./passwordFields.ts"

/** The page of someone invited: their name and a password. */
export const invitationPage = (at: {
  readonly companyName: string
  readonly email: string
  readonly displayName: string
  readonly nameError?: string | undefined
  readonly passwordValidation: PasswordValidation | null
}): string => {
  const { companyName, email, displayName, nameError, passwordValidation } = at
  const fault = passwordError(passwordValidation)
  const name = field({
    id: "name",
    label: "Your name",
    type: "text",
    autocomplete: "name",
    value: displayName,
    letters: 100,
    hint: "As your colleagues see it.",
    error: nameError,
    focused: nameError !== undefined || fault === undefined,
  })
  return page(
    html`<h1>Welcome to ${companyName}</h1>
      <p>Set your name and a password, and your account is ready.</p>
      <form method="post" action="${linkPath}/password">
        ${name} ${field(owner(email))}
        ${field(newPassword("Password", fault, nameError === undefined && fault !== undefined))}
        <button type="submit" class="sheet-button">Create my account</button>
      </form>`,
    "show-password.js",
  )
}

/** After an invitation was accepted. */
export const joinedPage = (): string =>
  page(
    html`<h1>Your account is ready</h1>
      <p role="status">Sign in with your e-mail address and the password you have just set.</p>
      <p><a class="sheet-button sheet-link" href="/">Sign in</a></p>`,
  )

/** Reads the secret behind the `#` of a mailed link and sends it on; the secret itself is never part of an address we get. */
export const openLinkPage = (): string =>
  page(
    html`<h1>Opening your link</h1>
      <form method="post" action="${linkPath}">
        <input type="hidden" name="secret" />
        <button type="submit" class="sheet-button">Continue</button>
      </form>
      <noscript>
        <p class="sheet-alert">
          This page needs JavaScript, as Admin View does. Switch it on, then open the link again.
        </p>
      </noscript>`,
    "open-link.js",
  )
