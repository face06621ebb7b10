import { Link } from "wouter"
import { mayCall, type Rights } from "#schemas/access.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Page, Section } from "#views/parts/Page.tsx"
import { Shares } from "#views/parts/Progress.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { StatCard } from "#views/parts/StatCard.tsx"
import { Day, Time } from "#views/parts/Time.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"

type Card = { readonly data: Dashboard; readonly rights: Rights }

const RunningCard = ({ data, rights }: Card) => {
  const words = useWords()
  const numbers = useNumbers()
  return data.runningCampaigns === undefined ? null : (
    <StatCard
      title={words("dashboard.running")}
      figure={numbers(data.runningCampaigns)}
      unit={words("unit.campaigns", { count: data.runningCampaigns })}
      link={isLinked("/campaign", rights) ? { href: "/campaign", label: words("dashboard.running.open") } : undefined}
    />
  )
}

/** What became of the texts of a day: the parts add up to all that were sent. */
const MessagesByOutcome = (today: NonNullable<Dashboard["messagesToday"]>) => {
  const words = useWords()
  const { delivered, underway, failed, replied, optedOut } = today
  return (
    <>
      <Shares
        label={words("dashboard.messages")}
        parts={[
          { name: words("progress.delivered"), value: delivered, tone: "success" },
          { name: words("progress.underway"), value: underway, tone: "active" },
          { name: words("progress.failed"), value: failed, tone: "danger" },
        ]}
      />
      {replied > 0 && <p className="small muted">{words("progress.ofDelivered", { replied, optedOut })}</p>}
    </>
  )
}

const MessagesCard = ({ data, rights }: Card) => {
  const words = useWords()
  const numbers = useNumbers()
  const today = data.messagesToday
  if (today === undefined) return null
  return (
    <StatCard
      title={words("dashboard.messages")}
      figure={numbers(today.sent)}
      unit={words("unit.texts", { count: today.sent })}
      link={isLinked("/report", rights) ? { href: "/report", label: words("dashboard.messages.open") } : undefined}
    >
      {today.sent === 0 ? words("dashboard.messages.none") : <MessagesByOutcome {...today} />}
    </StatCard>
  )
}

const HeldCard = ({ data }: Card) => {
  const words = useWords()
  const numbers = useNumbers()
  return data.heldByQuietHours === undefined ? null : (
    <StatCard
      title={words("dashboard.held")}
      figure={numbers(data.heldByQuietHours)}
      unit={words("unit.texts", { count: data.heldByQuietHours })}
    >
      <Word id="dashboard.held.text" />
    </StatCard>
  )
}

const PatientsCard = ({ data, rights }: Card) => {
  const words = useWords()
  const numbers = useNumbers()
  const { patients, lastImport } = data
  if (patients === undefined) return null
  const label = words(
    patients === 0 && mayCall(rights, "Database.UploadListFile")
      ? "dashboard.patients.import"
      : "dashboard.patients.open",
  )
  return (
    <StatCard
      title={words("dashboard.patients")}
      figure={numbers(patients)}
      unit={words("unit.people", { count: patients })}
      link={isLinked("/database", rights) ? { href: "/database", label } : undefined}
    >
      {lastImport !== undefined && lastImport !== null && (
        <Word
          id="dashboard.lastImport"
          values={{
            list: lastImport.listName,
            people: lastImport.people,
            time: <Time at={lastImport.on} zone={data.zone} inSentence />,
          }}
        />
      )}
    </StatCard>
  )
}

const ContractCard = ({ data }: Card) => {
  const words = useWords()
  return (
    <StatCard title={words("dashboard.contract")}>
      {data.contractEnd === null ? (
        <Word id="dashboard.contract.open" />
      ) : (
        <Word id="dashboard.contract.until" values={{ date: <Day on={data.contractEnd} /> }} />
      )}
    </StatCard>
  )
}

const NeedsYou = ({ data }: { readonly data: Dashboard }) => {
  const words = useWords()
  return (
    <Section title={words("dashboard.needsYou")}>
      {data.needsYou.length === 0 ? (
        <p className="needs-you-none">{words("dashboard.needsYou.none")}</p>
      ) : (
        <ul className="needs-you">
          {data.needsYou.map(({ text, path }) => (
            <li key={`${path} ${text}`}>
              <Link href={path}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const CardsToCome = () => (
  <div className="figures">
    {[0, 1, 2, 3].map((card) => (
      <div key={card} className="figure">
        <Skeleton lines={3} />
      </div>
    ))}
  </div>
)

/** The home page: what goes on and what needs the person, as far as their rights reach (docs/policy.md#home). */
export const DashboardView = ({
  dashboard,
  rights,
}: {
  readonly dashboard: SeenReading<Dashboard>
  readonly rights: Rights
}) => {
  const words = useWords()
  const shown = dashboard.snapshot.context.data
  return (
    <Page
      title={words("dashboard.title")}
      lead={
        shown === null ? (
          "\u00a0"
        ) : (
          <Word id="dashboard.asOf" values={{ time: <Time at={shown.asOf} zone={shown.zone} inSentence /> }} />
        )
      }
    >
      <Reading of={dashboard} skeleton={<CardsToCome />}>
        {(data) => (
          <div className="page-content">
            <NeedsYou data={data} />
            <div className="figures">
              <RunningCard data={data} rights={rights} />
              <MessagesCard data={data} rights={rights} />
              <HeldCard data={data} rights={rights} />
              <PatientsCard data={data} rights={rights} />
              <ContractCard data={data} rights={rights} />
            </div>
            {rights.accessIds.length === 0 && (
              <EmptyState title={words("dashboard.nothing")}>
                <Word id="dashboard.nothing.text" />
              </EmptyState>
            )}
          </div>
        )}
      </Reading>
    </Page>
  )
}
