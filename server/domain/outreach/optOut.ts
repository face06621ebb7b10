/** What a whole reply asks for; `other` is everything that is no such request. */
export type ReplyRequest =
  | { readonly kind: "optOut" | "optIn" | "help"; readonly word: string; readonly language: string }
  | { readonly kind: "other" }

type RequestWords = {
  readonly kind: "optOut" | "optIn" | "help"
  readonly language: "en" | "es"
  /** Where the words come from, so that a change of rule is a change of data. */
  readonly source: string
  /** In the form `plain` gives: capitals without marks, single spaces. */
  readonly words: ReadonlyArray<string>
}

/** The words that are obeyed, as data. Each is a whole reply: "cancel my 3 pm visit" is none of them. */
export const requestWords: ReadonlyArray<RequestWords> = [
  {
    kind: "optOut",
    language: "en",
    source: "47 CFR 64.1200(a)(10), in force since 11 April 2025",
    words: ["STOP", "QUIT", "END", "REVOKE", "OPT OUT", "CANCEL", "UNSUBSCRIBE"],
  },
  {
    kind: "optOut",
    language: "en",
    source: "Twilio's default opt-out keywords, since 14 May 2025",
    words: ["STOPALL", "STOP ALL", "OPTOUT"],
  },
  {
    kind: "optOut",
    language: "en",
    source: "47 CFR 64.1200(a)(10): any means a reasonable person understands; replies seen in practice",
    words: [
      "PLEASE STOP",
      "STOP PLEASE",
      "STOP TEXTING ME",
      "STOP MESSAGING ME",
      "REMOVE",
      "REMOVE ME",
      "UNSUBSCRIBE ME",
      "OPT ME OUT",
      "TAKE ME OFF THE LIST",
      "TAKE ME OFF YOUR LIST",
      "LOSE MY NUMBER",
      "DONT CONTACT ME",
      "DO NOT CONTACT ME",
      "DONT TEXT ME",
      "DO NOT TEXT ME",
    ],
  },
  {
    kind: "optOut",
    language: "es",
    source: "US carriers' requirement for Spanish short codes",
    words: ["ALTO"],
  },
  {
    kind: "optOut",
    language: "es",
    source: "The words of 47 CFR 64.1200(a)(10) in Spanish",
    words: [
      "PARAR",
      "PARE",
      "PARA",
      "DETENER",
      "CANCELAR",
      "TERMINAR",
      "FIN",
      "SALIR",
      "REVOCAR",
      "BAJA",
      "DAR DE BAJA",
      "DARME DE BAJA",
      "DARSE DE BAJA",
      "NO MAS",
      "NO MAS MENSAJES",
    ],
  },
  {
    kind: "optIn",
    language: "en",
    source: "Twilio's default opt-in keywords",
    words: ["START", "YES", "UNSTOP"],
  },
  { kind: "optIn", language: "es", source: "START in Spanish", words: ["INICIO", "INICIAR", "COMENZAR"] },
  { kind: "help", language: "en", source: "Twilio's default help keywords", words: ["HELP", "INFO"] },
  { kind: "help", language: "es", source: "US carriers' requirement for Spanish short codes", words: ["AYUDA"] },
]

const requests: ReadonlyMap<string, ReplyRequest> = new Map(
  requestWords.flatMap(({ kind, language, words }) => words.map((word) => [word, { kind, word, language }] as const)),
)

/** Capitals without accents and apostrophes, punctuation around it trimmed, "opt-out" as "OPT OUT". */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’‘]/gu, "")
    .toUpperCase()
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    .replaceAll(/[\s\p{Pd}_]+/gu, " ")

/**
 * Reads a reply as a request to opt out, to opt in again, or for help. The whole
 * reply must be the request, in any case and punctuation (product.md §1c). "Yes"
 * asks to opt in only when the person has opted out; otherwise it is an answer.
 * @param own words that opt out here beside those the law names
 */
export const readRequest = (text: string, own: OwnWords = []): ReplyRequest => {
  const said = plain(text)
  const known = requests.get(said)
  if (known !== undefined) return known
  if (said === "") return { kind: "other" }
  const found = own.find(({ word }) => plain(word) === said)
  return found === undefined ? { kind: "other" } : { kind: "optOut", word: said, language: found.language }
}

/** Words that were added to those the law names, as they were typed. */
export type OwnWords = ReadonlyArray<{ readonly language: string; readonly word: string }>
