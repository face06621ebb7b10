import { distance } from "fastest-levenshtein"
import type { MemoryMatch } from "#schemas/language/translation.ts"
import { phrasesIn } from "./phrases.rule.ts"
import type { KnownText } from "./translationUnit.rule.ts"

/** What was approved before: a text or a sentence of one, with its translation and the template's name; null for a phrase. */
type Remembered = Pick<MemoryMatch, "source" | "target" | "name">

/** Less alike is of no help (the lowest band of matches). */
const leastPercent = 75
/** Of each sentence. */
const mostMatches = 3

/** The sentences of a text as its language divides them. */
const sentencesOf = (text: string, language: string): ReadonlyArray<string> =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "")

/** How alike two texts are, in whole percent; 100 are the same but for blanks. */
const likeness = (one: string, other: string): number => {
  const [a, b] = [one, other].map((text) => text.replaceAll(/\s+/g, " ").trim()) as [string, string]
  const longest = Math.max(a.length, b.length)
  // So much shorter, it cannot be alike: no need to compare.
  if (Math.min(a.length, b.length) * 100 < longest * leastPercent) return 0
  return Math.floor(((longest - distance(a, b)) / longest) * 100)
}

/** A text whole, and its sentences where it has as many as its translation. */
const rememberedOf = (
  { source, target, name }: Remembered,
  from: string,
  language: string,
): ReadonlyArray<Remembered> => {
  const [own, translated] = [sentencesOf(source, from), sentencesOf(target, language)]
  const isPaired = own.length > 1 && own.length === translated.length
  return [
    { source, target, name },
    ...(isPaired ? own.map((sentence, place) => ({ source: sentence, target: translated[place] ?? "", name })) : []),
  ]
}

/** The phrases of the program in a language, for a company that writes in English. */
const offeredPhrases = (from: string, language: string): ReadonlyArray<Remembered> =>
  from === "en" ? phrasesIn(language).map(([source, target]) => ({ source, target, name: null })) : []

/**
 * What a text, or a sentence of it, was translated as before, where that was approved, and what the program's phrases say
 * for it: the most alike first, sentence by sentence.
 * @param others the texts to look in
 */
export const matchesOf = (
  text: string,
  { from, language }: { readonly from: string; readonly language: string },
  others: ReadonlyArray<Pick<KnownText, "name" | "text" | "translations">>,
): ReadonlyArray<MemoryMatch> => {
  const approved = others.flatMap(({ name, text: source, translations }) =>
    translations
      .filter((one) => one.language === language && one.state === "approved")
      .flatMap(({ text: target }) => rememberedOf({ source, target, name }, from, language)),
  )
  // What the company approved comes first where both are as alike.
  const remembered = [...approved, ...offeredPhrases(from, language)]
  const wanted = new Set([text.trim(), ...sentencesOf(text, from)])
  return [...wanted].flatMap((sentence) => {
    const matches = remembered
      .map((one) => ({ sentence, ...one, percent: likeness(sentence, one.source) }))
      .filter(({ percent }) => percent >= leastPercent)
      .toSorted((one, other) => other.percent - one.percent)
    // Several templates, or a template and a phrase, say the same in the same words.
    const different = new Map(matches.toReversed().map((one) => [one.target, one]))
    return matches.filter((one) => different.get(one.target) === one).slice(0, mostMatches)
  })
}
