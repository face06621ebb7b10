import { seemingLetters, withoutDoubles, withoutStretches } from "./lookAlikes.rule.ts"
import { requestWords } from "./requestWords.rule.ts"
import { harmlessPhrases, plainPhrases, stopPhrases, stopSigns, wholeStops } from "./stopPhrases.rule.ts"

/**
 * What a reply asks for. `unclear` reads like a wish to get no more texts
 * without being one of the words for it; `other` is everything else.
 */
export type ReplyRequest =
  | { readonly kind: "optOut" | "optIn" | "help"; readonly word: string; readonly language: string }
  | { readonly kind: "unclear" | "other" }

/** Marks that people leave out, apostrophes, and what no eye sees. */
const unsaid =
  /[\u0300-\u036f]|[\u064b-\u0655\u0670]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800'’‘ʼ]/gu

/**
 * The words of a text in capitals, without accents, apostrophes and punctuation.
 * One step for each character: no one can write a text that takes long to read.
 */
const wordsOf = (text: string): ReadonlyArray<string> => {
  const plain = text.replaceAll(/[`´]/g, "").normalize("NFKD").replaceAll(unsaid, "").toUpperCase()
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  // "S.T.O.P" is spelled.
  return words.length > 2 && words.every((word) => word.length === 1) ? [words.join("")] : words
}

const plain = (text: string): string => wordsOf(text).join(" ")

const requests: ReadonlyMap<string, ReplyRequest> = new Map(
  requestWords
    .flatMap(({ kind, language, words }) => words.map((word) => [plain(word), { kind, word, language }] as const))
    // Of two languages with the same word, the first one names it.
    .toReversed(),
)

/** A text with its words set apart, so that a phrase is found at words' borders only. */
const apart = (words: string): string => ` ${words} `.replaceAll(" DO NOT ", " DONT ").replaceAll(" DON T ", " DONT ")

const borders = (phrases: ReadonlyArray<string>) => phrases.map((phrase) => apart(plain(phrase)))
const plainOnes = borders(plainPhrases)
const harmless = borders(harmlessPhrases)
const stopping = borders(stopPhrases)
const signs = stopSigns.map(plain)

/** Replies that read like a wish to stop when they are the whole text; within a sentence they say something else. */
const wholeWishes: ReadonlySet<string> = new Set(wholeStops.map(plain))

/** What a line begins with, up to the first sign: "STOP" of "Stop, Maria Lopez". */
const beginning = (line: string): string => line.split(/[.,;:!?|–—-]/).find((part) => /[\p{L}\p{N}]/u.test(part)) ?? ""

/** Whether a reply reads like a wish to stop: a signature behind the word, or a sentence about it. */
const readsLikeOptOut = (text: string, said: string, own: OwnWords): boolean => {
  const ownWords = own.map(({ word }) => plain(word)).filter((word) => word !== "")
  const asksToOptOut = (line: string): boolean => {
    const words = plain(line)
    return requests.get(words)?.kind === "optOut" || ownWords.includes(words) || wholeWishes.has(words)
  }
  if (text.split(/[\r\n\u2028]/).some((line) => asksToOptOut(line) || asksToOptOut(beginning(line)))) return true
  const whole = apart(said)
  if (plainOnes.some((phrase) => whole.includes(phrase)) || signs.some((sign) => said.includes(sign))) return true
  const about = harmless.reduce((rest, phrase) => rest.replaceAll(phrase, " "), whole)
  return [...stopping, ...ownWords.map(apart)].some((phrase) => about.includes(phrase))
}

/** A word as it seems to be written, with doubled letters once. */
const seeming = (word: string): string => withoutDoubles(plain(seemingLetters(word)))

const seemingStops: ReadonlySet<string> = new Set(
  requestWords
    .filter(({ kind }) => kind === "optOut")
    .flatMap(({ words }) => words)
    // Small letters look like others than capitals do.
    .flatMap((word) => [seeming(word), seeming(word.toLowerCase())]),
)

/** Whether a reply reads like a wish to stop once letters that look alike are one, and drawn-out ones stand once. */
const seemsLikeOptOut = (text: string, own: OwnWords): boolean => {
  if (seemingStops.has(seeming(text))) return true
  const plainer = withoutStretches(seemingLetters(text))
  const said = plain(plainer)
  return requests.get(said)?.kind === "optOut" || readsLikeOptOut(plainer, said, own)
}

/**
 * Reads a reply as a request to opt out, to opt in again, or for help: the whole
 * reply is the request, in any case and punctuation (docs/policy.md#consent-and-opt-out). What only
 * reads like an opt-out, by its sense or by the look of its letters, is `unclear`:
 * people decide (47 CFR 64.1200(a)(10), "any reasonable means"). "Yes" asks to opt in only when the person has opted out;
 * otherwise it is an answer.
 * @param own words that opt out here in addition to those the law names
 */
export const readRequest = (text: string, own: OwnWords = []): ReplyRequest => {
  const said = plain(text)
  const known = requests.get(said)
  if (known !== undefined) return known
  const found = said === "" ? undefined : own.find(({ word }) => plain(word) === said)
  if (found !== undefined) return { kind: "optOut", word: said, language: found.language }
  return { kind: readsLikeOptOut(text, said, own) || seemsLikeOptOut(text, own) ? "unclear" : "other" }
}

/** Words with a small letter: what a person is asked to answer stands in capitals. */
const withSmallLetters = /[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}]*/gu
/** Scripts that write words without capitals, and often without blanks or with endings. */
const isWithoutCapitals = (word: string): boolean => word.toLowerCase() === word

/** Whether a text names a word that opts out in a language, or STOP, which every carrier obeys: in capitals where a script has them. */
export const namesOptOutWord = (text: string, language: string): boolean => {
  const said = plain(text.normalize("NFC").replaceAll(withSmallLetters, " "))
  const words = requestWords.filter((one) => one.kind === "optOut" && one.language === language)
  return ["STOP", ...words.flatMap((one) => one.words)].some((word) =>
    isWithoutCapitals(word) ? said.includes(plain(word)) : apart(said).includes(apart(plain(word))),
  )
}

/** Words that were added to those the law names, as they were typed. */
export type OwnWords = ReadonlyArray<{ readonly language: string; readonly word: string }>
