import { RE2JS, RE2JSException, RE2Set } from "re2js"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { wordsIn, type ReplyRule } from "#schemas/outreach/replyRule.ts"
import { plainText, saidText, type SaidText } from "./replyText.rule.ts"
import { yesNoWords } from "./yesNo.rule.ts"

/** The longest reply that rules look at, in characters; a longer one is for a person to read. */
export const longestReply = 2_000

/** Instructions of the largest pattern: a text takes at most so many steps for each of its characters. */
const largestPattern = 1_500

/** Scripts that write words without blanks between them, so that a pattern has no borders to keep. */
const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** RE2 knows borders of ASCII words alone. */
const [before, after] = ["(?:^|[^\\pL\\pM\\pN])", "(?:$|[^\\pL\\pM\\pN])"] as const

const withBorders = (pattern: string): string =>
  withoutBlanks.test(pattern) ? `(?is)(?:${pattern})` : `(?is)${before}(?:${pattern})${after}`

/** Why a pattern cannot be used, as a sentence; undefined for one that can. It is read as RE2 reads it: in linear time, without back-references and look-around. */
export const patternProblem = (pattern: string): string | undefined => {
  try {
    // What stands between brackets of ours must be whole by itself.
    RE2JS.compile(pattern)
    const compiled = RE2JS.compile(withBorders(pattern.normalize("NFC")))
    if (compiled.programSize() > largestPattern)
      return `The regular expression ${pattern} repeats too much. Shorten it.`
    return compiled.matcher("").find() || RE2JS.compile(pattern).matcher("").find()
      ? `The regular expression ${pattern} matches an empty reply. Name what has to be there.`
      : undefined
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    return `The regular expression ${pattern} cannot be read: ${cause.message.replace("error parsing regexp: ", "")}.`
  }
}

/** A rule without what its kind has no use for, such as the words of one that looks for numbers by now. */
export const withoutRest = (rule: ReplyRule): ReplyRule => {
  const { match, effect } = rule
  const answers = effect === "answer" || effect === "book"
  return {
    ...rule,
    said: match === "words" || match === "pattern" ? rule.said.trim() : "",
    ...(match === "number" ? {} : { from: null, to: null }),
    text: answers ? rule.text : "",
    ...(effect === "setValue" ? {} : { name: "", value: "" }),
  }
}

/** What a rule does, so that two rules can be compared. */
const deedOf = ({ effect, text, name, value }: ReplyRule): string => {
  switch (effect) {
    case "answer":
    case "book":
      return JSON.stringify([effect, text])
    case "setValue":
      return JSON.stringify([effect, name, value])
    default:
      return effect
  }
}

/** What a rule matches as whole replies, for people of a language or of any. */
export const phrasesOf = (rule: ReplyRule): ReadonlyArray<string> => {
  if (rule.match === "words") return wordsIn(rule)
  if (rule.match !== "yes" && rule.match !== "no") return []
  const languages = rule.language === null ? (Object.keys(yesNoWords) as ReadonlyArray<LanguageTag>) : [rule.language]
  return languages.flatMap((language) => yesNoWords[language][rule.match as "yes" | "no"])
}

/** What rules say about a reply: one thing, several that differ or a question, or nothing. `rules` are the places of those that match. */
export type RuleVerdict =
  | { readonly kind: "rule"; readonly rule: ReplyRule; readonly rules: ReadonlyArray<number> }
  | { readonly kind: "unsure"; readonly rules: ReadonlyArray<number> }
  | { readonly kind: "none" }

/** Rules that are ready: what they say about a reply of a person with a language (BCP 47). */
export type CompiledRules = (reply: string, language: string) => RuleVerdict

const add = (map: Map<string, Array<number>>, key: string, place: number): void => {
  const places = map.get(key)
  if (places === undefined) map.set(key, [place])
  else places.push(place)
}

/** The whole replies of rules. An accent that only one of both has is one that was left out. */
const openPhrases = (rules: ReadonlyArray<ReplyRule>) => {
  const [exact, bare, written] = [
    new Map<string, Array<number>>(),
    new Map<string, Array<number>>(),
    new Map<string, Array<number>>(),
  ]
  for (const [place, rule] of rules.entries())
    for (const phrase of phrasesOf(rule)) {
      const said = saidText(phrase)
      add(exact, said.words, place)
      add(bare, said.bare, place)
      if (said.words === said.bare) add(written, said.bare, place)
    }
  return (said: SaidText): ReadonlyArray<number> => [
    ...(exact.get(said.words) ?? []),
    ...((said.words === said.bare ? bare : written).get(said.bare) ?? []),
  ]
}

const openNumbers = (rules: ReadonlyArray<ReplyRule>) => {
  const ranges = rules.flatMap(({ match, from, to }, place) =>
    match === "number" && from !== null && to !== null ? [{ from, to, place }] : [],
  )
  return ({ words }: SaidText): ReadonlyArray<number> => {
    if (!/^\d{1,6}$/.test(words)) return []
    const number = Number(words)
    return ranges.filter(({ from, to }) => from <= number && number <= to).map(({ place }) => place)
  }
}

/** All patterns in one pass over the text. */
const openPatterns = (rules: ReadonlyArray<ReplyRule>) => {
  const patterns = rules.flatMap(({ match, said }, place) => (match === "pattern" ? [{ said, place }] : []))
  if (patterns.length === 0) return (): ReadonlyArray<number> => []
  const set = new RE2Set()
  for (const { said } of patterns) set.add(withBorders(said.normalize("NFC")))
  set.compile()
  return (reply: string): ReadonlyArray<number> =>
    set.match(plainText(reply)).flatMap((index) => patterns[index]?.place ?? [])
}

const isFor = (rule: ReplyRule | undefined, language: string): rule is ReplyRule =>
  rule !== undefined &&
  (rule.language === null || rule.language === language || rule.language === language.split("-")[0])

/**
 * Makes rules ready to read replies, each in time linear in its length: whole replies are looked up, and patterns run
 * by RE2 in one pass. Their order does not matter: of rules that match and differ none is obeyed. Patterns have to be
 * free of `patternProblem`.
 */
export const compileRules = (rules: ReadonlyArray<ReplyRule>): CompiledRules => {
  const [phrases, numbers, patterns] = [openPhrases(rules), openNumbers(rules), openPatterns(rules)]
  return (reply, language) => {
    if (reply.length > longestReply) return { kind: "none" }
    const said = saidText(reply)
    const own = (places: ReadonlyArray<number>) => places.filter((place) => isFor(rules[place], language))
    const whole = own([...phrases(said), ...numbers(said)])
    const matched = [...new Set([...whole, ...own(patterns(reply))])].sort((one, other) => one - other)
    const found = matched.flatMap((place) => rules[place] ?? [])
    const [rule] = found
    if (rule === undefined) return { kind: "none" }
    // "Yes?" asks.
    const isDoubtful = said.asks && whole.length > 0
    return isDoubtful || new Set(found.map(deedOf)).size > 1
      ? { kind: "unsure", rules: matched }
      : { kind: "rule", rule, rules: matched }
  }
}
