import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { translateWords } from "#schemas/language/translateWords.ts"
import { templateWords } from "#schemas/outreach/templateWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { TranslationPage } from "./TranslationPage.tsx"
import { TranslationsPage } from "./TranslationsPage.tsx"

addWords(translateWords, templateWords, writtenWords)

/** `/translate`: the templates by language, or the translation that the address names. */
export const TranslatePage = () => {
  const { search } = usePageUrl()
  const { id, language = "" } = search
  return id === undefined ? <TranslationsPage /> : <TranslationPage key={`${id} ${language}`} />
}
