import { saysTheSame } from "#effects/commandKeys.ts"
import {
  deleteLinkParameter,
  moveLinkParameter,
  openLinkParameter,
  previewLink,
  readLinkParameters,
  saveLinkParameter,
} from "#effects/LinkParameters.ts"
import { readTemplate } from "#effects/Templates.ts"
import { linkParametersMachine, type LinkVerb } from "#machines/outreach/linkParameters.machine.ts"
import { LinkParameterDraft, type LinkPreview, type SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { validatorOf } from "#schemas/validate.ts"
import { LinkParametersView } from "#views/outreach/LinkParametersView.tsx"
import { command } from "../command.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"

const nameOf = ({ key }: { readonly key: string }): string => key
const saveWords = { success: "link.saved", failure: "link.notSaved" } as const

const logic = ({ operation, reading, form }: Tools) =>
  linkParametersMachine.provide({
    actors: {
      template: reading(readTemplate),
      parameters: reading(readLinkParameters),
      preview: reading(previewLink),
      form: form({
        validate: validatorOf(LinkParameterDraft),
        submit: saveLinkParameter,
        theirs: openLinkParameter,
        words: saveWords,
        nameOf,
      }),
      command: command<LinkVerb>({
        move: operation(moveLinkParameter, saveWords, nameOf, saysTheSame),
        delete: operation(deleteLinkParameter, { success: "link.deleted", failure: "link.notDeleted" }, nameOf),
      }),
    },
  })

/** `/sms?id=…&tab=link`: the parameters of a template's link. */
export const LinkParametersPage = () => {
  const page = usePage(logic)
  const { actor } = page
  return (
    <LinkParametersView
      page={page}
      rights={usePerson()}
      form={useForm(actor, "form")}
      template={useReading<Template>(actor, "template")}
      parameters={useReading<ReadonlyArray<SeenLinkParameter>>(actor, "parameters")}
      preview={useReading<LinkPreview>(actor, "preview")}
      command={useCommand(actor)}
    />
  )
}
