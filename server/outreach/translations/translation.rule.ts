import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { publishProblems, type PublishContext } from "#server/outreach/templates/publish.rule.ts"
import { placeholderProblems } from "./placeholders.rule.ts"

/** A text in one more language. */
export type TranslatedText = { readonly language: LanguageTag; readonly text: string }

/** What keeps a translation from being sent, as sentences: its places, and all that a text is held to. */
export const translationProblems = (
  source: string,
  { language, text }: TranslatedText,
  context: PublishContext,
): ReadonlyArray<string> => [
  ...new Set([...placeholderProblems(source, text), ...publishProblems(text, { ...context, language })]),
]
