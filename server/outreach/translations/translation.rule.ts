import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { publishProblems, type PublishContext } from "#server/outreach/templates/publish.rule.ts"
import type { TranslationState } from "#schemas/language/translationFacts.ts"
import { languageName } from "./languageName.rule.ts"
import { placeholderProblems } from "./placeholders.rule.ts"

/** A text in one more language. */
export type TranslatedText = { readonly language: LanguageTag; readonly text: string }

/** A sentence for a translation that people would get though no one approved it, where the company asks for approval. */
const approvalProblems = (
  { approvedOnly }: { readonly approvedOnly: boolean },
  { state }: { readonly state: TranslationState },
): ReadonlyArray<string> =>
  approvedOnly && state !== "approved"
    ? ["The translation is not approved. This company publishes only approved translations. Approve or remove it."]
    : []

/** What keeps a template from being published in a language, with the language in front: a missing approval, and what is wrong with the translation. */
export const problemsInLanguage = (
  company: { readonly approvedOnly: boolean },
  translation: { readonly language: string; readonly state: TranslationState },
  problems: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  [...approvalProblems(company, translation), ...problems].map(
    (sentence) => `${languageName(translation.language)}: ${sentence}`,
  )

/** What keeps a translation from being sent, as sentences: its places, and all that a text is held to. */
export const translationProblems = (
  source: string,
  { language, text }: TranslatedText,
  context: PublishContext,
): ReadonlyArray<string> => [
  ...new Set([...placeholderProblems(source, text), ...publishProblems(text, { ...context, language })]),
]
