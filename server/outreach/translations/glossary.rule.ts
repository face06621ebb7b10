import { saidPlaces, wordsAt } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import { isGrave, type Breach, type Term } from "#schemas/language/glossary.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { nameOf } from "./callTranslation.rule.ts"
import { piecesOf } from "./placeholders.rule.ts"

/** A text next to its translation; `name` says which of several it is, where there are several. */
export type TextPair = { readonly source: string; readonly text: string; readonly name?: string }

/** What a call flow says next to its words in another language, place by place; a recording says nothing that could be compared. */
export const callPairs = (flow: CallFlow, words: CallTranslation): ReadonlyArray<TextPair> =>
  saidPlaces(flow).flatMap((place) => {
    const text = wordsAt(words, place) ?? ""
    const source = place.prompt._tag === "Speech" ? place.prompt.text : ""
    return text.trim() === "" ? [] : [{ source, text, name: nameOf(place) }]
  })

// Scripts that write words without blanks between them, and Hangul, which writes its particles onto a name.
const joined =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}"
const ends = (signs: string) => ({ after: new RegExp(`${signs}$`, "v"), before: new RegExp(`^${signs}`, "v") })
const inWord = ends(`[[\\p{L}\\p{M}\\p{N}_]--[${joined}]]`)
// Arabic and Hebrew write short words onto the next one, a name in Latin letters too.
const inLatinWord = ends("[\\p{Script=Latin}\\p{M}\\p{N}_]")
const isLatin = ends("\\p{Script=Latin}")

/** What, right before or after words, makes another word of them; undefined where nothing does. */
const bordersOf = (words: string) => ({
  before: isLatin.before.test(words) ? inLatinWord.after : inWord.before.test(words) ? inWord.after : undefined,
  after: isLatin.after.test(words) ? inLatinWord.before : inWord.after.test(words) ? inWord.before : undefined,
})

/** A place as far as it is said: the words of a `default` are, the name of a value and what a condition compares are not. */
const saidIn = (place: string): string =>
  place.startsWith("{%")
    ? ""
    : [...place.matchAll(/default\s*:\s*(["'])(.*?)\1/gs)].map(([, , words = ""]) => words).join(" ")

/** In one form of each letter, with one kind of blank, apostrophe and hyphen. */
const inOneForm = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/[’‘ʼ′]/gu, "'")
    .replaceAll(/[\u2010\u2011]/gu, "-")
    .trim()

/** What a text says, without the names of its values: as it is written, and in any case. */
type Said = { readonly written: string; readonly lower: string }

const saidOf = (text: string): Said => {
  const pieces = piecesOf(text).map((piece) => (piece.isPlace ? ` ${saidIn(piece.text)} ` : piece.text))
  const written = inOneForm(pieces.join(""))
  return { written, lower: written.toLowerCase() }
}

/** Whether words stand in a text, whole: a letter right before or after makes another word of them. */
const hasWhole = (text: string, words: string): boolean => {
  const { before, after } = bordersOf(words)
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    // Two units hold any sign.
    const isApart =
      before?.test(text.slice(Math.max(0, at - 2), at)) !== true && after?.test(text.slice(end, end + 2)) !== true
    if (isApart) return true
  }
  return false
}

/** A name counts as it is written, other words in any case. */
const saysName = ({ written }: Said, name: string): boolean => hasWhole(written, inOneForm(name))
const says = ({ lower }: Said, words: string): boolean => hasWhole(lower, inOneForm(words).toLowerCase())

type Asked = Omit<Term, "termId" | "note">

/** What a translation does against a term; undefined where it keeps it, or the term has nothing to do with the text. */
const breachOf = (source: Said, text: Said, { kind, words, saidAs }: Asked): Breach | undefined => {
  switch (kind) {
    case "neverTranslate":
      return !saysName(source, words) || saysName(text, words)
        ? undefined
        : { kind, message: `“${words}” stays as it is.` }
    case "preferred":
      return !says(source, words) || says(text, saidAs)
        ? undefined
        : { kind, message: `“${words}” is said “${saidAs}”.` }
    case "forbidden":
      return says(text, words) ? { kind, message: `“${words}” is not used.` } : undefined
  }
}

/** What the translations of a text, or of all that a call says, do against a glossary: each thing once, what matters most first. */
export const breachesOf = (
  pairs: ReadonlyArray<TextPair>,
  language: string,
  terms: ReadonlyArray<Asked>,
): ReadonlyArray<Breach> => {
  const held = terms.filter((term) => term.language === null || term.language === language)
  const found = pairs.flatMap(({ name, ...pair }) => {
    const [source, text] = [saidOf(pair.source), saidOf(pair.text)]
    return held.flatMap((term): ReadonlyArray<Breach> => {
      const breach = breachOf(source, text, term)
      if (breach === undefined) return []
      return [name === undefined ? breach : { ...breach, message: `${name}: ${breach.message}` }]
    })
  })
  const once = new Map(found.map((breach) => [breach.message, breach]))
  return [...once.values()].toSorted((one, other) => Number(isGrave(other)) - Number(isGrave(one)))
}
