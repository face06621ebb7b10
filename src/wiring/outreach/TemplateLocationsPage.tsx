import { openTemplateLocations, saveTemplateLocations } from "#effects/TemplateLocations.ts"
import { templateLocationsMachine } from "#machines/outreach/templateLocations.machine.ts"
import { idIn, type Search } from "#machines/session/page.ts"
import { LocationChoice } from "#schemas/outreach/locationMapping.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TemplateLocationsView } from "#views/outreach/TemplateLocationsView.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

const logic = ({ operation, form }: Tools) =>
  templateLocationsMachine.provide({
    actors: {
      open: operation((search: Search) => openTemplateLocations({ temphashedId: idIn(search) ?? "" })),
      form: form({
        validate: validatorOf(LocationChoice),
        submit: saveTemplateLocations,
        theirs: openTemplateLocations,
        words: { success: "mapping.saved", failure: "mapping.notSaved" },
      }),
    },
  })

/** `/sms?id=…&tab=locations`: which locations the links of a template's texts offer. */
export const TemplateLocationsPage = () => {
  const page = usePage(logic)
  return <TemplateLocationsView page={page} url={page.url} rights={usePerson()} form={useForm(page.actor, "form")} />
}
