import { productName } from "#schemas/session/words.ts"
import { escapedText } from "#server/http/markup.rule.ts"
import { providerPath } from "./IdentityConfig.ts"

/** The only pages this server draws itself; everything in them is text until it passes `html`. */
export type Html = { readonly html: string }

/** A template whose values are escaped, unless they are pieces of the same kind. */
export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number | Html>): Html => ({
  html: parts.reduce((text, part, index) => {
    const value = values[index - 1]
    return text + (typeof value === "object" ? value.html : escapedText(String(value ?? ""))) + part
  }),
})
export const nothing: Html = { html: "" }

const assets = `${providerPath}/assets`

/** A script of ours that a page may load; there is no other. */
export type Script = "sign-out.js" | "show-password.js" | "passkey.js" | "open-link.js"

/**
 * A whole page in the product's look.
 * @param scripts what it loads; each page works by its buttons without them, but for a mailed link
 */
export const page = (body: Html, ...scripts: ReadonlyArray<Script>): string =>
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
            <p class="sheet-brand"><img src="/logo.svg" alt="" width="32" height="32" /> ${productName}</p>
            ${body}
          </div>
        </main>
        ${{ html: scripts.map((name) => html`<script src="${assets}/${name}"></script>`.html).join("") }}
      </body>
    </html> `.html

/** One labelled line of a form. What stands next to it, hint and error, is read out with it. */
export type Field = {
  readonly id: string
  readonly label: string
  readonly type: "email" | "password" | "text"
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: string
  readonly error?: string | undefined
  /** At most one field of a page: the first empty one, or the one with the error. */
  readonly focused?: boolean
  /** Shown so that a password manager knows whose password it is. */
  readonly fixed?: boolean
  /** Most letters the field takes; left out where a longer value must not be cut but refused. */
  readonly letters?: number
  readonly digits?: boolean
}

const describedBy = ({ id, hint, error }: Field): Html => {
  const describedBy = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])]
  return describedBy.length === 0 ? nothing : html` aria-describedby="${describedBy.join(" ")}"`
}

const entryAids = ({ type, digits }: Field): Html =>
  digits === true
    ? html` class="code" inputmode="numeric"`
    : type === "email"
      ? html` autocapitalize="none" spellcheck="false"`
      : nothing

/** Draws a field with its label, hint and error. */
export const field = (at: Field): Html => {
  const { id, label, type, autocomplete, value, hint, error, letters } = at
  return html`<label for="${id}">${label}</label>
    ${hint === undefined ? nothing : html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${value === undefined ? nothing : html` value="${value}"`}${letters === undefined ? nothing : html` maxlength="${letters}"`}${entryAids(at)}
      ${at.fixed === true ? html` readonly` : html` required`}${at.focused === true ? html` autofocus` : nothing}
      ${error === undefined ? nothing : html` aria-invalid="true"`}${describedBy(at)}
    />
    ${error === undefined ? nothing : html`<p class="field-error" role="alert" id="${id}-error">${error}</p>`}`
}

/** Draws the field for a code, mailed or of an app. */
export const codeField = (error: string | undefined): Html =>
  field({
    id: "code",
    label: "Code",
    type: "text",
    autocomplete: "one-time-code",
    error,
    letters: 16,
    focused: true,
    digits: true,
  })

/** The way on from a page without a form: to the application's sign-in screen. */
export const toSignIn: Html = html`<p><a href="/">Back to the sign-in screen</a></p>`
