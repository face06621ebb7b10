import { checkTranslations, downloadTranslations, importTranslations } from "#effects/TranslationFiles.ts"
import { readLanguages } from "#effects/Translations.ts"
import { translationFilesMachine } from "#machines/language/translationFiles.machine.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { translationFileWords } from "#schemas/language/translationFileWords.ts"
import { TranslationFilesView } from "#views/language/TranslationFilesView.tsx"
import { exporting } from "../export.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useExport, usePage, useReading } from "../usePage.ts"

addWords(translationFileWords)

const logic = ({ operation, reading }: Tools) =>
  translationFilesMachine.provide({
    actors: {
      languages: reading(readLanguages),
      export: exporting(
        operation(downloadTranslations, {
          success: "translations.exported",
          failure: "translations.notExported",
          shownInPlace: "Queued",
        }),
      ),
      check: operation(checkTranslations),
      import: operation(importTranslations),
    },
  })

/** `/translate?files=`: texts as files for translators. */
export const TranslationFilesPage = () => {
  const page = usePage(logic)
  return (
    <TranslationFilesView
      page={page}
      url={page.url}
      rights={usePerson()}
      languages={useReading<Languages>(page.actor, "languages")}
      file={useExport(page.actor)}
    />
  )
}
