import { openTerm, readTerms, removeTerm, saveTerm } from "#effects/Glossary.ts"
import { readLanguages } from "#effects/Translations.ts"
import { glossaryMachine } from "#machines/language/glossary.machine.ts"
import { TermDraft, type SeenTerm } from "#schemas/language/glossary.ts"
import { glossaryWords } from "#schemas/language/glossaryWords.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GlossaryView } from "#views/language/GlossaryView.tsx"
import { command } from "../command.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"

addWords(glossaryWords)

const toasts = { success: "glossary.saved", failure: "glossary.notSaved" } as const
const nameOf = ({ words }: { readonly words: string }): string => words

const logic = ({ operation, reading, form }: Tools) =>
  glossaryMachine.provide({
    actors: {
      terms: reading(readTerms),
      languages: reading(readLanguages),
      form: form({ validate: validatorOf(TermDraft), submit: saveTerm, theirs: openTerm, words: toasts, nameOf }),
      command: command<"remove">({ remove: operation(removeTerm, toasts, nameOf) }),
    },
  })

/** `/translate?glossary=`: the names and words that translations keep. */
export const GlossaryPage = () => {
  const page = usePage(logic)
  const { actor } = page
  return (
    <GlossaryView
      page={page}
      url={page.url}
      rights={usePerson()}
      terms={useReading<ReadonlyArray<SeenTerm>>(actor, "terms")}
      languages={useReading<Languages>(actor, "languages")}
      form={useForm(actor, "form")}
      command={useCommand(actor)}
    />
  )
}
