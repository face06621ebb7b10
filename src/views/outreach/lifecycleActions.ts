import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import type { TemplateVerb } from "#machines/outreach/templateQuestions.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"

/** What a template or a call flow is, for what may be done to it. */
type Kept = Pick<Template, "hashedId" | "state" | "publishedVersion">

type Given = {
  readonly noun: "template" | "callFlow"
  readonly saveCall: "Template.CreateTemplateByCompanyId" | "Outreach.SaveIvr"
  readonly rights: Rights
  readonly command: SeenCommand | undefined
  /** Whether it is shown as it was before the person's own last action. */
  readonly isOutdated: boolean
  readonly url: PageUrl
  readonly words: (id: WordId) => string
  readonly onPress: (verb: TemplateVerb) => void
}

/** Actions where something next to them has the page's main button. */
export const withoutPrimary = (actions: ReadonlyArray<Action>): ReadonlyArray<Action> =>
  actions.map(({ intent, ...action }) => (intent === "danger" ? { ...action, intent } : action))

/** What the lifecycle of templates and call flows allows now, by the person's rights; the rest says why not. */
export const lifecycleActions = (
  { hashedId, state, publishedVersion }: Kept,
  { noun, saveCall, rights, command, isOutdated, url, words, onPress }: Given,
): Record<TemplateVerb | "edit" | "use", Action> => {
  const allowed = templateTable.allowed(state)
  const retired = state === "retired" || state === "deleted"
  const publishable = allowed.includes("TemplatePublished")
  const usable = publishedVersion !== null && !retired
  const waits = isSending(command) || isOutdated
  return {
    publish: {
      id: "publish",
      label: words("template.publish"),
      ...(publishable ? { intent: "primary" as const } : {}),
      busy: isSending(command, "publish"),
      waits,
      onPress: () => onPress("publish"),
      reason:
        missingRight(rights, "Template.PublishTemplate") ??
        (publishable ? undefined : words(retired ? `${noun}.cannot.publish.retired` : `${noun}.cannot.publish`)),
    },
    edit: {
      id: "edit",
      label: words("template.edit"),
      href: url.href({ edit: hashedId, id: null, tab: null }),
      reason:
        missingRight(rights, saveCall) ??
        (allowed.includes("TemplateRevised") ? undefined : words(`${noun}.cannot.edit`)),
    },
    use: {
      id: "use",
      label: words("template.use"),
      ...(usable && !publishable ? { intent: "primary" as const } : {}),
      href: `/campaign?new=&template=${hashedId}`,
      reason:
        missingRight(rights, "Campaign.CreateCampaign") ??
        (usable ? undefined : words(retired ? `${noun}.cannot.use.retired` : `${noun}.cannot.use`)),
    },
    retire: {
      id: "retire",
      label: words("template.retire"),
      intent: "danger",
      busy: isSending(command, "retire"),
      waits,
      onPress: () => onPress("retire"),
      reason:
        missingRight(rights, "Template.RetireTemplate") ??
        (allowed.includes("TemplateRetired")
          ? undefined
          : words(retired ? `${noun}.cannot.retire.again` : `${noun}.cannot.retire`)),
    },
    delete: {
      id: "delete",
      label: words("template.delete"),
      intent: "danger",
      busy: isSending(command, "delete"),
      waits,
      onPress: () => onPress("delete"),
      reason:
        missingRight(rights, "Template.DeleteTemplate") ??
        (allowed.includes("TemplateDeleted") ? undefined : words(`${noun}.cannot.delete`)),
    },
  }
}
