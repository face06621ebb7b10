import { readLanguages, readTranslations } from "#effects/Translations.ts"
import { translationsMachine } from "#machines/language/translations.machine.ts"
import type { Coverage, Languages } from "#schemas/language/translation.ts"
import { TranslationsView } from "#views/language/TranslationsView.tsx"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

const logic = ({ reading, listReading }: Tools) =>
  translationsMachine.provide({
    actors: { languages: reading(readLanguages), rows: listReading(readTranslations) },
  })

/** `/translate`: which texts are translated into which languages. */
export const TranslationsPage = () => {
  const page = usePage(logic)
  return (
    <TranslationsView
      page={page}
      url={page.url}
      languages={useReading<Languages>(page.actor, "languages")}
      rows={useReading<ReadonlyArray<Coverage>>(page.actor, "rows")}
    />
  )
}
