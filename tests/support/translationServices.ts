import { Effect, Exit, Redacted, Scope } from "effect"
import type { TranslationConfig } from "#server/translation/Translator.ts"
import { openStandIn, type Answer, type Heard, type StandIn } from "./serviceStandIn.ts"

/** The key of every stand-in. */
export const translationKey = "a1b2c3d4-e5f6-0718-293a:fx"

/** What a stand-in makes of a text that it may translate. */
type Words = (text: string) => string

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
const read = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const escaped = (text: string, signs: RegExp) => text.replaceAll(signs, (sign) => escapes[sign] ?? sign)

/** Translates what stands outside of the marks, as services do: they write the fewest, or all, signs escaped. */
const outside = (marks: RegExp, signs: RegExp, words: Words) => (text: string) =>
  text
    .split(marks)
    .map((part, at) => (at % 2 === 1 ? part : escaped(words(read(part)), signs)))
    .join("")

const spans = /(<span class="notranslate" translate="no" id="\d+">.*?<\/span>)/s
const few = /[&<>]/g
const all = /[&<>"']/g

/** Real codes of the languages in the tests. */
const azureLanguages = ["en", "es", "zh-Hans", "fil", "pt", "ht"]
const deeplSources = ["EN", "ES", "PT", "ZH"]
const deeplTargets = ["EN-US", "ES", "PT-BR", "ZH-HANS"]
const googleLanguages = ["en", "es", "zh-CN", "ht"]
const libreLanguages = ["en", "es", "zh"]

const azureError = (code: number, message: string): Answer => ({
  status: Math.floor(code / 1000),
  body: { error: { code, message } },
})

const azure = ({ path, query, headers, body }: Heard, words: Words): Answer => {
  if (headers["ocp-apim-subscription-key"] !== translationKey || headers["ocp-apim-subscription-region"] !== "eastus")
    return azureError(401_000, "The request is not authorized because credentials are missing or invalid.")
  if (path !== "/translate" || query.get("api-version") !== "3.0") return azureError(400_000, "Invalid request.")
  const [from = "", to = ""] = [query.get("from"), query.get("to")].map((one) => one ?? "")
  if (!azureLanguages.includes(from)) return azureError(400_035, "The source language is not valid.")
  if (!azureLanguages.includes(to)) return azureError(400_036, "The target language is not valid.")
  const texts = (JSON.parse(body) as ReadonlyArray<{ readonly Text: string }>).map(({ Text }) => Text)
  if (texts.length > 1_000 || texts.join("").length > 50_000) return azureError(400_077, "The request is too large.")
  const translated = texts.map(outside(spans, few, words))
  return { body: translated.map((text) => ({ translations: [{ text, to }] })) }
}

const deepl = ({ path, headers, body }: Heard, words: Words): Answer => {
  if (headers.authorization !== `DeepL-Auth-Key ${translationKey}`) return { status: 403, body: "" }
  const { text, source_lang, target_lang, tag_handling, ignore_tags } = JSON.parse(body) as {
    readonly text: ReadonlyArray<string>
    readonly source_lang: string
    readonly target_lang: string
    readonly tag_handling: string
    readonly ignore_tags: ReadonlyArray<string>
  }
  if (path !== "/v2/translate") return { status: 404, body: { message: "Not found" } }
  if (!deeplSources.includes(source_lang))
    return { status: 400, body: { message: "Value for 'source_lang' not supported." } }
  if (!deeplTargets.includes(target_lang))
    return { status: 400, body: { message: "Value for 'target_lang' not supported." } }
  if (text.length > 50) return { status: 400, body: { message: "Too many texts." } }
  if (Buffer.byteLength(body) > 128 * 1024) return { status: 413, body: { message: "Request Entity Too Large" } }
  if (tag_handling !== "xml" || ignore_tags.join() !== "x") return { status: 400, body: { message: "Bad request." } }
  const translated = text.map(outside(/(<x id="\d+">.*?<\/x>)/s, few, words))
  return { body: { translations: translated.map((one) => ({ detected_source_language: source_lang, text: one })) } }
}

/** Google's form of an error. */
export const googleError = (code: number, message: string, reason: string): Answer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: "global", reason }] } },
})

const google = ({ path, headers, body }: Heard, words: Words): Answer => {
  if (headers["x-goog-api-key"] !== translationKey)
    return googleError(400, "API key not valid. Please pass a valid API key.", "badRequest")
  const { q, source, target, format } = JSON.parse(body) as {
    readonly q: ReadonlyArray<string>
    readonly source: string
    readonly target: string
    readonly format: string
  }
  if (path !== "/language/translate/v2" || format !== "html") return googleError(404, "Not found", "notFound")
  if (!googleLanguages.includes(source) || !googleLanguages.includes(target))
    return googleError(400, "Invalid Value", "invalid")
  if (q.length > 128) return googleError(400, "Too many text segments", "invalid")
  const translated = q.map(outside(spans, all, words))
  return { body: { data: { translations: translated.map((translatedText) => ({ translatedText })) } } }
}

const libre = ({ path, body }: Heard, words: Words): Answer => {
  const { q, source, target, format, api_key } = JSON.parse(body) as {
    readonly q: ReadonlyArray<string>
    readonly source: string
    readonly target: string
    readonly format: string
    readonly api_key?: string
  }
  if (api_key !== translationKey)
    return { status: 403, body: { error: "Please contact the server operator to get an API key" } }
  if (path !== "/translate" || format !== "html") return { status: 404, body: { error: "Not found" } }
  for (const language of [source, target])
    if (!libreLanguages.includes(language)) return { status: 400, body: { error: `${language} is not supported` } }
  if (q.some((text) => text.length > 5_000))
    return { status: 400, body: { error: "Invalid request: request (5001) exceeds text limit (5000)" } }
  return { body: { translatedText: q.map(outside(/(<code translate="no" id="\d+">.*?<\/code>)/s, few, words)) } }
}

const answers = { azure, deepl, google, libre }
/** The services that translate. */
export const translationServices = ["azure", "deepl", "google", "libre"] as const
export type TranslationServiceName = (typeof translationServices)[number]

/** A service that translates, over HTTP, with the form of its real answers. */
export const translationStandIn = (service: TranslationServiceName, words: Words = (text) => text) =>
  openStandIn((heard) => answers[service](heard, words))

/** How the program is set up for a stand-in. */
export const configOf = (
  service: TranslationServiceName,
  { origin }: Pick<StandIn, "origin">,
  key = translationKey,
): TranslationConfig => {
  const account = { origin, key: Redacted.make(key) }
  const configs = {
    azure: { azure: { ...account, region: "eastus" } },
    deepl: { deepl: account },
    google: { google: account },
    libre: { libre: account },
  } as const
  return configs[service]
}

/** The settings of a program that translates by a stand-in for LibreTranslate, which ends with `close`. */
export const translatingProgram = async (words?: Words) => {
  const scope = await Effect.runPromise(Scope.make())
  const { origin } = await Effect.runPromise(Scope.provide(translationStandIn("libre", words), scope))
  return {
    env: { LIBRETRANSLATE_URL: origin, LIBRETRANSLATE_KEY: translationKey },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
