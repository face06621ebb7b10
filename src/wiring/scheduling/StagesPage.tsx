import "#views/outreach/outreach.css"
import { openStages, saveStages } from "#effects/Stages.ts"
import { stagesMachine } from "#machines/scheduling/stages.machine.ts"
import { SaveStages } from "#schemas/scheduling/stage.ts"
import { validatorOf } from "#schemas/validate.ts"
import { StagesView } from "#views/scheduling/StagesView.tsx"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

const logic = ({ operation, form }: Tools) =>
  stagesMachine.provide({
    actors: {
      open: operation(openStages),
      form: form({
        validate: validatorOf(SaveStages),
        submit: saveStages,
        theirs: openStages,
        words: { success: "stages.saved", failure: "stages.notSaved" },
      }),
    },
  })

/** `/scheduler?view=stages`: the stages of visits. */
export const StagesPage = () => {
  const page = usePage(logic)
  return <StagesView page={page} url={page.url} form={useForm(page.actor, "form")} />
}
