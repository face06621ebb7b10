import { productName } from "#schemas/session/words.ts"
import { codeField, field, html, nothing, page, toSignIn } from "./html.ts"
import { providerPath } from "./IdentityConfig.ts"
import { emailField } from "./passwordFields.ts"

/** The address the forms of one sign-in post to, without the step. */
export const interactionAddress = (uid: string): string => `${providerPath}/interaction/${uid}`

/**
 * The first step: e-mail and password. The password is asked again after every refusal.
 * @param at `note` stands beneath the field, in smaller letters than the error
 */
export const passwordPage = (at: {
  readonly uid: string
  readonly email: string
  readonly error?: string
  readonly note?: string
  /** Whether people may have passkeys. */
  readonly hasPasskeys: boolean
}): string => {
  const { uid, email, error, note, hasPasskeys } = at
  const address = field(emailField(email, { letters: 254, focused: email === "" }))
  const password = field({
    id: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    error,
    letters: 256,
    focused: email !== "",
  })
  return page(
    html`<h1>Sign in</h1>
      <p class="sheet-quiet">With the account your company gave you.</p>
      <form method="post" action="${interactionAddress(uid)}/password">
        ${address} ${password} ${note === undefined ? nothing : html`<p class="field-hint">${note}</p>`}
        <button type="submit" class="sheet-button">Continue</button>
        <p class="field-hint">Next: a 6-digit code to this address.</p>
      </form>
      ${hasPasskeys ? html`<p><a href="${interactionAddress(uid)}/passkey">Sign in with a passkey</a></p>` : nothing}
      <p><a href="${interactionAddress(uid)}/forgot">Forgot your password?</a></p>`,
    "show-password.js",
  )
}

/** Where the demo's mail is; nothing outside the demo. */
export const mailboxNote = (isDemo: boolean) =>
  isDemo
    ? html`<p class="sheet-quiet">
        This is a demonstration: the mail is in the
        <a href="/dev/mailbox" target="_blank" rel="noopener">demo mailbox</a> (opens a new tab).
      </p>`
    : nothing

/** The second step: the mailed code. `notice` says that a code was just mailed again. */
export const codePage = (at: {
  readonly uid: string
  readonly email: string
  readonly minutes: number
  readonly resendsLeft: number
  readonly showMailbox: boolean
  readonly error?: string
  readonly notice?: string
}): string => {
  const { uid, email, minutes, resendsLeft, showMailbox, error, notice } = at
  const action = interactionAddress(uid)
  const code = codeField(error)
  return page(
    html`<h1>Check your mail</h1>
      <p>We have mailed a 6-digit code to ${email}. It works for ${minutes} minutes.</p>
      ${notice === undefined ? nothing : html`<p role="status">${notice}</p>`} ${mailboxNote(showMailbox)}
      <form method="post" action="${action}/code">
        ${code}
        <button type="submit" class="sheet-button">Sign in</button>
      </form>
      ${resendsLeft > 0 ? html`<form method="post" action="${action}/resend"><button type="submit" class="sheet-button sheet-button-quiet">Mail a new code</button></form>` : html`<p class="sheet-quiet">No further code can be mailed in this sign-in.</p>`}
      <form method="post" action="${action}/restart">
        <button type="submit" class="sheet-button sheet-button-quiet">Use another account</button>
      </form>`,
  )
}

/** The second step of who has an authenticator app: its code, or a recovery code. */
export const appCodePage = (at: { readonly uid: string; readonly error?: string }): string => {
  const { uid, error } = at
  const action = interactionAddress(uid)
  const code = field({
    id: "code",
    label: "Code",
    type: "text",
    autocomplete: "one-time-code",
    hint: "Without the app, one of your recovery codes. Each works once.",
    error,
    letters: 30,
    focused: true,
  })
  return page(
    html`<h1>Open your authenticator app</h1>
      <p>Enter the 6-digit code it shows for ${productName}.</p>
      <form method="post" action="${action}/code">
        ${code}
        <button type="submit" class="sheet-button">Sign in</button>
      </form>
      <form method="post" action="${action}/restart">
        <button type="submit" class="sheet-button sheet-button-quiet">Use another account</button>
      </form>`,
  )
}

/** A dead end with the way out: back to the application's sign-in screen. */
export const deadEndPage = (at: { readonly heading: string; readonly text: string }): string =>
  page(
    html`<h1>${at.heading}</h1>
      <p class="sheet-alert" role="alert">${at.text}</p>
      ${toSignIn}`,
  )

/**
 * Asks the provider to end the session; a script confirms at once.
 * @param form the provider's own form, with its secret: markup, not text
 */
export const signOutPage = (form: string): string =>
  page(
    html`<h1>Signing out</h1>
      ${{ html: form }}
      <button type="submit" class="sheet-button" form="op.logoutForm" name="logout" value="yes" autofocus>
        Sign out
      </button>`,
    "sign-out.js",
  )

/** After a sign-out that named no page to return to. */
export const signedOutPage = (): string =>
  page(
    html`<h1>You are signed out</h1>
      ${toSignIn}`,
  )
