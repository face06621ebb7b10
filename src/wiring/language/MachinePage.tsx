import { translateMissing } from "#effects/MachineTranslation.ts"
import { readLanguages } from "#effects/Translations.ts"
import { machineTranslationMachine } from "#machines/language/machineTranslation.machine.ts"
import { machineWords } from "#schemas/language/machineWords.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { MachineView } from "#views/language/MachineView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

addWords(machineWords)

const logic = ({ operation, reading }: Tools) =>
  machineTranslationMachine.provide({
    actors: { languages: reading(readLanguages), translate: operation(translateMissing) },
  })

/** `/translate?machine=`: what is missing in a language, drafted by the service. */
export const MachinePage = () => {
  const page = usePage(logic)
  return (
    <MachineView
      page={page}
      url={page.url}
      rights={usePerson()}
      languages={useReading<Languages>(page.actor, "languages")}
    />
  )
}
