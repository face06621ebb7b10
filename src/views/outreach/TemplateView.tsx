import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { MessagePreview, Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import type { ReactNode } from "react"
import type { Action } from "#views/parts/Actions.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { actionsFor } from "./templateActions.ts"
import { withoutPrimary } from "./lifecycleActions.ts"
import { RefusedCommand } from "./RefusedCommand.tsx"
import { TemplateFacts } from "./TemplateFacts.tsx"
import { TemplateHistory } from "./TemplateHistory.tsx"
import { TemplateMessage } from "./TemplateMessage.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"
import { TemplateUseTable } from "./TemplateUses.tsx"

type Props = {
  readonly page: Seen<TemplatesSnapshot, TemplatesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly template: SeenReading<Template>
  /** The text on real people, while it is looked at. */
  readonly preview: SeenReading<MessagePreview>
  readonly versions: SeenReading<TemplateVersions>
  readonly use: SeenReading<ReadonlyArray<TemplateUse>>
  readonly command: SeenCommand | undefined
  /** The tabs that have a chart of their own. */
  readonly parts: Readonly<Record<"link" | "response" | "locations" | "replies", ReactNode>>
}

const partIds = ["message", "link", "replies", "response", "locations", "versions", "used"] as const
type PartId = (typeof partIds)[number]

const partOf = ({ tab }: PageUrl["search"]): PartId => partIds.find((id) => id === tab) ?? "message"

const TemplateTabs = ({ url, shown, use }: Pick<Props, "url" | "use"> & { readonly shown: Template }) => {
  const words = useWords()
  const uses = use.snapshot.context.data
  const counts: Partial<Record<PartId, number>> = {
    link: shown.linkParameters,
    versions: shown.version,
    ...(uses === null ? {} : { used: uses.reduce((sum, { campaigns }) => sum + campaigns, 0) }),
  }
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("template.tabs")}
      tabs={partIds.map((id) => {
        const count = counts[id]
        return { id, label: words(`template.tab.${id}`), ...(count === undefined ? {} : { count }) }
      })}
    />
  )
}

const Part = ({ url, rights, preview, versions, use, parts, shown }: Props & { readonly shown: Template }) => {
  switch (partOf(url.search)) {
    case "message":
      return <TemplateMessage shown={shown} preview={preview} />
    case "link":
      return parts.link
    case "response":
      return parts.response
    case "replies":
      return parts.replies
    case "locations":
      return parts.locations
    case "versions":
      return <TemplateHistory versions={versions} />
    case "used":
      return <TemplateUseTable use={use} rights={rights} />
  }
}

/** Where a tab has its own main button, those of the template are plain. */
const headActions = (actions: ReadonlyArray<Action>, part: PartId): ReadonlyArray<Action> =>
  part === "message" || part === "versions" || part === "used" ? actions : withoutPrimary(actions)

/** `/sms?id=`: one template alone: its parts by tab, and what may be done to it. */
export const TemplateView = (props: Props) => {
  const { page, url, rights, template, use, command } = props
  const words = useWords()
  return (
    <Thing
      id="template"
      of={template}
      list={{ label: words("templates.title"), href: url.href({ id: null, tab: null }) }}
      nameOf={({ name }) => name}
      headOf={(shown) => ({
        badge: <TemplateStateTag state={shown.state} />,
        facts: <TemplateFacts shown={shown} />,
        actions: headActions(actionsFor(shown, rights, page, command, url, words), partOf(url.search)),
        tabs: <TemplateTabs url={url} shown={shown} use={use} />,
        refused: (
          <RefusedCommand
            noun="template"
            last={props.page.snapshot.context.last}
            hashedId={shown.hashedId}
            url={props.url}
          />
        ),
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
