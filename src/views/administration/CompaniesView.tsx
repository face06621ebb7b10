import type { ReactNode } from "react"
import type { CompaniesEvent, CompaniesSnapshot } from "#machines/administration/companies.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { companyList, type Company, type CompanySummary } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Day } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { CompanyStateTag } from "./CompanyStateTag.tsx"
import { CompanyView } from "./CompanyView.tsx"
import { GlobalTabs } from "./GlobalTabs.tsx"

type Props = {
  readonly page: Seen<CompaniesSnapshot, CompaniesEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly companies: SeenReading<ReadonlyArray<CompanySummary>>
  readonly company: SeenReading<Company>
  readonly history: SeenReading<ReadonlyArray<ActivityEntry>>
  readonly use: SeenReading<CompanyUse>
  readonly command: SeenCommand | undefined
  /** The card of the company that is open. */
  readonly card: ReactNode
}

const useColumns = (): ReadonlyArray<Column<CompanySummary>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    {
      id: "name",
      header: words("companies.name"),
      cell: ({ name }) => name,
    },
    {
      id: "code",
      header: words("companies.code"),
      cell: ({ code }) => code,
      hideBelow: 900,
    },
    { id: "state", header: words("companies.state"), cell: ({ state }) => <CompanyStateTag state={state} /> },
    {
      id: "contractEnd",
      header: words("companies.contractEnd"),
      cell: ({ contractEnd }) => (contractEnd === null ? words("companies.endless") : <Day on={contractEnd} />),
      narrow: "end",
    },
    {
      id: "people",
      header: words("companies.people"),
      cell: ({ people }) => numbers(people),
      align: "end",
      narrow: "aside",
    },
  ]
}

const CompanyList = ({ url, companies }: Props) => {
  const words = useWords()
  const columns = useColumns()
  return (
    <Page
      title={words("global.title")}
      lead={words("global.lead")}
      primary={{ label: words("companies.new"), onPress: () => url.go({ new: "", id: null }) }}
      views={<GlobalTabs url={url} />}
      filters={
        <>
          <SearchFilter url={url} label={words("companies.search")} />
          <ChoiceFilter
            url={url}
            name="state"
            label={words("companies.state")}
            all={words("part.allStates")}
            options={companyList.states.map((state) => ({ value: state, label: words(`company.state.${state}`) }))}
          />
          <ListTools list="companies" columns={columns} />
        </>
      }
    >
      <DataTable
        label={words("companies.list")}
        reading={companies}
        list="companies"
        columns={columns}
        rowId={({ hashedId }) => hashedId}
        rowHref={({ hashedId }) => url.href({ id: hashedId })}
        order={orderIn(url, companyList)}
        empty={
          <EmptyList url={url} noun="companies" clear="companies.clear" onNew={() => url.go({ new: "", id: null })} />
        }
      />
    </Page>
  )
}

/** `/global`: the client companies, or the one that the address names (docs/policy.md#companies). */
export const CompaniesView = (props: Props) => (
  <>
    {props.page.snapshot.matches({ place: "company" }) ? <CompanyView {...props} /> : <CompanyList {...props} />}
    <Confirmation command={props.command} />
  </>
)
