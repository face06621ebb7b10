import { Option, Redacted, Schema } from "effect"
import { codeOf, inSpan, post, reader, type Failure, type TranslationProvider } from "./provider.ts"

/** An account of Azure AI Translator. */
export type AzureConfig = {
  readonly origin: string
  readonly key: Redacted.Redacted
  /** Of keys that belong to a region. */
  readonly region?: string | undefined
}

const codes = { zh: "zh-Hans", tl: "fil" }

const readAnswer = reader(
  Schema.Array(Schema.Struct({ translations: Schema.NonEmptyArray(Schema.Struct({ text: Schema.String })) })),
)
const readError = reader(Schema.Struct({ error: Schema.Struct({ code: Schema.Number }) }))

/** Its own codes: the status and three digits. */
const failures: Readonly<Record<number, Failure>> = {
  400035: "languages",
  400036: "languages",
  400050: "tooLong",
  400077: "tooLong",
  403001: "quota",
}
const byStatus: Readonly<Record<number, Failure>> = { 401: "key", 403: "key", 413: "tooLong", 429: "tooMany" }

/** Azure AI Translator, version 3.0. */
export const azureProvider = ({ origin, key, region }: AzureConfig): TranslationProvider => ({
  name: "Azure AI Translator",
  settings: "AZURE_TRANSLATOR_KEY, and AZURE_TRANSLATOR_REGION where the key belongs to a region",
  limits: { texts: 1_000, characters: 50_000 },
  mark: inSpan,
  request: (texts, { from, to }) => {
    const query = new URLSearchParams({
      "api-version": "3.0",
      from: codeOf(codes, from),
      to: codeOf(codes, to),
      textType: "html",
    })
    const headers = {
      "ocp-apim-subscription-key": Redacted.value(key),
      ...(region === undefined ? {} : { "ocp-apim-subscription-region": region }),
    }
    return post(
      `${origin}/translate?${query}`,
      headers,
      texts.map((Text) => ({ Text })),
    )
  },
  read: (body) => Option.map(readAnswer(body), (texts) => texts.map(({ translations: [first] }) => first.text)),
  failureOf: (status, body) => {
    const code = Option.getOrUndefined(readError(body))?.error.code ?? 0
    return failures[code] ?? byStatus[status] ?? "down"
  },
})
