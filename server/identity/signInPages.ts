import { productName } from "#schemas/session/words.ts"
import { providerPath } from "./IdentityConfig.ts"

/** The only pages this server draws itself; everything in them is text until it passes `html`. */
type Html = { readonly html: string }

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** A template whose values are escaped, unless they are pieces of the same kind. */
const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number | Html>): Html => ({
  html: parts.reduce((text, part, index) => {
    const value = values[index - 1]
    return text + (typeof value === "object" ? value.html : escapeText(String(value ?? ""))) + part
  }),
})
const nothing: Html = { html: "" }

const assets = `${providerPath}/assets`

const page = (body: Html, script: Html = nothing): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${productName}</title>
        <link rel="icon" href="/logo.svg" />
        <link rel="stylesheet" href="${assets}/tokens.css" />
        <link rel="stylesheet" href="${assets}/session.css" />
        <link rel="stylesheet" href="${assets}/sign-in.css" />
      </head>
      <body>
        <main class="sheet-frame">
          <div class="sheet">
            <p class="sheet-brand"><img src="/logo.svg" alt="" width="40" height="40" /> ${productName}</p>
            ${body}
          </div>
        </main>
        ${script}
      </body>
    </html> `.html

const errorBeside = (id: string, error: string | undefined): Html =>
  error === undefined ? nothing : html`<p class="field-error" role="alert" id="${id}-error">${error}</p>`

const invalid = (id: string, error: string | undefined): Html =>
  error === undefined ? nothing : html` aria-invalid="true" aria-describedby="${id}-error"`

/** The first step: e-mail and password. The password is asked anew after every refusal. */
export const passwordPage = (at: { readonly uid: string; readonly email: string; readonly error?: string }): string => {
  const { uid, email, error } = at
  const startsAtPassword = email !== ""
  return page(
    html`<h1>Sign in</h1>
      <form method="post" action="${providerPath}/interaction/${uid}/password">
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          value="${email}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="254"
          ${startsAtPassword ? nothing : html` autofocus`}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="256"
          ${startsAtPassword ? html` autofocus` : nothing}${invalid("password", error)}
        />
        ${errorBeside("password", error)}
        <button type="submit" class="sheet-button">Continue</button>
      </form>`,
  )
}

/** The second step: the mailed code. `notice` tells of a code just mailed again. */
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
  const action = `${providerPath}/interaction/${uid}`
  const mailbox = html`<p class="sheet-quiet">
    This is a demonstration: the mail is in the
    <a href="/dev/mailbox" target="_blank" rel="noopener">demo mailbox</a> (opens a new tab).
  </p>`
  return page(
    html`<h1>Check your mail</h1>
      <p>We have mailed a 6-digit code to ${email}. It works for ${minutes} minutes.</p>
      ${notice === undefined ? nothing : html`<p role="status">${notice}</p>`} ${showMailbox ? mailbox : nothing}
      <form method="post" action="${action}/code">
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          class="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength="16"
          autofocus${invalid("code", error)}
        />
        ${errorBeside("code", error)}
        <button type="submit" class="sheet-button">Sign in</button>
      </form>
      ${resendsLeft > 0 ? html`<form method="post" action="${action}/resend"><button type="submit" class="sheet-button sheet-button-quiet">Mail a new code</button></form>` : html`<p class="sheet-quiet">No further code can be mailed in this sign-in.</p>`}
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
      <p><a href="/">Back to the sign-in screen</a></p>`,
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
    html`<script src="${assets}/sign-out.js"></script> `,
  )

/** After a sign-out that named no page to return to. */
export const signedOutPage = (): string =>
  page(
    html`<h1>You are signed out</h1>
      <p><a href="/">Back to the sign-in screen</a></p>`,
  )
