import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { translateWords } from "#schemas/language/translateWords.ts"
import { templateWords } from "#schemas/outreach/templateWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { TranslationPage } from "./TranslationPage.tsx"
import { TranslationsPage } from "./TranslationsPage.tsx"

/** Its code comes when texts go out or come back as files. */
const TranslationFilesPage = lazyPart(
  chunk(() => import("./TranslationFilesPage.tsx").then((one) => one.TranslationFilesPage)),
  { within: true },
)

/** Its code comes when someone looks at the glossary. */
const GlossaryPage = lazyPart(
  chunk(() => import("./GlossaryPage.tsx").then((one) => one.GlossaryPage)),
  { within: true },
)

addWords(translateWords, templateWords, writtenWords)

/** `/translate`: the templates by language, or the translation that the address names. */
export const TranslatePage = () => {
  const { search } = usePageUrl()
  const { id, language = "", files, glossary } = search
  if (files !== undefined || glossary !== undefined)
    return (
      <HeadingSlot value={focusOnMount}>
        {files === undefined ? <GlossaryPage /> : <TranslationFilesPage />}
      </HeadingSlot>
    )
  return id === undefined ? <TranslationsPage /> : <TranslationPage key={`${id} ${language}`} />
}
