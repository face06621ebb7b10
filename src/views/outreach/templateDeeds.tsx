import { Archive, Trash, Upload } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { BulkDeed } from "#views/parts/BulkBar.tsx"
import { useWords } from "#views/parts/Words.tsx"

const verbs = ["publish", "retire", "delete"] as const satisfies ReadonlyArray<TemplateVerb>

const icons: Record<TemplateVerb, ReactNode> = {
  publish: <Upload size={16} aria-hidden="true" />,
  retire: <Archive size={16} aria-hidden="true" />,
  delete: <Trash size={16} aria-hidden="true" />,
}

const calls = {
  publish: "Template.PublishTemplate",
  retire: "Template.RetireTemplate",
  delete: "Template.DeleteTemplate",
} as const

/** Several are deleted together only while they were never published: campaigns may use the others. */
const can: Record<TemplateVerb, (template: Template) => boolean> = {
  publish: ({ state }) => templateTable.allowed(state).includes("TemplatePublished"),
  retire: ({ state }) => templateTable.allowed(state).includes("TemplateRetired"),
  delete: ({ state }) => state === "draft",
}

/** What may be done to several templates at once, by the person's rights. */
export const useTemplateDeeds = (rights: Rights): ReadonlyArray<BulkDeed<Template>> => {
  const words = useWords()
  return verbs
    .filter((verb) => missingRight(rights, calls[verb]) === undefined)
    .map((verb) => ({
      verb,
      icon: icons[verb],
      can: can[verb],
      label: (count) => words(`templates.bulk.${verb}`, { count }),
      title: (count) => words(`templates.bulk.${verb}.title`, { count }),
      ...(verb === "delete" ? {} : { text: () => words(`templates.bulk.${verb}.text`) }),
      done: (count) => words(`templates.bulk.${verb}.done`, { count }),
      isDestructive: verb !== "publish",
    }))
}
