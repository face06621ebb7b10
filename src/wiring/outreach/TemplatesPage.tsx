import { deleteTemplate, publishTemplate, readTemplate, readTemplates } from "#effects/Templates.ts"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"
import { TemplatesView } from "#views/outreach/TemplatesView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { operation } from "../operation.ts"
import { usePerson } from "../person.ts"
import { listReading, reading } from "../reading.ts"
import { usePage, useReading } from "../usePage.ts"

type Named = { readonly templateId: number; readonly name: string }
const nameOf = ({ name }: Named): string => name

const logic = templatesMachine.provide({
  actors: {
    templates: listReading(readTemplates),
    template: reading(readTemplate),
    publish: operation(
      (one: Named, commandId: string) => publishTemplate(one, commandId),
      { success: "template.published", failure: "template.notPublished" },
      nameOf,
    ),
    remove: operation(
      (one: Named, commandId: string) => deleteTemplate(one, commandId),
      { success: "template.deleted", failure: "template.notDeleted" },
      nameOf,
    ),
  },
  actions: { closePanel: ({ context }) => leaveTo(addressOf("/sms", { ...context.search, id: null })) },
})

/** `/sms`: the list of templates. */
export const TemplatesPage = () => {
  const page = usePage(logic)
  return (
    <TemplatesView
      page={page}
      url={page.url}
      rights={usePerson()}
      templates={useReading<ReadonlyArray<Template>>(page.actor, "templates")}
      template={useReading<Template>(page.actor, "template")}
    />
  )
}
