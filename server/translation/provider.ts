import { Option, Schema } from "effect"
import type { TranslationService } from "#schemas/language/translationFacts.ts"
import type { RemoteService } from "#server/remoteService.ts"

/** Why a service translated nothing: what it says of itself, of the languages, or of the texts, of which it cannot take one. */
export type Failure = "key" | "quota" | "tooMany" | "languages" | "tooLong" | "text" | "down"

/** From which language into which, by the tags of companies. */
export type Languages = { readonly from: string; readonly to: string }

/** A service that translates texts (decision 114). */
export type TranslationProvider = RemoteService & {
  readonly name: TranslationService
  /** How many texts it takes at once, and how many characters in all of them, its marks included. */
  readonly limits: { readonly texts: number; readonly characters: number }
  /** Marks what stays as it is, so that the service leaves it alone. @param kept escaped */
  readonly mark: (id: number, kept: string) => string
  /** Asks for texts, each of which is marked and escaped. */
  readonly request: (texts: ReadonlyArray<string>, languages: Languages) => Request
  /** The texts of an answer, in order; none where it has another form. */
  readonly read: (body: string) => Option.Option<ReadonlyArray<string>>
  /** What an answer without success means. */
  readonly failureOf: (status: number, body: string) => Failure
}

/** How a service calls a language, where that is not its tag. */
export const codeOf = (codes: Readonly<Record<string, string>>, language: string): string => codes[language] ?? language

/** Marks what stays as services that read HTML take it. */
export const inSpan = (id: number, kept: string): string =>
  `<span class="notranslate" translate="no" id="${id}">${kept}</span>`

/** A call with a body as JSON. */
export const post = (url: string, headers: Readonly<Record<string, string>>, body: unknown): Request =>
  new Request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "user-agent": "admin-view" },
    body: JSON.stringify(body),
  })

/** Reads a body of a known form; none where it is no JSON or has another form. */
export const reader = <A>(schema: Schema.Decoder<A>) => Schema.decodeUnknownOption(Schema.fromJsonString(schema))
