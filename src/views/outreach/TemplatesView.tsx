import type { ReactNode } from "react"
import { Link } from "wouter"
import type { TemplatesEvent, TemplatesSnapshot } from "#machines/outreach/templates.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { CompanySummary } from "#schemas/administration/company.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { templateList, type Template, type MessagePreview } from "#schemas/outreach/template.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { BulkBar, type SeenBulk } from "#views/parts/BulkBar.tsx"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import { selectionOf } from "#views/parts/RowSelection.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { useTemplateDeeds } from "./templateDeeds.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"
import { TemplateUses } from "./TemplateUses.tsx"
import { TemplateView } from "./TemplateView.tsx"

/** The templates of all companies under `/global`: its tabs, which companies there are, and which company the person works for. */
type Across = {
  readonly tabs: ReactNode
  readonly companies: SeenReading<ReadonlyArray<CompanySummary>>
  readonly working: { readonly companyId: CompanyId; readonly name: string }
}

type Props = {
  readonly across?: Across
  readonly page: Seen<TemplatesSnapshot, TemplatesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly templates: SeenReading<ReadonlyArray<Template>>
  readonly template: SeenReading<Template>
  readonly preview: SeenReading<MessagePreview>
  readonly versions: SeenReading<TemplateVersions>
  readonly use: SeenReading<ReadonlyArray<TemplateUse>>
  readonly bulk: SeenBulk
  readonly command: SeenCommand | undefined
  /** The choice of what new ones are for. */
  readonly purpose: ReactNode
  /** The tabs of a template that have a chart of their own. */
  readonly parts: Readonly<Record<"link" | "response" | "locations" | "replies", ReactNode>>
}

const useColumns = (): ReadonlyArray<Column<Template>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("templates.name"), cell: ({ name }) => name },
    {
      id: "state",
      header: words("templates.state"),
      cell: ({ state }) => <TemplateStateTag state={state} />,
    },
    {
      id: "purpose",
      header: words("templates.purpose"),
      cell: ({ purpose }) => words(`purpose.${purpose}`),
      hideBelow: 600,
    },
    {
      id: "version",
      header: words("templates.version"),
      cell: ({ version }) => numbers(version),
      align: "end",
      hideBelow: 600,
    },
    {
      id: "updated",
      header: words("templates.updated"),
      cell: ({ updatedOn }) => <Time at={updatedOn} />,
      align: "end",
      narrow: "end",
    },
  ]
}

/** The company whose templates are looked at, when it is not the one the person works for. */
const useOther = ({ across, url }: Props): CompanySummary | undefined => {
  const asked = url.search["company"]
  if (across === undefined || asked === undefined || asked === String(across.working.companyId)) return undefined
  return across.companies.snapshot.context.data?.find(({ companyId }) => String(companyId) === asked)
}

const CompanyFilter = ({ url, across }: { readonly url: PageUrl; readonly across: Across }) => {
  const words = useWords()
  const companies = across.companies.snapshot.context.data ?? []
  return (
    <ChoiceFilter
      url={url}
      name="company"
      label={words("templates.company")}
      all={across.working.name}
      options={companies
        .filter(({ companyId }) => companyId !== across.working.companyId)
        .map(({ companyId, name }) => ({ value: String(companyId), label: name }))}
    />
  )
}

const rowId = ({ hashedId }: Template): string => hashedId
const nameOf = ({ name }: Template): string => name

const TemplateList = (props: Props) => {
  const { url, rights, templates, across, bulk } = props
  const words = useWords()
  const other = useOther(props)
  const own = useTemplateDeeds(rights)
  // Those of another company can only be looked at.
  const deeds = other === undefined ? own : []
  const rows = templates.snapshot.context.data ?? []
  const total = totalOf(templates, url.search["state"])
  const columns = useColumns()
  const reason =
    missingRight(rights, "Template.CreateTemplateByCompanyId") ??
    (other === undefined ? undefined : words("templates.other", { name: other.name }))
  return (
    <Page
      title={words("templates.title")}
      primary={{
        label: words("templates.new"),
        onPress: () => url.go({ new: "", id: null, tab: null }),
        disabledReason: reason,
      }}
      actions={reason === undefined && props.purpose}
      views={
        <>
          {across?.tabs}
          <StateTabs
            url={url}
            reading={templates}
            label={words("templates.state")}
            states={templateList.states.map((state) => ({ value: state, label: words(`template.state.${state}`) }))}
          />
        </>
      }
      filters={
        <>
          {across !== undefined && <CompanyFilter url={url} across={across} />}
          <SearchFilter url={url} label={words("templates.search")} />
          <ListTools list="templates" columns={columns} />
        </>
      }
    >
      {other !== undefined && (
        <p className="notice">
          {words("templates.other", { name: other.name })}{" "}
          <Link href={`/global?id=${other.hashedId}`}>{words("templates.other.open", { name: other.name })}</Link>
        </p>
      )}
      <DataTable
        list="templates"
        total={total}
        label={words("templates.list")}
        reading={templates}
        columns={columns}
        rowId={rowId}
        selection={deeds.length === 0 ? undefined : selectionOf({ bulk, rows, rowId, nameOf })}
        {...(other === undefined ? { rowHref: ({ hashedId }: Template) => url.href({ id: hashedId }) } : {})}
        order={orderIn(url, templateList)}
        timed
        empty={
          <EmptyList
            url={url}
            noun="templates"
            clear="templates.all"
            canMake={reason === undefined}
            onNew={() => url.go({ new: "", id: null, tab: null })}
          />
        }
      />
      <BulkBar
        bulk={bulk}
        deeds={deeds}
        rowId={rowId}
        nameOf={nameOf}
        stateOf={({ state }) => words(`template.state.${state}`)}
        rows={rows}
        total={total}
      />
    </Page>
  )
}

/** `/sms`: the templates of the company, or the one that the address names (docs/policy.md#templates); under `/global` those of each company. */
export const TemplatesView = (props: Props) => {
  const { page, use, command } = props
  return (
    <>
      {page.snapshot.matches({ place: "template" }) ? <TemplateView {...props} /> : <TemplateList {...props} />}
      {/* No one agrees to what they have not read. */}
      <Confirmation command={command} unready={use.snapshot.context.data === null}>
        <TemplateUses use={use} />
      </Confirmation>
    </>
  )
}
