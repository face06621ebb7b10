import { Result } from "effect"
import { translationTable } from "#machines/lifecycles/translation.lifecycle.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TranslationEvent, TranslationFacts, TranslationOrigin } from "#schemas/language/translationFacts.ts"
import { problem, type Problem } from "#schemas/problem.ts"

/** A translation as decisions need it; the text is pinned by its hash. */
export type TranslationFold = TranslationFacts & { readonly textHash: string }

/** What staff may wish of translations; `version` is the template's, on which it was decided. */
export type TranslationCommand =
  | {
      readonly _tag: "SaveTranslations"
      readonly version: number
      readonly translations: ReadonlyArray<{
        readonly language: LanguageTag
        readonly textHash: string
        readonly origin: TranslationOrigin
      }>
    }
  | {
      readonly _tag: "ChangeTranslation"
      readonly version: number
      readonly language: LanguageTag
      readonly event: "TranslationReviewed" | "TranslationApproved" | "TranslationRemoved"
    }

type Translated = { readonly textVersion: number; readonly translations: ReadonlyArray<TranslationFold> }

const stateOf = ({ translations }: Pick<Translated, "translations">, language: LanguageTag) =>
  translations.find((one) => one.language === language)?.state ?? "new"

const sentences = {
  new: "Nothing is written in this language yet.",
  machine: "No person has read this translation yet. Read it over first.",
  reviewed: "A person has read this translation already.",
  approved: "This translation is approved already.",
  stale: "The text was changed after it was translated. Compare both first.",
} as const

const saved = (state: Translated, { translations }: Extract<TranslationCommand, { _tag: "SaveTranslations" }>) =>
  translations.flatMap(({ language, textHash, origin }): ReadonlyArray<TranslationEvent> => {
    const before = state.translations.find((one) => one.language === language)
    // The same text that people get already is no news.
    if (before?.textHash === textHash && (before.state === "approved" || before.state === "reviewed")) return []
    // Who or what wrote a file is not known here, so a person reads it over as they do what a service made.
    const _tag = origin === "person" ? "TranslationWritten" : "TranslationDrafted"
    return [{ _tag, language, origin, sourceVersion: state.textVersion, textHash }]
  })

/** Decides what is done to translations of a template that may be changed. */
export const decideTranslations = (
  state: Translated,
  command: TranslationCommand,
): Result.Result<ReadonlyArray<TranslationEvent>, Problem> => {
  if (command._tag === "SaveTranslations") return Result.succeed(saved(state, command))
  const { language, event: _tag } = command
  const now = stateOf(state, language)
  if (translationTable.next(now, _tag) === undefined) {
    return Result.fail(problem("NotAllowedNow", sentences[now], { allowed: translationTable.allowed(now) }))
  }
  return Result.succeed([
    _tag === "TranslationReviewed" ? { _tag, language, sourceVersion: state.textVersion } : { _tag, language },
  ])
}

/** That a new text leaves translations behind. */
export const outdated = (translations: ReadonlyArray<TranslationFacts>): ReadonlyArray<TranslationEvent> =>
  translations
    .filter(({ state }) => translationTable.next(state, "TranslationOutdated") !== undefined)
    .map(({ language }) => ({ _tag: "TranslationOutdated", language }))

/** Translations after an event, in the order of their tags. */
export const foldTranslation = <Kept extends TranslationFacts>(
  translations: ReadonlyArray<Kept>,
  event: TranslationEvent,
): ReadonlyArray<Kept> => {
  const { language } = event
  const others = translations.filter((one) => one.language !== language)
  const before = translations.find((one) => one.language === language)
  const state = translationTable.next(before?.state ?? "new", event._tag)
  if (state === undefined) return translations
  if (state === "new") return others
  const { _tag, ...facts } = event
  return [...others, { ...before, ...facts, state } as Kept].toSorted((one, other) =>
    one.language < other.language ? -1 : 1,
  )
}
