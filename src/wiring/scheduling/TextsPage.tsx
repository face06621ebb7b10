import "#views/scheduling/texts.css"
import { draftOfTexts, openTexts, readTheirTexts, saveTexts } from "#effects/AppointmentTexts.ts"
import { appointmentTextsMachine } from "#machines/scheduling/appointmentTexts.machine.ts"
import { AppointmentTextsDraft, type TextsValues } from "#schemas/scheduling/appointmentText.ts"
import { textWords } from "#schemas/scheduling/textWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TextsView } from "#views/scheduling/TextsView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

addWords(textWords)

const validate = validatorOf(AppointmentTextsDraft)

const logic = ({ operation, form }: Tools) =>
  appointmentTextsMachine.provide({
    actors: {
      open: operation(openTexts),
      form: form({
        validate: (values: TextsValues) => validate(draftOfTexts(values)),
        submit: saveTexts,
        theirs: readTheirTexts,
        words: { success: "texts.saved", failure: "texts.notSaved" },
      }),
    },
  })

/** `/appointment?view=texts`: the texts about appointments. */
export const TextsPage = () => {
  const page = usePage(logic)
  return <TextsView page={page} url={page.url} person={usePerson()} form={useForm(page.actor, "form")} />
}
