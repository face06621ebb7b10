import { memo } from "react"
import { Button } from "@blueprintjs/core"
import { Pause } from "@blueprintjs/icons"
import type { MouseEvent } from "react"
import { Link } from "wouter"
import { mayCall, type Rights } from "#schemas/access.ts"
import { progressOf, type ProgressPart } from "#schemas/outreach/progress.ts"
import type { Dashboard, RunningCampaign } from "#schemas/reporting/report.ts"
import { isLinked } from "#schemas/routes.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { Section } from "#views/parts/Page.tsx"
import { Shares, type ShareTone } from "#views/parts/Progress.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly data: Dashboard
  readonly rights: Rights
  /** The campaign that is being paused. */
  readonly pausing: string | null
  readonly onPause: (campaign: RunningCampaign) => void
}

/** The order of the live bar: what is done, what went wrong, what is under way, what is left. */
const parts: ReadonlyArray<{ readonly part: ProgressPart; readonly tone: ShareTone }> = [
  { part: "delivered", tone: "success" },
  { part: "failed", tone: "danger" },
  { part: "underway", tone: "active" },
  { part: "held", tone: "warning" },
  { part: "waiting", tone: "open" },
]

const useBarParts = ({ counts }: RunningCampaign) => {
  const words = useWords()
  const people = new Map(progressOf(counts).map((one) => [one.part, one.people]))
  return parts.map(({ part, tone }) => ({ name: words(`progress.${part}`), value: people.get(part) ?? 0, tone }))
}

const Running = ({
  campaign,
  rights,
  pausing,
  onPause,
}: Omit<Props, "data"> & { readonly campaign: RunningCampaign }) => {
  const words = useWords()
  const bar = useBarParts(campaign)
  return (
    <li className="running">
      <div className="running-head">
        <span className="running-name">
          <span className="running-dot" aria-hidden="true" />
          {isLinked("/campaign", rights) ? (
            <Link href={`/campaign?id=${campaign.campaignHashedId}`}>{campaign.name}</Link>
          ) : (
            <strong>{campaign.name}</strong>
          )}
          <span className="muted">{campaign.templateName}</span>
        </span>
        {campaign.perMinute > 0 && (
          <span className="muted">{words("dashboard.perMinute", { count: campaign.perMinute })}</span>
        )}
        {mayCall(rights, "Campaign.ChangeState") && (
          <Button
            size="small"
            icon={<Pause size={14} />}
            text={words("campaign.pause")}
            aria-label={words("dashboard.pause", { name: campaign.name })}
            loading={pausing === campaign.campaignHashedId}
            disabled={pausing !== null && pausing !== campaign.campaignHashedId}
            onClick={(event: MouseEvent) => {
              if (event.detail <= 1) onPause(campaign)
            }}
          />
        )}
      </div>
      <Shares
        label={words("dashboard.progress", { name: campaign.name })}
        parts={bar.filter(({ value }) => value > 0)}
      />
      {campaign.endsAt !== null && (
        <p className="running-end">
          <Word id="dashboard.endsAt" values={{ time: <Time at={campaign.endsAt} inSentence /> }} />
        </p>
      )}
    </li>
  )
}

/** The campaigns that send now, each with a live bar, its pace, when it is expected to end, and Pause. */
export const RunningNow = memo((props: Props) => {
  const words = useWords()
  const { running, runningCount = 0 } = props.data
  if (running === undefined) return null
  return (
    <Section
      title={words("dashboard.running")}
      caption={runningCount === 0 ? undefined : words("dashboard.running.count", { count: runningCount })}
      aside={isLinked("/campaign", props.rights) && <Link href="/campaign">{words("dashboard.running.all")}</Link>}
    >
      {running.length === 0 ? (
        <p className="section-none">{words("dashboard.running.none")}</p>
      ) : (
        <ul className="running-list">
          {running.map((campaign) => (
            <Running key={campaign.campaignHashedId} {...props} campaign={campaign} />
          ))}
        </ul>
      )}
    </Section>
  )
}, sameContent)
