import {
  deleteTemplate,
  publishTemplate,
  readTemplate,
  readTemplates,
  readTemplateUse,
  readTemplateVersions,
  retireTemplate,
} from "#effects/Templates.ts"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { TemplatesView } from "#views/outreach/TemplatesView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { operation } from "../operation.ts"
import { usePerson } from "../person.ts"
import { listReading, reading } from "../reading.ts"
import { usePage, useReading } from "../usePage.ts"

const nameOf = ({ name }: Template): string => name

const logic = templatesMachine.provide({
  actors: {
    templates: listReading(readTemplates),
    template: reading(readTemplate),
    versions: reading(readTemplateVersions),
    use: reading(readTemplateUse),
    publish: operation(publishTemplate, { success: "template.published", failure: "template.notPublished" }, nameOf),
    retire: operation(retireTemplate, { success: "template.retired", failure: "template.notRetired" }, nameOf),
    remove: operation(deleteTemplate, { success: "template.deleted", failure: "template.notDeleted" }, nameOf),
  },
  actions: { closePanel: ({ context }) => leaveTo(addressOf("/sms", { ...context.search, id: null, tab: null })) },
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
      versions={useReading<TemplateVersions>(page.actor, "versions")}
      use={useReading<ReadonlyArray<TemplateUse>>(page.actor, "use")}
    />
  )
}
