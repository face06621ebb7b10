import type { ReactNode } from "react"
import { Link } from "wouter"
import type { MultiCampaignsEvent, MultiCampaignsSnapshot } from "#machines/outreach/multiCampaigns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import { guardRoute } from "#schemas/routes.ts"
import {
  multiCampaignList,
  type Journey,
  type LadderProgress,
  type MultiCampaign,
  type MultiCampaignDetail,
} from "#schemas/outreach/multiCampaign.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import { SearchFilter } from "#views/parts/Filter.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { CampaignStateTag } from "./CampaignStateTag.tsx"
import { ChannelIcon } from "./ChannelIcon.tsx"
import { CheckedSteps } from "./LadderCheck.tsx"
import { noLadder } from "./multiCampaignActions.ts"
import { MultiCampaignView } from "./MultiCampaignView.tsx"

type Props = {
  readonly page: Seen<MultiCampaignsSnapshot, MultiCampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly list: SeenReading<ReadonlyArray<MultiCampaign>>
  readonly thing: SeenReading<MultiCampaignDetail>
  readonly counts: SeenReading<LadderProgress>
  readonly journeys: SeenReading<ReadonlyArray<Journey>>
  /** Its ladder, drawn as a chart. */
  readonly picture: ReactNode
  /** The choice of what new ones are for. */
  readonly purpose: ReactNode
  readonly check: SeenReading<LadderCheck>
  readonly command: SeenCommand | undefined
}

/** The steps in one line, each with how many people are at it. */
const Steps = ({ multiCampaign: { counts, launchedOn, draft } }: { readonly multiCampaign: MultiCampaign }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <span className="ladder-line">
      {draft.steps.map(({ stepId, channel }, place) => {
        const people = counts.at.find((one) => one.stepId === stepId)?.people ?? 0
        const name = words(`multi.channel.${channel}`)
        return (
          <span
            key={stepId}
            className="ladder-chip"
            title={words("multi.step.people", { number: place + 1, name, people })}
          >
            <ChannelIcon channel={channel} />
            <span aria-hidden="true">{launchedOn === null ? "" : numbers(people)}</span>
            <span className="visually-hidden">{words("multi.step.people", { number: place + 1, name, people })}</span>
          </span>
        )
      })}
    </span>
  )
}

const useColumns = (): ReadonlyArray<Column<MultiCampaign>> => {
  const words = useWords()
  const numbers = useNumbers()
  const endedOf = ({ ended }: MultiCampaign["counts"]): number => ended.reduce((sum, { people }) => sum + people, 0)
  return [
    { id: "name", header: words("campaigns.name"), cell: ({ draft }) => draft.name },
    {
      id: "state",
      header: words("campaigns.state"),
      narrow: "aside",
      cell: ({ state }) => <CampaignStateTag state={state} />,
    },
    {
      id: "steps",
      header: words("multi.column.steps"),
      cell: (multiCampaign) => <Steps multiCampaign={multiCampaign} />,
    },
    { id: "list", header: words("multi.list"), hideBelow: 1200, cell: ({ listName }) => listName },
    {
      id: "people",
      header: words("campaigns.people"),
      align: "end",
      unit: words("multi.people"),
      cell: ({ counts, launchedOn }) => (launchedOn === null ? "" : numbers(counts.people)),
    },
    {
      id: "ended",
      header: words("multi.column.ended"),
      align: "end",
      hideBelow: 900,
      cell: ({ counts, launchedOn }) => (launchedOn === null ? "" : numbers(endedOf(counts))),
    },
    {
      id: "launched",
      header: words("multi.column.launched"),
      align: "end",
      narrow: "end",
      cell: ({ launchedOn, draft: { startAt }, state }) => {
        if (launchedOn !== null) return <Time at={launchedOn} />
        if (startAt === null || state !== "scheduled") return ""
        return <Word id="multi.starts" values={{ time: <Time at={startAt} inSentence /> }} />
      },
    },
  ]
}

const List = ({ url, rights, list, purpose }: Props) => {
  const words = useWords()
  const columns = useColumns()
  const reason = missingRight(rights, "MultiCampaign.SaveMultiCampaign")
  const onNew = (): void => url.go({ ...noLadder, new: "" })
  return (
    <Page
      title={words("multi.title")}
      primary={{ label: words("multi.new"), onPress: onNew, disabledReason: reason }}
      actions={
        <>
          {guardRoute("/campaign", rights) === "show" && <Link href="/campaign">{words("campaigns.title")}</Link>}
          {reason === undefined && purpose}
        </>
      }
      views={
        <StateTabs
          url={url}
          reading={list}
          label={words("campaigns.state")}
          states={multiCampaignList.states.map((state) => ({ value: state, label: words(`campaign.state.${state}`) }))}
        />
      }
      filters={<SearchFilter url={url} label={words("multi.search")} />}
    >
      <DataTable
        total={totalOf(list, url.search["state"])}
        label={words("multi.title")}
        reading={list}
        columns={columns}
        rowId={({ hashedId }) => hashedId}
        rowHref={({ hashedId }) => url.href({ ...noLadder, id: hashedId })}
        order={orderIn(url, multiCampaignList)}
        timed
        empty={<EmptyList url={url} noun="multi" clear="multi.all" canMake={reason === undefined} onNew={onNew} />}
      />
    </Page>
  )
}

/** What a launch does, by the check made for it: how many people go through it from when on, and who could get which step. */
const LaunchText = (props: Pick<MultiCampaignDetail, "draft" | "state"> & { readonly check: LadderCheck }) => {
  const { draft, state, check } = props
  const words = useWords()
  return (
    <>
      <p>{words("multi.launch.text", { people: check.people, reached: check.reached, name: draft.name })}</p>
      {check.needsConfirmation && state === "draft" && (
        <Notice intent="warning">{words("multi.launch.confirmation")}</Notice>
      )}
      {draft.startAt !== null && (
        <p>
          <Word id="multi.launch.scheduled" values={{ time: <Time at={draft.startAt} inSentence /> }} />
        </p>
      )}
      <CheckedSteps check={check} steps={draft.steps} />
      {check.people > 0 && <p className="muted">{words("multi.launch.undo")}</p>}
    </>
  )
}

/** `/multi`: the multi-campaigns with live counts, or the one that the address names (docs/policy.md#multi-campaigns). */
export const MultiCampaignsView = (props: Props) => {
  const { page, command } = props
  const { subject, count } = command?.snapshot.context ?? {}
  return (
    <>
      {page.snapshot.matches({ place: "thing" }) ? <MultiCampaignView {...props} /> : <List {...props} />}
      <Confirmation command={command}>
        {count && <LaunchText {...(subject as MultiCampaignDetail)} check={count.details as LadderCheck} />}
      </Confirmation>
    </>
  )
}
