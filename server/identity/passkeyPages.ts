import { productName } from "#schemas/session/words.ts"
import { html, page, type Html } from "./html.ts"
import { accountPath } from "./IdentityConfig.ts"
import type { Passkey } from "./Passkeys.ts"
import { interactionAddress } from "./signInPages.ts"

/** A form whose script asks the device and fills in what it answers; `options` are JSON for the browser. */
const deviceForm = (at: {
  readonly action: string
  readonly kind: "create" | "get"
  readonly options: string
  readonly label: string
  readonly error?: string | undefined
}): Html =>
  html`<form method="post" action="${at.action}" data-passkey="${at.kind}" data-options="${at.options}">
      <input type="hidden" name="answer" />
      <button type="submit" class="sheet-button" autofocus>${at.label}</button>
    </form>
    <p class="field-error" role="alert" id="passkey-problem" ${at.error === undefined ? html`hidden` : html``}>
      ${at.error ?? ""}
    </p>`

/** Asks for the passkey of whoever signs in. */
export const passkeyPage = (at: {
  readonly uid: string
  readonly options: string
  readonly error?: string
}): string => {
  const { uid, options, error } = at
  const action = interactionAddress(uid)
  return page(
    html`<h1>Use your passkey</h1>
      <p>Your device asks for your finger, your face or its PIN, and signs you in.</p>
      ${deviceForm({ action: `${action}/passkey`, kind: "get", options, label: "Continue", error })}
      <p><a href="${action}">Use your password</a></p>`,
    "passkey.js",
  )
}

/** Has the browser make a passkey for the signed-in person. */
export const newPasskeyPage = (options: string, error?: string): string =>
  page(
    html`<h1>Add a passkey</h1>
      <p>
        A passkey signs you in to ${productName} without a password and without a code. It stays on your device, or with
        the password manager that keeps it.
      </p>
      ${deviceForm({ action: `${accountPath}/passkey`, kind: "create", options, label: "Make the passkey", error })}
      <p><a href="${accountPath}">Back</a></p>`,
    "passkey.js",
  )

const day = (at: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(at))

/** The passkeys of a person, each with the way to remove it, and the way to a further one where one may be had. */
export const passkeySection = (passkeys: ReadonlyArray<Passkey>, isFull: boolean): Html =>
  html`<h2>Passkeys</h2>
    ${
      passkeys.length === 0
        ? html`<p>With a passkey your device signs you in, without a password and without a code.</p>`
        : {
            html: passkeys
              .map(
                ({ credentialId, device, createdAt, usedAt }) =>
                  html`<form method="post" action="${accountPath}/remove-passkey" class="account-passkey">
                    <p>
                      ${device}<br /><span class="field-hint"
                        >Added ${day(createdAt)}, ${usedAt === null ? "not used yet" : `last used ${day(usedAt)}`}</span
                      >
                    </p>
                    <input type="hidden" name="passkey" value="${credentialId}" />
                    <button
                      type="submit"
                      class="sheet-button sheet-button-quiet"
                      aria-label="Remove the passkey ${device}, added ${day(createdAt)}"
                    >
                      Remove
                    </button>
                  </form>`.html,
              )
              .join(""),
          }
    }
    ${isFull ? html`<p class="field-hint">You have as many passkeys as one may have.</p>` : html`<p><a class="sheet-button sheet-button-quiet sheet-link" href="${accountPath}/passkey">Add a passkey</a></p>`}`
