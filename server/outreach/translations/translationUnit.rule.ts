import { languages as allLanguages, type LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TemplateId } from "#schemas/ids.ts"
import { limits } from "#schemas/constants.ts"
import { isGrave, type Breach, type Term } from "#schemas/language/glossary.ts"
import { sentStates, type TranslationState } from "#schemas/language/translationFacts.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import type { TranslationFileOutcome, TranslationFileRow } from "#schemas/language/translationFile.ts"
import { languageName } from "./languageName.rule.ts"
import { breachesOf } from "./glossary.rule.ts"
import { placeholderProblems } from "./placeholders.rule.ts"

/** A text of a file and its translation; `id` is its template's public one. */
export type TranslationUnit = {
  readonly line: number
  readonly id: string
  readonly name: string
  readonly language: string
  readonly source: string
  readonly target: string
}

/** A text of the company as a file meets it; of a call flow the stored one. */
export type KnownText = {
  readonly templateId: TemplateId
  readonly hashedId: string
  readonly name: string
  readonly channel: ChannelName
  readonly isOpen: boolean
  readonly streamVersion: number
  readonly text: string
  readonly translations: ReadonlyArray<{
    readonly language: string
    readonly text: string
    readonly state: TranslationState
  }>
}

/** A unit with what it would do; `known` and `tag` are there where it is to be stored. */
export type JudgedUnit = {
  readonly row: TranslationFileRow
  readonly change?: { readonly known: KnownText; readonly language: LanguageTag; readonly text: string }
}

// What XML cannot hold is in no text that people read.
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** A text as files hold it: whole characters, one kind of line break, and no blanks around it, which no reader keeps. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(unwritable, "").trim()

/** The language that a file means, by its tag or what the tag begins with. */
export const languageOf = (tag: string): LanguageTag | undefined => {
  const named = (wanted: string) => allLanguages.find((one) => one === wanted.toLowerCase())
  return named(tag) ?? named(tag.split(/[-_]/)[0] ?? "")
}

type Judged = {
  readonly known: KnownText | undefined
  /** The languages of the company. */
  readonly languages: ReadonlyArray<LanguageTag>
  /** Whether an earlier unit is of the same text and language. */
  readonly isSecond: boolean
  /** The glossary of the company. */
  readonly terms: ReadonlyArray<Term>
}

/** What stands in a text as it is read where a file has tags in it. */
export const tagSign = "\uFFFC"

/** The file may be older than what stands there. */
const replacesSent = "It takes the place of a translation that people get now, and has to be read over again."

const refusalOf = (unit: TranslationUnit, language: LanguageTag | undefined, { known, ...by }: Judged): string => {
  if (language === undefined) return `“${unit.language}” is no language that texts are translated into.`
  if (!by.languages.includes(language)) return `${languageName(language)} is not a language of this company.`
  if (known === undefined) return `There is no text with the id “${unit.id}”.`
  if (by.isSecond) return "Its translation stands in the file twice. The first one counts."
  if (!known.isOpen) return "This template is retired. Its translations cannot be changed."
  if (plainText(known.text) !== plainText(unit.source))
    return "The text was changed after it was exported. Export it again."
  if (unit.target.includes(tagSign))
    return "Its translation has tags in it, which are not read. Take them out and save the file again."
  if (unit.target.length > limits.messageCharacters * 2)
    return "Translation is longer than 3200 characters before rendering."
  return placeholderProblems(known.text, unit.target).join(" ")
}

/** What a text does against the glossary, and whether it can be approved so. */
const againstGlossary = (breaches: ReadonlyArray<Breach>): ReadonlyArray<string> => [
  ...(breaches.length === 0 ? [] : ["Against the glossary:"]),
  ...breaches.map(({ message }) => message),
  ...(breaches.some(isGrave) ? ["It cannot be approved so."] : []),
]

/** What a text of a file would do. */
export const judgeUnit = (read: TranslationUnit, judged: Judged): JudgedUnit => {
  const unit = { ...read, target: plainText(read.target) }
  const language = languageOf(unit.language)
  const { known } = judged
  const row = (outcome: TranslationFileOutcome, reason = ""): JudgedUnit["row"] => ({
    ...{ line: unit.line, name: known?.name ?? unit.name, language: language ?? unit.language, outcome, reason },
  })
  if (unit.target === "") return { row: row("empty") }
  const before = known?.translations.find((one) => one.language === language)
  // What comes back as it went out is no new translation, even where the text has changed since.
  if (before !== undefined && plainText(before.text) === unit.target) return { row: row("same") }
  const refusal = refusalOf(unit, language, judged)
  if (refusal !== "" || known === undefined || language === undefined) return { row: row("refused", refusal) }
  // Advice here: the glossary is held to when a person approves.
  const breaches = breachesOf([{ source: known.text, text: unit.target }], language, judged.terms)
  const replaces = before !== undefined && sentStates.includes(before.state) ? [replacesSent] : []
  return {
    row: row("change", [...replaces, ...againstGlossary(breaches)].join(" ")),
    change: { known, language, text: unit.target },
  }
}
