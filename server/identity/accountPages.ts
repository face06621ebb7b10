import { renderSVG } from "uqr"
import { productName } from "#schemas/session/words.ts"
import type { PasswordValidation } from "#schemas/session/loginGroup.ts"
import { codeField, field, html, type Html, nothing, page } from "./html.ts"
import { accountPath } from "./IdentityConfig.ts"
import { passkeySection } from "./passkeyPages.ts"
import { passkeysAllowed, type Passkey } from "./Passkeys.ts"
import { newPassword, owner, passwordError } from "./passwordFields.ts"
import { recoveryCodes, type AppSecret, type Factors } from "./SecondFactors.ts"

const back = html`<p><a href="/profile">Back to ${productName}</a></p>`

const currentPassword = (error: string | undefined, focused: boolean): Html =>
  field({
    id: "current",
    label: "Your present password",
    type: "password",
    autocomplete: "current-password",
    letters: 256,
    error,
    focused,
  })

const quietButton = (step: string, label: string): Html =>
  html`<form method="post" action="${accountPath}/${step}">
    <button type="submit" class="sheet-button sheet-button-quiet">${label}</button>
  </form>`

/** Asks for the password again before anything is shown or changed. */
export const confirmPage = (email: string, error?: string): string =>
  page(
    html`<h1>Confirm that it is you</h1>
      <p>Before you change how you sign in, give your password again.</p>
      <form method="post" action="${accountPath}/confirm">
        ${field(owner(email))} ${currentPassword(error, true)}
        <button type="submit" class="sheet-button">Continue</button>
      </form>
      ${back}`,
    "show-password.js",
  )

/** What stands under the heading of the account after something was done. */
const notices = {
  password: "Your password was changed. You were signed out everywhere else.",
  removed: "Your authenticator app was removed. Codes are mailed to you again.",
  passkey: "Your passkey was added. From now on you can sign in with it.",
  passkeyRemoved: "Your passkey was removed. It signs no one in any more; you can delete it from your device too.",
} as const
export type AccountNotice = keyof typeof notices | undefined

/** The notice that an address asks for; nothing for what is none. */
export const noticeOf = (done: string | null): AccountNotice =>
  (Object.keys(notices) as ReadonlyArray<keyof typeof notices>).find((one) => one === done)

const authenticator = ({ authenticator: isOn, recoveryLeft }: Factors): Html =>
  isOn
    ? html`<p>
          An authenticator app gives the second code when you sign in. ${recoveryLeft} of ${recoveryCodes} recovery
          codes are left.
        </p>
        ${quietButton("codes", "Make new recovery codes")} ${quietButton("remove", "Remove the authenticator app")}`
    : html`<p>When you sign in, a code is mailed to you. An authenticator app is safer and needs no mail.</p>
        <p>
          <a class="sheet-button sheet-button-quiet sheet-link" href="${accountPath}/app"
            >Set up an authenticator app</a
          >
        </p>`

/** How someone signs in: their password, and their second factor. */
export const accountPage = (at: {
  readonly email: string
  readonly factors: Factors
  /** Nothing where there can be none. */
  readonly passkeys: ReadonlyArray<Passkey> | undefined
  readonly notice?: AccountNotice
  readonly currentError?: string | undefined
  readonly judged?: PasswordValidation | null
}): string => {
  const { email, factors, passkeys, notice, currentError, judged = null } = at
  const fault = passwordError(judged)
  return page(
    html`<h1>How you sign in</h1>
      ${notice === undefined ? nothing : html`<p role="status">${notices[notice]}</p>`}
      ${passkeys === undefined ? nothing : passkeySection(passkeys, passkeys.length >= passkeysAllowed)}
      <h2>Second factor</h2>
      ${authenticator(factors)}
      <h2>Password</h2>
      <form method="post" action="${accountPath}/password">
        ${field(owner(email))} ${currentPassword(currentError, currentError !== undefined)}
        ${field(newPassword("New password", fault, fault !== undefined && currentError === undefined))}
        <button type="submit" class="sheet-button">Change password</button>
        <p class="field-hint">You will be signed out everywhere else.</p>
      </form>
      ${back}`,
    "show-password.js",
  )
}

/** Shows the secret to put into an app, and asks for the first code. */
export const appPage = ({ secret, uri }: AppSecret, error?: string): string => {
  const code = codeField(error)
  return page(
    html`<h1>Set up an authenticator app</h1>
      <p>Scan this picture with the app, or type the key into it.</p>
      <div class="account-picture" role="img" aria-label="The key as a picture for the app">
        ${{ html: renderSVG(uri, { border: 2 }) }}
      </div>
      <p><code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
      <form method="post" action="${accountPath}/app">
        ${code}
        <button type="submit" class="sheet-button">Turn on</button>
      </form>
      <p><a href="${accountPath}">Back</a></p>`,
  )
}

/** Shows new recovery codes, this once. */
export const recoveryPage = (codes: ReadonlyArray<string>): string =>
  page(
    html`<h1>Keep these recovery codes</h1>
      <p>
        Each of them signs you in once in place of the app’s code. Write them down or print them now: they are not shown
        again, and codes from before do not work any more.
      </p>
      <ul class="account-codes">
        ${{ html: codes.map((code) => html`<li><code>${code}</code></li>`.html).join("") }}
      </ul>
      <p><a class="sheet-button sheet-link" href="${accountPath}">I have kept them</a></p>`,
  )
