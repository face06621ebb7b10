/** One field of a card. */
type Field = { readonly id: string; readonly label: string; readonly fill: string; readonly more?: string }

const fields: ReadonlyArray<Field> = [
  { id: "number", label: "Card number", fill: "cc-number", more: 'inputmode="numeric" maxlength="23"' },
  { id: "expires", label: "Expires", fill: "cc-exp", more: 'inputmode="numeric" maxlength="7" placeholder="MM / YY"' },
  { id: "code", label: "Security code", fill: "cc-csc", more: 'inputmode="numeric" maxlength="4"' },
  { id: "zip", label: "Billing ZIP", fill: "postal-code", more: 'maxlength="10"' },
  { id: "name", label: "Name on the card", fill: "cc-name", more: 'maxlength="60"' },
]

const fieldOf = ({ id, label, fill, more = "" }: Field): string => `
      <div class="field ${id}">
        <label for="${id}">${label}</label>
        <input id="${id}" autocomplete="${fill}" aria-describedby="${id}-error" required ${more}>
        <p class="error" id="${id}-error"></p>
      </div>`

/**
 * The page with the fields of a card.
 * @param pagesOrigin the only origin it talks to
 */
export const fieldsPage = (pagesOrigin: string, nonce: string): string => `<!doctype html>
<html lang="en" data-pages="${pagesOrigin}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Card details</title>
    <link rel="stylesheet" href="/fields.css">
  </head>
  <body>
    <main>
    <form novalidate>${fields.map(fieldOf).join("")}
    </form>
    </main>
    <script src="/fields.js" nonce="${nonce}"></script>
  </body>
</html>
`
