import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { translateWords } from "#schemas/language/translateWords.ts"
import { costWords } from "#schemas/outreach/costWords.ts"
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

/** Its code comes when what is missing is translated by machine. */
const MachinePage = lazyPart(
  chunk(() => import("./MachinePage.tsx").then((one) => one.MachinePage)),
  { within: true },
)

/** What else the page shows, by the name in its address. */
const parts = [
  ["files", TranslationFilesPage],
  ["glossary", GlossaryPage],
  ["machine", MachinePage],
] as const

addWords(translateWords, costWords, writtenWords)

/** `/translate`: the templates by language, or the translation that the address names. */
export const TranslatePage = () => {
  const { search } = usePageUrl()
  const { id, language = "" } = search
  const [, Part] = parts.find(([name]) => search[name] !== undefined) ?? []
  if (Part !== undefined)
    return (
      <HeadingSlot value={focusOnMount}>
        <Part />
      </HeadingSlot>
    )
  return id === undefined ? <TranslationsPage /> : <TranslationPage key={`${id} ${language}`} />
}
