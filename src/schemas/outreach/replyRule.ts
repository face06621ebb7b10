import { Schema } from "effect"
import { Language } from "../administration/companyDraft.ts"
import { line } from "../fields.ts"
import { HashedId, TemplateId } from "../ids.ts"
import { TrimmedText } from "../trimmedText.ts"

/** Bounds of rules: what they match costs time, and what they say is a text. */
export const ruleLimits = {
  rules: 50,
  words: 20,
  wordCharacters: 60,
  patternCharacters: 200,
  highest: 999_999,
} as const

/** What a rule looks for: whole replies, a yes or a no in any form, a whole number, or a regular expression. */
export const ruleMatches = ["words", "yes", "no", "number", "pattern"] as const

/**
 * What a rule does. `answer` sends its text, `book` its text with the person's own booking link; `setValue` keeps a
 * value by a name; `confirm` and `cancel` act on the appointment that the text was about; `handOver` leaves it to a person.
 */
export const ruleEffects = ["answer", "setValue", "optOut", "confirm", "cancel", "book", "handOver"] as const
export type RuleEffect = (typeof ruleEffects)[number]

/** The words of a rule, which stand with commas between them. */
export const wordsIn = ({ said }: { readonly said: string }): ReadonlyArray<string> =>
  said
    .split(/[,،、，\n]/u)
    .map((word) => word.trim())
    .filter((word) => word !== "")

/** The form of a value's name, as columns and conditions name it. */
const valueName = /^\p{L}[\p{L}\p{M}\p{N} _-]{0,39}$/u

const NumberBound = Schema.NullOr(
  Schema.Int.check(
    Schema.isBetween(
      { minimum: 0, maximum: ruleLimits.highest },
      { message: "Enter a whole number from 0 to 999,999." },
    ),
  ),
)

const Rule = Schema.Struct({
  match: Schema.Literals(ruleMatches),
  /** The words, or the regular expression; empty for the other kinds. */
  said: Schema.String.check(
    Schema.isMaxLength(ruleLimits.words * (ruleLimits.wordCharacters + 2), {
      message: "A rule has at most 20 words of 60 characters.",
    }),
  ),
  /** The numbers that match, both included; null for the other kinds. */
  from: NumberBound,
  to: NumberBound,
  /** Of the people it is for; null for everyone. */
  language: Schema.NullOr(Language),
  effect: Schema.Literals(ruleEffects),
  /** What is answered, or what stands before the booking link. */
  text: TrimmedText.check(Schema.isMaxLength(1_500, { message: "An answer has 1,500 characters at most." })),
  /** The name of the value that is set. */
  name: TrimmedText,
  /** The value; empty for what the person wrote. */
  value: line(100),
})

/** A rule for replies to a template's texts. */
export type ReplyRule = typeof Rule.Type

const refused = (path: keyof ReplyRule, issue: string) => [{ path: [path], issue }]

const whatIsLooked = (rule: ReplyRule) => {
  const { match, said, from, to } = rule
  if (match === "pattern") {
    if (said.trim() === "") return refused("said", "Write a regular expression.")
    return said.length > ruleLimits.patternCharacters
      ? refused("said", "A regular expression has 200 characters at most.")
      : []
  }
  if (match === "words") {
    const words = wordsIn(rule)
    if (words.length === 0) return refused("said", "Write at least one word.")
    const fits = words.length <= ruleLimits.words && words.every((word) => word.length <= ruleLimits.wordCharacters)
    return fits ? [] : refused("said", "A rule has at most 20 words of 60 characters.")
  }
  if (match !== "number") return []
  if (from === null) return refused("from", "Enter a whole number from 0 to 999,999.")
  if (to === null) return refused("to", "Enter a whole number from 0 to 999,999.")
  return to < from ? refused("to", "Enter a number that is not below the first.") : []
}

const whatIsDone = ({ effect, text, name }: ReplyRule) => {
  if ((effect === "answer" || effect === "book") && text.trim() === "")
    return refused("text", "Write what is answered.")
  return effect === "setValue" && !valueName.test(name.trim())
    ? refused("name", "Name the value: a letter first, then letters, digits, spaces, - and _, 40 characters at most.")
    : []
}

export const ReplyRule = Rule.check(
  Schema.makeFilter((rule: ReplyRule) => [...whatIsLooked(rule), ...whatIsDone(rule)]),
).annotate({ identifier: "ReplyRule" })

/** All rules of a template: one schema for the form and for the call. */
export const ReplyRulesDraft = Schema.Struct({
  rules: Schema.Array(ReplyRule).check(
    Schema.isMaxLength(ruleLimits.rules, { message: "A template has at most 50 rules." }),
  ),
})

/** The body of `POST /api/Template/SaveReplyRules`. */
export const SaveReplyRules = Schema.Struct({ templateId: TemplateId, ...ReplyRulesDraft.fields })
export type SaveReplyRules = typeof SaveReplyRules.Type

/** The rules of a template's newest version, and what a command names in If-Match. */
export const ReplyRules = Schema.Struct({
  ...SaveReplyRules.fields,
  streamVersion: Schema.Int,
}).annotate({ identifier: "ReplyRules" })
export type ReplyRules = typeof ReplyRules.Type

/** What the form of rules holds. */
export type ReplyRulesValues = ReplyRules & { readonly temphashedId: string }

/** The body of `POST /api/Template/TryReplyRules`: rules that need not be saved, on the newest replies to the template's texts. */
export const TryReplyRules = Schema.Struct({ temphashedId: HashedId, ...ReplyRulesDraft.fields })
export type TryReplyRules = typeof TryReplyRules.Type

/** Replies that read alike: how they were written last, and how often. */
export const AlikeReplies = Schema.Struct({ text: Schema.String, count: Schema.Int }).annotate({
  identifier: "AlikeReplies",
})
export type AlikeReplies = typeof AlikeReplies.Type

/** Replies of one kind: how many, and the commonest of them. */
const SomeReplies = Schema.Struct({ replies: Schema.Int, texts: Schema.Array(AlikeReplies) })

/** What rules would have done with the newest replies to a template's texts, and what keeps them from being published. */
export const TriedRules = Schema.Struct({
  problems: Schema.Array(Schema.String),
  /** How many replies were looked at. */
  replies: Schema.Int,
  /** How many each rule matched, in the order of the rules. */
  matched: Schema.Array(Schema.Int),
  /** What two rules would have answered differently, or what asks: a person decides. */
  unsure: SomeReplies,
  unmatched: SomeReplies,
  /** What no published rule matched when it came; null while no rule was published. */
  missed: Schema.NullOr(SomeReplies),
}).annotate({ identifier: "TriedRules" })
export type TriedRules = typeof TriedRules.Type
