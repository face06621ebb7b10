import { Option, Redacted, Schema } from "effect"
import { codeOf, post, reader, type Failure, type TranslationProvider } from "./provider.ts"

/** An account of DeepL. */
export type DeeplConfig = { readonly origin: string; readonly key: Redacted.Redacted }

/** A language that texts are translated into is named with its variant. */
const targets = { en: "EN-US", pt: "PT-BR", zh: "ZH-HANS" }

const readAnswer = reader(Schema.Struct({ translations: Schema.Array(Schema.Struct({ text: Schema.String })) }))
const readError = reader(Schema.Struct({ message: Schema.String }))

const byStatus: Readonly<Record<number, Failure>> = {
  401: "key",
  403: "key",
  413: "tooLong",
  414: "tooLong",
  429: "tooMany",
  456: "quota",
  529: "tooMany",
}

/** DeepL, version 2. What stays is left alone as an ignored tag of XML. */
export const deeplProvider = ({ origin, key }: DeeplConfig): TranslationProvider => ({
  name: "DeepL",
  settings: "DEEPL_KEY",
  // A body has 128 KiB at most, and a character up to four bytes.
  limits: { texts: 50, characters: 30_000 },
  mark: (id, kept) => `<x id="${id}">${kept}</x>`,
  request: (text, { from, to }) =>
    post(
      `${origin}/v2/translate`,
      { authorization: `DeepL-Auth-Key ${Redacted.value(key)}` },
      {
        text,
        source_lang: from.toUpperCase(),
        target_lang: codeOf(targets, to).toUpperCase(),
        tag_handling: "xml",
        ignore_tags: ["x"],
      },
    ),
  read: (body) => Option.map(readAnswer(body), ({ translations }) => translations.map(({ text }) => text)),
  failureOf: (status, body) => {
    const message = Option.getOrUndefined(readError(body))?.message ?? ""
    return status === 400 && /(?:source|target)_lang/.test(message) ? "languages" : (byStatus[status] ?? "down")
  },
})
