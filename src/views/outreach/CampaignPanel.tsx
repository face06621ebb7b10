import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { exclusionReasons, type CampaignDetail, type Recipient } from "#schemas/outreach/campaign.ts"
import { describeCarrierCode } from "#schemas/outreach/delivery.ts"
import { Actions } from "#views/parts/Actions.tsx"
import { Facts, Section, SidePanel } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsFor } from "./campaignActions.ts"
import { CampaignHistory } from "./CampaignHistory.tsx"
import { CampaignShares, CampaignStateTag } from "./campaignMarks.tsx"
import { Counted } from "./Counted.tsx"
import { HeldTable } from "./HeldTable.tsx"
import { Recipients } from "./Recipients.tsx"

type Props = {
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly campaign: SeenReading<CampaignDetail>
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
}

const refusedWords = {
  launch: "campaign.notChanged",
  pause: "campaign.notChanged",
  resume: "campaign.notChanged",
  cancel: "campaign.notChanged",
  delete: "campaign.notDeleted",
} as const

const Refused = ({ snapshot, shown }: { readonly snapshot: CampaignsSnapshot; readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { refused } = snapshot.context
  return refused === null || refused.campaignHashedId !== shown.campaignHashedId ? null : (
    <ProblemNotice title={words(refusedWords[refused.verb])} problem={refused.problem} />
  )
}

const Held = ({ held }: Pick<CampaignDetail, "held">) => {
  const words = useWords()
  return held.length === 0 ? null : (
    <Section level={3} title={words("campaign.held")}>
      <HeldTable held={held} />
    </Section>
  )
}

const Failures = ({ failures }: Pick<CampaignDetail, "failures">) => {
  const words = useWords()
  return failures.length === 0 ? null : (
    <Section level={3} title={words("campaign.failures")}>
      <Counted
        what={words("check.reason")}
        count={words("check.people")}
        rows={failures.map(({ code, count }) => {
          const described = describeCarrierCode(code)
          return {
            id: code,
            what: (
              <>
                {described.words}
                <span className="cell-second">{words("campaign.failures.code", { code, todo: described.todo })}</span>
              </>
            ),
            count,
          }
        })}
      />
    </Section>
  )
}

const Excluded = ({ excluded }: Pick<CampaignDetail, "excluded">) => {
  const words = useWords()
  return excluded.length === 0 ? null : (
    <Section level={3} title={words("campaign.excluded")}>
      <Counted
        what={words("check.reason")}
        count={words("check.people")}
        rows={excluded.map(({ reason, count }) => ({ id: reason, what: exclusionReasons[reason], count }))}
      />
    </Section>
  )
}

const About = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  return (
    <Facts
      rows={[
        [words("campaigns.purpose"), words(`purpose.${shown.purpose}`)],
        [
          words("campaign.template"),
          words("campaign.template.version", { name: shown.templateName, version: shown.templateVersion }),
        ],
        [words("campaign.list"), shown.listName],
        [words("campaign.sender"), shown.senderNumber],
        [
          words("campaign.start"),
          shown.startAt === null ? words("campaign.start.now") : <Time key="start" at={shown.startAt} />,
        ],
        [words("campaign.created.on"), <Time key="created" at={shown.createdOn} />],
        ...(shown.launchedOn === null
          ? []
          : [[words("campaigns.launchedOn"), <Time key="launched" at={shown.launchedOn} />] as const]),
        ...(shown.endedOn === null
          ? []
          : [[words("campaign.ended.on"), <Time key="ended" at={shown.endedOn} />] as const]),
      ]}
    />
  )
}

const Overview = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const counted = Object.values(shown.counts).some((people) => people > 0)
  return (
    <div className="panel-parts">
      <Section
        level={3}
        title={words("campaign.figures")}
        aside={counted && <span className="muted small">{words("campaign.total", { people: shown.total })}</span>}
      >
        {counted ? (
          <CampaignShares counts={shown.counts} total={shown.total} />
        ) : (
          <p className="muted">{words(shown.launchedOn === null ? "campaign.notLaunched" : "campaign.starting")}</p>
        )}
      </Section>
      <Held held={shown.held} />
      <Failures failures={shown.failures} />
      <Excluded excluded={shown.excluded} />
      <Section level={3} title={words("campaign.message")}>
        <p className="message">{shown.text}</p>
      </Section>
      <About shown={shown} />
    </div>
  )
}

const Details = (props: Props & { readonly shown: CampaignDetail }) => {
  const { page, url, rights, recipients, shown } = props
  const words = useWords()
  const tab = url.search["tab"]
  return (
    <div className="panel-parts">
      <p>
        <CampaignStateTag state={shown.state} /> <Word id={`campaign.state.${shown.state}.text`} />
      </p>
      <Refused snapshot={page.snapshot} shown={shown} />
      <Actions id="campaign-actions" actions={actionsFor(shown, rights, page, words)} />
      <Tabs
        url={url}
        name="tab"
        label={words("campaign.tabs")}
        tabs={[
          { id: "overview", label: words("campaign.tab.overview") },
          { id: "recipients", label: words("campaign.tab.recipients") },
          { id: "history", label: words("campaign.tab.history") },
        ]}
      />
      {tab === "recipients" ? (
        <Recipients url={url} recipients={recipients} launched={shown.launchedOn !== null} />
      ) : tab === "history" ? (
        <CampaignHistory history={shown.history} />
      ) : (
        <Overview shown={shown} />
      )}
    </div>
  )
}

/** The chosen campaign beside the list: what it does now, what may be done to it, whom it reached and whom not. */
export const CampaignPanel = (props: Props) => {
  const words = useWords()
  const { snapshot } = props.campaign
  return (
    <SidePanel
      wide
      title={snapshot.context.data?.name ?? words("part.loading")}
      onClose={() => props.url.change({ id: null, tab: null, recipientState: null })}
    >
      <Reading of={props.campaign}>{(shown) => <Details {...props} shown={shown} />}</Reading>
    </SidePanel>
  )
}
