import "./home.css"
import { Classes } from "@blueprintjs/core"
import { memo, useCallback, useContext } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { DashboardEvent, DashboardSnapshot } from "#machines/reporting/dashboard.machine.ts"
import { mayCall, type Rights } from "#schemas/access.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Dashboard, RunningCampaign } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { Now } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { DayChart, DayLegend } from "./DayChart.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { HomeFigures } from "./HomeFigures.tsx"
import { LastImport, NeedsYou, RepliesWaiting } from "./NeedsYou.tsx"
import { NextSends } from "./NextSends.tsx"
import { RunningNow } from "./RunningNow.tsx"
import { TodaysAppointments } from "./TodaysAppointments.tsx"
import { reportHref } from "./reportHref.ts"

type Props = {
  readonly page: Seen<DashboardSnapshot, DashboardEvent>
  readonly dashboard: SeenReading<Dashboard>
  readonly replies: SeenReading<ReadonlyArray<UnclearReply>>
  readonly rights: Rights
  /** Opens the guide next to the page at a chapter. */
  readonly onHelp: (chapter: string) => void
}

/**
 * The moment that the page shows, in the company's zone, which it names once. Until the data is there it is the
 * product's now: the line has its width from the first paint, and the actions next to it stay where they are.
 */
const AsOf = ({ shown }: { readonly shown: Dashboard | null }) => {
  const intl = useIntl()
  const now = useContext(Now)
  const at = shown?.asOf ?? now
  const timeZone = shown?.zone ?? intl.timeZone
  if (at === null) return "\u00a0"
  const zoned = timeZone === undefined ? {} : { timeZone }
  const day = intl.formatDate(at, { weekday: "long", month: "short", day: "numeric", ...zoned })
  const time = intl.formatDate(at, { hour: "numeric", minute: "2-digit", timeZoneName: "longGeneric", ...zoned })
  return <time dateTime={new Date(at).toISOString()}>{`${day}, ${time}`}</time>
}

const PageActions = ({ rights }: Pick<Props, "rights">) => {
  const words = useWords()
  return (
    <>
      {isLinked("/database", rights) && mayCall(rights, "Database.UploadListFile") && (
        <Link href="/database?tab=imports" className={Classes.BUTTON}>
          {words("dashboard.import")}
        </Link>
      )}
      {isLinked("/campaign", rights) && mayCall(rights, "Campaign.CreateCampaign") && (
        <Link href="/campaign?new=" className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}>
          {words("campaigns.new")}
        </Link>
      )}
    </>
  )
}

type LastDaysProps = { readonly days: NonNullable<Dashboard["days"]>; readonly rights: Rights }
const LastDays = memo(({ days, rights }: LastDaysProps) => {
  const words = useWords()
  const linked = isLinked("/report", rights)
  return (
    <Section
      title={words("dashboard.days", { count: days.length })}
      caption={<DayLegend />}
      aside={linked && <Link href="/report">{words("dashboard.days.report")}</Link>}
    >
      <DayChart days={days} hrefOf={linked ? (day) => reportHref({ from: day, to: day }) : undefined} />
    </Section>
  )
}, sameContent)

/** What a section is for, while the company has sent nothing. */
const ToCome = ({ lastImport }: Pick<Dashboard, "lastImport">) => {
  const words = useWords()
  return (
    <div className="home-to-come">
      <Section title={words("dashboard.running")}>
        <p className="section-none">{words("first.running")}</p>
      </Section>
      <Section title={words("dashboard.days", { count: 30 })}>
        <p className="section-none">{words("first.days")}</p>
      </Section>
      <Section title={words("dashboard.replies")}>
        <p className="section-none">{words("first.replies")}</p>
      </Section>
      {lastImport !== undefined && <LastImport last={lastImport} />}
    </div>
  )
}

const pausingOf = ({ children }: DashboardSnapshot): string | null => {
  const command = children.command?.getSnapshot() as { readonly context: { readonly subject: unknown } } | undefined
  return command === undefined ? null : (command.context.subject as RunningCampaign).campaignHashedId
}

const Going = ({ data, page, rights }: { readonly data: Dashboard } & Pick<Props, "page" | "rights">) => {
  const { send, snapshot } = page
  const pause = useCallback((campaign: RunningCampaign) => send({ type: "pause.pressed", campaign }), [send])
  return (
    <div className="home-main">
      <RunningNow data={data} rights={rights} pausing={pausingOf(snapshot)} onPause={pause} />
      {data.days !== undefined && <LastDays days={data.days} rights={rights} />}
      {data.nextSends !== undefined && <NextSends sends={data.nextSends} rights={rights} />}
    </div>
  )
}

const Waiting = ({ data, replies, rights }: { readonly data: Dashboard } & Pick<Props, "replies" | "rights">) => (
  <div className="home-side">
    <NeedsYou items={data.needsYou} />
    {data.appointments !== undefined && <TodaysAppointments today={data.appointments} rights={rights} />}
    {mayCall(rights, "Database.GetUnclearReplies") && <RepliesWaiting replies={replies} />}
    {data.lastImport !== undefined && <LastImport last={data.lastImport} />}
  </div>
)

const Home = ({ data, ...props }: { readonly data: Dashboard } & Props) => {
  const words = useWords()
  if (data.firstSteps !== undefined)
    return (
      <div className="page-content">
        <FirstSteps steps={data.firstSteps} rights={props.rights} onHelp={props.onHelp} />
        {data.needsYou.length > 0 && <NeedsYou items={data.needsYou} />}
        {data.appointments !== undefined && <TodaysAppointments today={data.appointments} rights={props.rights} />}
        <ToCome lastImport={data.lastImport} />
      </div>
    )
  const hasMain = data.days !== undefined || data.running !== undefined
  return (
    <div className="page-content">
      <HomeFigures data={data} rights={props.rights} />
      <div className={hasMain ? "home" : "page-content"}>
        {hasMain && <Going data={data} page={props.page} rights={props.rights} />}
        <Waiting data={data} replies={props.replies} rights={props.rights} />
      </div>
      {props.rights.accessIds.length === 0 && (
        <EmptyState title={words("dashboard.nothing")}>
          <Word id="dashboard.nothing.text" />
        </EmptyState>
      )}
    </div>
  )
}

const ToRead = () => (
  <div className="figures">
    {[0, 1, 2, 3, 4, 5].map((figure) => (
      <div key={figure} className="figure">
        <Skeleton lines={2} />
      </div>
    ))}
  </div>
)

/** The home page: what goes on and what needs the person, as far as their rights reach (docs/policy.md#home). */
export const DashboardView = (props: Props) => {
  const words = useWords()
  const shown = props.dashboard.snapshot.context.data
  return (
    <Page
      title={words("dashboard.title")}
      lead={<AsOf shown={shown} />}
      // They have their place before the data: on a phone what comes later would be pushed down.
      actions={shown?.firstSteps === undefined && <PageActions rights={props.rights} />}
    >
      <Reading of={props.dashboard} skeleton={<ToRead />}>
        {(data) => <Home data={data} {...props} />}
      </Reading>
    </Page>
  )
}
