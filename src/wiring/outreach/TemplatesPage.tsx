import type { ReactNode } from "react"
import { readCompanies } from "#effects/Companies.ts"
import {
  deleteTemplate,
  previewTemplate,
  publishTemplate,
  readTemplate,
  readTemplates,
  readTemplateUse,
  readTemplateVersions,
  retireTemplate,
} from "#effects/Templates.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import type { CompanySummary } from "#schemas/administration/company.ts"
import type { MessagePreview, Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { workingCompany } from "#schemas/session/outcome.ts"
import { TemplatesView } from "#views/outreach/TemplatesView.tsx"
import { bulk } from "../bulk.ts"
import { command, isOpen } from "../command.ts"
import { currentPathWith, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useBulk, useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { LinkParametersPage } from "./LinkParametersPage.tsx"
import { ReplyRulesPart } from "./ReplyRulesPart.tsx"
import { ResponseFilePart } from "./ResponseFilePart.tsx"
import { TemplateLocationsPage } from "./TemplateLocationsPage.tsx"
import { PurposePart } from "./PurposePart.tsx"

const nameOf = ({ name }: Template): string => name

const logic = ({ operation, reading, listReading }: Tools) =>
  templatesMachine.provide({
    actors: {
      templates: listReading(readTemplates),
      template: reading(readTemplate),
      preview: reading(previewTemplate),
      versions: reading(readTemplateVersions),
      use: reading(readTemplateUse),
      companies: listReading((_: object, page) => readCompanies({}, page)),
      bulk: bulk(operation, readTemplates, {
        publish: operation(publishTemplate),
        retire: operation(retireTemplate),
        delete: operation(deleteTemplate),
      }),
      command: command<TemplateVerb>({
        publish: operation(
          publishTemplate,
          { success: "template.published", failure: "template.notPublished" },
          nameOf,
        ),
        retire: operation(retireTemplate, { success: "template.retired", failure: "template.notRetired" }, nameOf),
        delete: operation(deleteTemplate, { success: "template.deleted", failure: "template.notDeleted" }, nameOf),
      }),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, (subject: Template) => subject.hashedId))
          leaveTo(currentPathWith({ ...context.search, id: null, tab: null }))
      },
    },
  })

/** `/sms`: the list of templates, or one of them; under `/global` that of each company. */
export const TemplatesPage = ({ tabs }: { readonly tabs?: ReactNode }) => {
  const page = usePage(logic)
  const person = usePerson()
  const companies = useReading<ReadonlyArray<CompanySummary>>(page.actor, "companies")
  const template = useReading<Template>(page.actor, "template")
  const id = page.url.search["id"]
  useThingTitle(template.snapshot.context.data?.name)
  return (
    <TemplatesView
      page={page}
      purpose={<PurposePart />}
      url={page.url}
      rights={person}
      {...(tabs === undefined ? {} : { across: { tabs, companies, working: workingCompany(person) } })}
      templates={useReading<ReadonlyArray<Template>>(page.actor, "templates")}
      template={template}
      preview={useReading<MessagePreview>(page.actor, "preview")}
      versions={useReading<TemplateVersions>(page.actor, "versions")}
      use={useReading<ReadonlyArray<TemplateUse>>(page.actor, "use")}
      bulk={useBulk(page.actor)}
      command={useCommand(page.actor)}
      parts={{
        link: <LinkParametersPage key={id} />,
        response: <ResponseFilePart key={id} />,
        locations: <TemplateLocationsPage key={id} />,
        replies: <ReplyRulesPart key={id} />,
      }}
    />
  )
}
