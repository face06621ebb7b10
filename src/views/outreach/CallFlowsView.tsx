import type { ReactNode } from "react"
import type { CallFlowsEvent, CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Ivr, IvrSummary, IvrVersions } from "#schemas/outreach/ivr.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { templateList } from "#schemas/outreach/template.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import { SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { CallFlowView } from "./CallFlowView.tsx"
import { TemplateStateTag } from "./TemplateStateTag.tsx"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly flows: SeenReading<ReadonlyArray<IvrSummary>>
  readonly flow: SeenReading<Ivr>
  readonly versions: SeenReading<IvrVersions>
  readonly numbers: SeenReading<ReadonlyArray<Sender>>
  readonly command: SeenCommand | undefined
  /** The choice of what new ones are for. */
  readonly purpose: ReactNode
  /** The response file of the chosen call flow. */
  readonly response: ReactNode
  /** The trial of the call flow that is shown. */
  readonly trial: (shown: Ivr) => ReactNode
}

const useColumns = (): ReadonlyArray<Column<IvrSummary>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("templates.name"), cell: ({ name }) => name },
    { id: "state", header: words("templates.state"), cell: ({ state }) => <TemplateStateTag state={state} /> },
    {
      id: "purpose",
      header: words("templates.purpose"),
      cell: ({ purpose }) => words(`purpose.${purpose}`),
      hideBelow: 600,
    },
    {
      id: "steps",
      header: words("callFlows.steps"),
      cell: ({ steps }) => numbers(steps),
      align: "end",
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

const rowId = ({ hashedId }: IvrSummary): string => hashedId

const CallFlowList = ({ url, rights, flows, purpose }: Props) => {
  const words = useWords()
  const columns = useColumns()
  const reason = missingRight(rights, "Outreach.SaveIvr")
  const onNew = () => url.go({ new: "", id: null, tab: null })
  return (
    <Page
      title={words("callFlows.title")}
      primary={{ label: words("callFlows.new"), onPress: onNew, disabledReason: reason }}
      actions={reason === undefined && purpose}
      views={
        <StateTabs
          url={url}
          reading={flows}
          label={words("templates.state")}
          states={templateList.states.map((state) => ({ value: state, label: words(`template.state.${state}`) }))}
        />
      }
      filters={
        <>
          <SearchFilter url={url} label={words("callFlows.search")} />
          <ListTools list="callFlows" columns={columns} />
        </>
      }
    >
      <DataTable
        list="callFlows"
        total={totalOf(flows, url.search["state"])}
        label={words("callFlows.list")}
        reading={flows}
        columns={columns}
        rowId={rowId}
        rowHref={({ hashedId }) => url.href({ id: hashedId })}
        order={orderIn(url, templateList)}
        timed
        empty={
          <EmptyList url={url} noun="callFlows" clear="callFlows.all" canMake={reason === undefined} onNew={onNew} />
        }
      />
    </Page>
  )
}

/** `/ivr`: the call flows of the company, or the one that the address names (docs/policy.md#call-flows). */
export const CallFlowsView = (props: Props) => (
  <>
    {props.page.snapshot.matches({ place: "flow" }) ? <CallFlowView {...props} /> : <CallFlowList {...props} />}
    <Confirmation command={props.command} />
  </>
)
