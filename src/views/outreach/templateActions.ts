import {
  isTemplateOutdated,
  type TemplatesEvent,
  type TemplatesSnapshot,
} from "#machines/outreach/templates.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { lifecycleActions } from "./lifecycleActions.ts"

/** What may be done to a template now. */
export const actionsFor = (
  template: Template,
  rights: Rights,
  { snapshot, send }: Seen<TemplatesSnapshot, TemplatesEvent>,
  command: SeenCommand | undefined,
  url: PageUrl,
  words: (id: WordId) => string,
): ReadonlyArray<Action> => {
  const own = lifecycleActions(template, {
    ...{ noun: "template", saveCall: "Template.CreateTemplateByCompanyId", rights, command, url, words },
    isOutdated: isTemplateOutdated(snapshot, template),
    onPress: (verb) => send({ type: `${verb}.pressed`, template }),
  })
  return [
    own.publish,
    own.edit,
    own.use,
    {
      id: "translate",
      label: words("template.translate"),
      isSeldom: true,
      href: `/translate?id=${template.hashedId}`,
      reason: missingRight(rights, "Translate.GetTranslation"),
    },
    own.retire,
    own.delete,
  ]
}
