import { Option, Redacted, Schema } from "effect"
import { post, reader, type Failure, type TranslationProvider } from "./provider.ts"

/** A LibreTranslate server; one of one's own needs no key. */
export type LibreConfig = { readonly origin: string; readonly key?: Redacted.Redacted | undefined }

const readAnswer = reader(Schema.Struct({ translatedText: Schema.Array(Schema.String) }))
const readError = reader(Schema.Struct({ error: Schema.String }))

const byStatus: Readonly<Record<number, Failure>> = { 403: "key", 413: "tooLong", 429: "tooMany" }

/** LibreTranslate. It leaves alone what stands in `code`, whatever its version. */
export const libreProvider = ({ origin, key }: LibreConfig): TranslationProvider => ({
  name: "LibreTranslate",
  settings: "LIBRETRANSLATE_URL, and LIBRETRANSLATE_KEY where the server asks for a key",
  limits: { texts: 25, characters: 5_000 },
  mark: (id, kept) => `<code translate="no" id="${id}">${kept}</code>`,
  request: (q, { from, to }) =>
    post(
      `${origin}/translate`,
      {},
      {
        ...{ q, source: from, target: to, format: "html" },
        ...(key === undefined ? {} : { api_key: Redacted.value(key) }),
      },
    ),
  read: (body) => Option.map(readAnswer(body), ({ translatedText }) => translatedText),
  failureOf: (status, body) => {
    const said = Option.getOrUndefined(readError(body))?.error ?? ""
    if (status === 400 && /not supported|not available|language/i.test(said)) return "languages"
    if (status === 400 && /limit|exceeds/i.test(said)) return "tooLong"
    // It says so of single texts, with the status of a server that fails.
    if (status === 500 && /cannot translate/i.test(said)) return "text"
    return byStatus[status] ?? "down"
  },
})
