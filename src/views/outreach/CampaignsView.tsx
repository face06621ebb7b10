import type { ReactNode } from "react"
import { Link } from "wouter"
import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { campaignList, isOngoing, type Campaign, type CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { answered, peopleIn } from "#schemas/outreach/progress.ts"
import type { Recipient } from "#schemas/outreach/recipient.ts"
import { guardRoute } from "#schemas/routes.ts"
import { noCampaign } from "#schemas/outreach/recipientFilter.ts"
import { purposes } from "#schemas/outreach/template.ts"
import { BulkBar, type SeenBulk } from "#views/parts/BulkBar.tsx"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import type { SeenExport } from "#views/parts/Exporting.tsx"
import { ChoiceFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import { selectionOf } from "#views/parts/RowSelection.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { CampaignView } from "./CampaignView.tsx"
import { useCampaignDeeds } from "./campaignDeeds.tsx"
import { CampaignShares } from "./CampaignShares.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { RescheduleDialog } from "./RescheduleDialog.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { LaunchEffects } from "./LaunchEffects.tsx"

type Props = {
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly campaigns: SeenReading<ReadonlyArray<Campaign>>
  readonly campaign: SeenReading<CampaignDetail>
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
  /** The conversation or the recording that the address names; null for none. */
  readonly look: ReactNode
  /** The file of a campaign's people, while it is made. */
  readonly file: SeenExport | undefined
  readonly bulk: SeenBulk
  readonly command: SeenCommand | undefined
  /** The choice of what new ones are for. */
  readonly purpose: ReactNode
  /** The form in which a scheduled campaign gets another start, while it is open. */
  readonly form: SeenForm | undefined
}

const Progress = ({ campaign }: { readonly campaign: Campaign }) => {
  const words = useWords()
  const counted = Object.values(campaign.counts).some((people) => people > 0)
  return counted ? (
    <CampaignShares type={campaign.campaignType} counts={campaign.counts} total={campaign.total} quiet />
  ) : (
    <span className="muted">
      {words(campaign.launchedOn === null || isOngoing(campaign) ? "progress.nobody" : "progress.starting")}
    </span>
  )
}

const Launched = ({ campaign }: { readonly campaign: Campaign }) => {
  const words = useWords()
  if (campaign.launchedOn !== null) return <Time at={campaign.launchedOn} />
  return campaign.startAt === null ? (
    <span className="muted">{words("campaigns.notLaunched")}</span>
  ) : (
    <Word id="campaigns.startsOn" values={{ time: <Time at={campaign.startAt} inSentence /> }} />
  )
}

const useColumns = (): ReadonlyArray<Column<Campaign>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("campaigns.name"), cell: ({ name }) => name },
    {
      id: "state",
      header: words("campaigns.state"),
      cell: ({ state }) => <CampaignStateTag state={state} />,
    },
    {
      id: "progress",
      header: words("campaigns.progress"),
      cell: (campaign) => <Progress campaign={campaign} />,
      narrow: "aside",
    },
    {
      id: "people",
      header: words("campaigns.people"),
      cell: ({ total, launchedOn }) => (launchedOn === null && total === 0 ? "" : numbers(total)),
      align: "end",
      unit: words("campaigns.unit"),
    },
    {
      id: "replied",
      header: words("campaign.funnel.replied"),
      cell: ({ counts, launchedOn }) => (launchedOn === null ? "" : numbers(peopleIn(counts, answered))),
      align: "end",
      hideBelow: 1200,
    },
    {
      id: "optedOut",
      header: words("campaign.funnel.optedOut"),
      cell: ({ counts, launchedOn }) => (launchedOn === null ? "" : numbers(peopleIn(counts, ["optedOut"]))),
      align: "end",
      hideBelow: 1200,
    },
    {
      id: "purpose",
      header: words("campaigns.purpose"),
      cell: ({ purpose }) => words(`purpose.${purpose}`),
      hideBelow: 1200,
    },
    {
      id: "launched",
      header: words("campaigns.launchedOn"),
      cell: (campaign) => <Launched campaign={campaign} />,
      align: "end",
      narrow: "end",
    },
  ]
}

const rowId = ({ campaignHashedId }: Campaign): string => campaignHashedId
const nameOf = ({ name }: Campaign): string => name

const CampaignList = ({ url, rights, campaigns, purpose, bulk }: Props) => {
  const words = useWords()
  const deeds = useCampaignDeeds(rights)
  const rows = campaigns.snapshot.context.data ?? []
  const total = totalOf(campaigns, url.search["state"])
  const columns = useColumns()
  const reason = missingRight(rights, "Campaign.CreateCampaign")
  return (
    <Page
      title={words("campaigns.title")}
      primary={{
        label: words("campaigns.new"),
        onPress: () => url.go({ new: "", ...noCampaign }),
        disabledReason: reason,
      }}
      actions={
        <>
          {guardRoute("/multi", rights) === "show" && <Link href="/multi">{words("multi.title")}</Link>}
          {reason === undefined && purpose}
        </>
      }
      views={
        <StateTabs
          url={url}
          reading={campaigns}
          label={words("campaigns.state")}
          states={campaignList.states.map((state) => ({ value: state, label: words(`campaign.state.${state}`) }))}
        />
      }
      filters={
        <>
          <SearchFilter url={url} label={words("campaigns.search")} />
          <ChoiceFilter
            url={url}
            name="purpose"
            label={words("campaigns.purpose")}
            all={words("part.any")}
            options={purposes.map((value) => ({ value, label: words(`purpose.${value}`) }))}
          />
          <ListTools list="campaigns" columns={columns} />
        </>
      }
    >
      <DataTable
        list="campaigns"
        total={total}
        label={words("campaigns.list")}
        reading={campaigns}
        columns={columns}
        rowId={rowId}
        selection={deeds.length === 0 ? undefined : selectionOf({ bulk, rows, rowId, nameOf })}
        rowHref={({ campaignHashedId }) => url.href({ ...noCampaign, id: campaignHashedId })}
        order={orderIn(url, campaignList)}
        timed
        empty={
          <EmptyList
            url={url}
            noun="campaigns"
            clear="campaigns.all"
            further={["purpose"]}
            canMake={reason === undefined}
            onNew={() => url.go({ new: "", ...noCampaign })}
          />
        }
      />
      <BulkBar
        bulk={bulk}
        deeds={deeds}
        rowId={rowId}
        nameOf={nameOf}
        stateOf={({ state }) => words(`campaign.state.${state}`)}
        rows={rows}
        total={total}
      />
    </Page>
  )
}

/** `/campaign`: the campaigns with live counts, or the one that the address names (docs/policy.md#campaigns). */
export const CampaignsView = (props: Props) => {
  const { page, command, form } = props
  const { subject, count } = command?.snapshot.context ?? {}
  return (
    <>
      {page.snapshot.matches({ place: "campaign" }) ? <CampaignView {...props} /> : <CampaignList {...props} />}
      <Confirmation command={command}>
        {count && <LaunchEffects subject={subject as Campaign} check={count.details as CampaignCheck} />}
      </Confirmation>
      <RescheduleDialog form={form} />
    </>
  )
}
