import { Button } from "@blueprintjs/core"
import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { DataTable, formatSort, parseSort, type Column } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { SearchFilter } from "#views/parts/Filter.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { TemplateConfirmations } from "./TemplateConfirmations.tsx"
import { TemplatePanel } from "./TemplatePanel.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"

type Props = {
  readonly page: Seen<TemplatesSnapshot, TemplatesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly templates: SeenReading<ReadonlyArray<Template>>
  readonly template: SeenReading<Template>
  readonly versions: SeenReading<TemplateVersions>
  readonly use: SeenReading<ReadonlyArray<TemplateUse>>
}

const useColumns = (): ReadonlyArray<Column<Template>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("templates.name"), cell: ({ name }) => name, sortBy: ({ name }) => name.toLowerCase() },
    {
      id: "state",
      header: words("templates.state"),
      cell: ({ state }) => <TemplateStateTag state={state} />,
      sortBy: ({ state }) => state,
    },
    {
      id: "purpose",
      header: words("templates.purpose"),
      cell: ({ purpose }) => words(`purpose.${purpose}`),
      sortBy: ({ purpose }) => purpose,
      hideBelow: 600,
    },
    {
      id: "version",
      header: words("templates.version"),
      cell: ({ version }) => numbers(version),
      sortBy: ({ version }) => version,
      align: "end",
      hideBelow: 600,
    },
    {
      id: "updated",
      header: words("templates.updated"),
      cell: ({ updatedOn }) => <Time at={updatedOn} />,
      sortBy: ({ updatedOn }) => updatedOn,
      hideBelow: 900,
    },
  ]
}

const Empty = ({ url, reason }: { readonly url: PageUrl; readonly reason: string | undefined }) => {
  const words = useWords()
  const search = url.search["search"] ?? ""
  return search === "" ? (
    <EmptyState
      title={words("templates.empty")}
      action={
        <Button
          intent="primary"
          text={words("templates.new")}
          disabled={reason !== undefined}
          onClick={() => url.go({ new: "", id: null, tab: null })}
        />
      }
    >
      <Word id="templates.empty.text" />
    </EmptyState>
  ) : (
    <EmptyState
      title={words("templates.none", { search })}
      action={<Button text={words("templates.clear")} onClick={() => url.change({ search: null })} />}
    >
      <Word id="templates.none.text" />
    </EmptyState>
  )
}

/** `/sms`: the templates of the company, and the chosen one beside the list (product.md §2c). */
export const TemplatesView = (props: Props) => {
  const { page, url, rights, templates, use } = props
  const words = useWords()
  const chosen = url.search["id"]
  const reason = missingRight(rights, "Template.CreateTemplateByCompanyId")
  return (
    <Page
      title={words("templates.title")}
      primary={{
        label: words("templates.new"),
        onPress: () => url.go({ new: "", id: null, tab: null }),
        disabledReason: reason,
      }}
      filters={<SearchFilter url={url} label={words("templates.search")} />}
      panel={chosen !== undefined && <TemplatePanel {...props} />}
    >
      <DataTable
        label={words("templates.list")}
        reading={templates}
        columns={useColumns()}
        rowId={({ templateId }) => String(templateId)}
        rowHref={({ templateId }) => url.href({ id: String(templateId) })}
        chosen={chosen}
        sort={parseSort(url.search["sort"])}
        onSort={(sort) => url.change({ sort: formatSort(sort) })}
        empty={<Empty url={url} reason={reason} />}
      />
      <TemplateConfirmations {...page} use={use} />
    </Page>
  )
}
