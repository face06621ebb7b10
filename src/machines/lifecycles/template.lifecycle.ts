import { setup } from "xstate"
import type { TemplateEvent } from "#schemas/outreach/events.ts"
import type { TemplateState } from "#schemas/outreach/template.ts"
import { compileLifecycle, type LifecycleTable } from "./table.ts"

/**
 * The life of a message template. Event types are the `_tag`s of stored events
 * (docs/architecture.md#lifecycles). A published version and the next draft coexist as `revised`.
 */
export const templateLifecycle = setup({
  types: { events: {} as { type: TemplateEvent["_tag"] } },
}).createMachine({
  id: "template",
  initial: "reserved",
  states: {
    reserved: {
      description: "The id is reserved; nothing is saved yet.",
      on: { TemplateDrafted: "draft" },
    },
    draft: {
      description: "Written but never published; campaigns cannot use it.",
      on: {
        TemplateRevised: "draft",
        TemplateLinkParametersChanged: "draft",
        TemplateLocationsMapped: "draft",
        TemplateTranslationsChanged: "draft",
        TemplateReplyRulesChanged: "draft",
        TemplateTestKept: "draft",
        TemplateTestRemoved: "draft",
        TemplatePublished: "published",
        TemplateDeleted: "deleted",
      },
    },
    published: {
      description: "The newest version is published and campaigns use it.",
      on: {
        TemplateRevised: "revised",
        TemplateLinkParametersChanged: "revised",
        TemplateLocationsMapped: "published",
        TemplateTranslationsChanged: "revised",
        TemplateReplyRulesChanged: "revised",
        TemplateTestKept: "published",
        TemplateTestRemoved: "published",
        TemplateRetired: "retired",
        TemplateDeleted: "deleted",
      },
    },
    revised: {
      description: "A next draft waits next to the published version.",
      on: {
        TemplateRevised: "revised",
        TemplateLinkParametersChanged: "revised",
        TemplateLocationsMapped: "revised",
        TemplateTranslationsChanged: "revised",
        TemplateReplyRulesChanged: "revised",
        TemplateTestKept: "revised",
        TemplateTestRemoved: "revised",
        TemplatePublished: "published",
        TemplateRetired: "retired",
        TemplateDeleted: "deleted",
      },
    },
    retired: {
      description: "No new campaign can use it; old ones keep it.",
      on: { TemplateDeleted: "deleted" },
    },
    deleted: {
      description: "Deleted; finished campaigns still show its text.",
    },
  },
})

/** The same as a table, for folds on the server and buttons in views. */
export const templateTable: LifecycleTable<TemplateState | "reserved", TemplateEvent["_tag"]> =
  compileLifecycle(templateLifecycle)
