import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import {
  isTemplateOutdated,
  type TemplatesEvent,
  type TemplatesSnapshot,
} from "#machines/outreach/templates.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** What may be done to a template now, by its lifecycle and the person's rights; the rest says why not. */
export const actionsFor = (
  template: Template,
  rights: Rights,
  { snapshot, send }: Seen<TemplatesSnapshot, TemplatesEvent>,
  command: SeenCommand | undefined,
  url: PageUrl,
  words: (id: WordId) => string,
): ReadonlyArray<Action> => {
  const { hashedId, state } = template
  const allowed = templateTable.allowed(state)
  const retired = state === "retired" || state === "deleted"
  const publishable = allowed.includes("TemplatePublished")
  const waits = isSending(command) || isTemplateOutdated(snapshot, template)
  const usable = template.publishedVersion !== null && !retired
  return [
    {
      id: "publish",
      label: words("template.publish"),
      ...(publishable ? { intent: "primary" as const } : {}),
      busy: isSending(command, "publish"),
      waits,
      onPress: () => send({ type: "publish.pressed", template }),
      reason:
        missingRight(rights, "Template.PublishTemplate") ??
        (publishable ? undefined : words(retired ? "template.cannot.publish.retired" : "template.cannot.publish")),
    },
    {
      id: "edit",
      label: words("template.edit"),
      href: url.href({ edit: hashedId, id: null, tab: null }),
      reason:
        missingRight(rights, "Template.CreateTemplateByCompanyId") ??
        (allowed.includes("TemplateRevised") ? undefined : words("template.cannot.edit")),
    },
    {
      id: "use",
      label: words("template.use"),
      ...(usable && !publishable ? { intent: "primary" as const } : {}),
      href: `/campaign?new=&template=${hashedId}`,
      reason:
        missingRight(rights, "Campaign.CreateCampaign") ??
        (usable ? undefined : words(retired ? "template.cannot.use.retired" : "template.cannot.use")),
    },
    {
      id: "retire",
      label: words("template.retire"),
      intent: "danger",
      busy: isSending(command, "retire"),
      waits,
      onPress: () => send({ type: "retire.pressed", template }),
      reason:
        missingRight(rights, "Template.RetireTemplate") ??
        (allowed.includes("TemplateRetired")
          ? undefined
          : words(retired ? "template.cannot.retire.again" : "template.cannot.retire")),
    },
    {
      id: "delete",
      label: words("template.delete"),
      intent: "danger",
      busy: isSending(command, "delete"),
      waits,
      onPress: () => send({ type: "delete.pressed", template }),
      reason:
        missingRight(rights, "Template.DeleteTemplate") ??
        (allowed.includes("TemplateDeleted") ? undefined : words("template.cannot.delete")),
    },
  ]
}
