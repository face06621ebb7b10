import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { CampaignDetail, Recipient } from "#schemas/outreach/campaign.ts"
import { Actions } from "#views/parts/Actions.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { SidePanel } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Reading, useTitleOf, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsFor } from "./campaignActions.ts"
import { CampaignHistory } from "./CampaignHistory.tsx"
import { CampaignOverview } from "./CampaignOverview.tsx"
import { CampaignStateTag } from "./campaignMarks.tsx"
import { Recipients } from "./Recipients.tsx"

type Props = {
  readonly page: Seen<CampaignsSnapshot, CampaignsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly campaign: SeenReading<CampaignDetail>
  readonly recipients: SeenReading<ReadonlyArray<Recipient>>
  readonly command: SeenCommand | undefined
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
  const { verb, subject, problem } = snapshot.context.last ?? {}
  if (verb === undefined || !problem || subject?.campaignHashedId !== shown.campaignHashedId) return null
  return <ProblemNotice title={words(refusedWords[verb])} problem={problem} />
}

const Details = (props: Props & { readonly shown: CampaignDetail }) => {
  const { page, url, rights, recipients, shown, command } = props
  const words = useWords()
  const tab = url.search["tab"]
  return (
    <div className="panel-parts">
      <p>
        <CampaignStateTag state={shown.state} /> <Word id={`campaign.state.${shown.state}.text`} />
      </p>
      <Refused snapshot={page.snapshot} shown={shown} />
      <Actions id="campaign-actions" actions={actionsFor(shown, rights, page, command, words)} />
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
        <CampaignOverview shown={shown} />
      )}
    </div>
  )
}

/** The chosen campaign next to the list: what it does now, what may be done to it, who it reached and who not. */
export const CampaignPanel = (props: Props) => {
  const title = useTitleOf(props.campaign, ({ name }) => name)
  return (
    <SidePanel wide title={title} onClose={() => props.url.change({ id: null, tab: null, recipientState: null })}>
      <Reading of={props.campaign}>{(shown) => <Details {...props} shown={shown} />}</Reading>
    </SidePanel>
  )
}
