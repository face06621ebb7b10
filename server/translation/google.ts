import { Option, Redacted, Schema } from "effect"
import { codeOf, inSpan, post, reader, type Failure, type TranslationProvider } from "./provider.ts"

/** An account of Google Cloud Translation. */
export type GoogleConfig = { readonly origin: string; readonly key: Redacted.Redacted }

const codes = { zh: "zh-CN" }

const Answer = Schema.Struct({
  data: Schema.Struct({ translations: Schema.Array(Schema.Struct({ translatedText: Schema.String })) }),
})
const readAnswer = reader(Answer)
const Refusal = Schema.Struct({
  error: Schema.Struct({
    message: Schema.String,
    errors: Schema.optionalKey(Schema.Array(Schema.Struct({ reason: Schema.optionalKey(Schema.String) }))),
  }),
})
const readError = reader(Refusal)

const byReason: Readonly<Record<string, Failure>> = {
  dailyLimitExceeded: "quota",
  quotaExceeded: "quota",
  rateLimitExceeded: "tooMany",
  userRateLimitExceeded: "tooMany",
}
const byStatus: Readonly<Record<number, Failure>> = { 401: "key", 403: "key", 413: "tooLong", 429: "tooMany" }

/** What it says in words alone, all with the same status. */
const inWords: ReadonlyArray<readonly [words: RegExp, failure: Failure]> = [
  [/api key/i, "key"],
  [/too (?:long|large|many)/i, "tooLong"],
  [/language|invalid value/i, "languages"],
]

/** Google Cloud Translation Basic, version 2. The key goes in a header, since addresses are logged on the way. */
export const googleProvider = ({ origin, key }: GoogleConfig): TranslationProvider => ({
  name: "Google Translate",
  settings: "GOOGLE_TRANSLATE_KEY, and that it may use the Cloud Translation API",
  limits: { texts: 128, characters: 30_000 },
  mark: inSpan,
  request: (q, { from, to }) =>
    post(
      `${origin}/language/translate/v2`,
      { "x-goog-api-key": Redacted.value(key) },
      { q, source: codeOf(codes, from), target: codeOf(codes, to), format: "html" },
    ),
  read: (body) =>
    Option.map(readAnswer(body), ({ data }) => data.translations.map(({ translatedText }) => translatedText)),
  failureOf: (status, body) => {
    const { message = "", errors = [] } = Option.getOrUndefined(readError(body))?.error ?? {}
    const byWords = status === 400 ? inWords.find(([words]) => words.test(message))?.[1] : undefined
    return byReason[errors[0]?.reason ?? ""] ?? byWords ?? byStatus[status] ?? "down"
  },
})
