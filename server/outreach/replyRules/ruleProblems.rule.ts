import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import { readRequest, type OwnWords } from "#server/outreach/optOuts/optOut.rule.ts"
import { requestWords } from "#server/outreach/optOuts/requestWords.rule.ts"
import { writtenLinkProblems } from "#server/outreach/templates/link.rule.ts"
import { compileRules, patternProblem, phrasesOf } from "./replyRules.rule.ts"

/** Words that are obeyed before any rule, whatever it says. */
const obeyed = requestWords.filter(({ kind }) => kind !== "optIn").flatMap(({ words }) => words)

const readFirst = {
  optOut: "opts out",
  unclear: "may be an opt-out, which a person decides",
  help: "asks for help",
} as const

const wordProblems = (rule: ReplyRule, own: OwnWords): ReadonlyArray<string> =>
  (rule.match === "words" ? phrasesOf(rule) : []).flatMap((word) => {
    const { kind } = readRequest(word, own)
    return kind === "other" || kind === "optIn"
      ? []
      : [`“${word}” ${readFirst[kind]} before any rule is read. Choose another word.`]
  })

const patternProblems = (rule: ReplyRule, own: OwnWords): ReadonlyArray<string> => {
  if (rule.match !== "pattern") return []
  const problem = patternProblem(rule.said)
  if (problem !== undefined) return [problem]
  const matches = compileRules([{ ...rule, language: null }])
  const stop = ["STOP", ...obeyed, ...own.map(({ word }) => word)].find((word) => matches(word, "en").kind !== "none")
  return stop === undefined
    ? []
    : [`The regular expression ${rule.said} matches “${stop}”, which is obeyed before any rule is read. Narrow it.`]
}

const textProblems = ({ effect, text }: ReplyRule): ReadonlyArray<string> => {
  if (effect !== "answer" && effect !== "book") return []
  return [
    ...(/\{\{|\{%/.test(text) ? [`The answer “${text}” has a variable. Answers of rules are sent as they stand.`] : []),
    ...writtenLinkProblems(text),
  ]
}

/** What each rule matches for sure: where two meet, one of these is what both match. */
const samplesOf = (rule: ReplyRule): ReadonlyArray<string> =>
  rule.match === "number" ? [rule.from, rule.to].map(String) : phrasesOf(rule)

/** One sentence for each reply to which two rules say different things. */
const collisions = (rules: ReadonlyArray<ReplyRule>): ReadonlyArray<string> => {
  const matches = compileRules(rules)
  const languages = [...new Set(rules.flatMap(({ language }) => language ?? []))]
  const found = rules.flatMap((rule) =>
    samplesOf(rule).filter((sample) =>
      (rule.language === null ? ["", ...languages] : [rule.language]).some(
        (language) => matches(sample, language).kind === "unsure",
      ),
    ),
  )
  return [...new Set(found)].map((sample) => `Two rules do different things for “${sample}”. Keep one of them.`)
}

/**
 * What keeps rules from being published, as sentences; empty when they may be
 * (docs/policy.md#reply-rules). Words that ask for something, those of all companies and `own`, are obeyed before.
 */
export const ruleProblems = (rules: ReadonlyArray<ReplyRule>, own: OwnWords): ReadonlyArray<string> => {
  const single = [
    ...new Set(
      rules.flatMap((rule) => [...patternProblems(rule, own), ...wordProblems(rule, own), ...textProblems(rule)]),
    ),
  ]
  // Only patterns that can be read can be compared.
  return rules.some(({ match, said }) => match === "pattern" && patternProblem(said) !== undefined)
    ? single
    : [...single, ...collisions(rules)]
}
