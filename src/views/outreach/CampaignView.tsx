import { useIntl } from "react-intl"
import type { CampaignsEvent, CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { recipientShares, type CampaignDetail, type Recipient } from "#schemas/outreach/campaign.ts"
import { listedShares, peopleIn } from "#schemas/outreach/progress.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Thing } from "#views/parts/Thing.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsFor } from "./campaignActions.ts"
import { CampaignHistory } from "./CampaignHistory.tsx"
import { CampaignMessage } from "./CampaignMessage.tsx"
import { CampaignOverview } from "./CampaignOverview.tsx"
import { CampaignStateTag } from "./campaignMarks.tsx"
import { Recipients, RecipientsOf } from "./Recipients.tsx"

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

/** Who did this to the campaign last. */
const actorOf = ({ history }: CampaignDetail, types: ReadonlyArray<string>): string =>
  history.findLast(({ type }) => types.includes(type))?.actor ?? ""

const Happened = ({ shown }: { readonly shown: CampaignDetail }) => {
  const { launchedOn, startAt, createdOn, endedOn, state } = shown
  if (launchedOn === null)
    return startAt !== null && state === "scheduled" ? (
      <Word id="campaign.facts.starts" values={{ time: <Time at={startAt} inSentence /> }} />
    ) : (
      <Word
        id="campaign.facts.created"
        values={{ time: <Time at={createdOn} inSentence />, actor: actorOf(shown, ["CampaignCreated"]) }}
      />
    )
  const actor = actorOf(shown, ["CampaignLaunched", "CampaignScheduled"])
  return (
    <>
      <Word id="campaign.facts.started" values={{ time: <Time at={launchedOn} inSentence />, actor }} />{" "}
      {endedOn !== null && <Word id="campaign.facts.ended" values={{ time: <Time at={endedOn} inSentence /> }} />}
    </>
  )
}

const CampaignFacts = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { locale } = useIntl()
  return (
    <>
      <Word
        id="campaign.facts"
        values={{
          purpose: words(`purpose.${shown.purpose}`).toLocaleLowerCase(locale),
          template: (
            <strong>
              {words("campaign.facts.template", { name: shown.templateName, version: shown.templateVersion })}
            </strong>
          ),
          list: <strong>{shown.listName}</strong>,
        }}
      />{" "}
      <Happened shown={shown} />
    </>
  )
}

const CampaignTabs = ({ url, shown }: { readonly url: PageUrl; readonly shown: CampaignDetail }) => {
  const words = useWords()
  const launched = shown.launchedOn !== null
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("campaign.tabs")}
      tabs={[
        { id: "overview", label: words("campaign.tab.overview") },
        { id: "recipients", label: words("campaign.tab.recipients"), ...(launched ? { count: shown.total } : {}) },
        ...(launched
          ? recipientShares.map((share) => ({
              id: share,
              label: words(`recipients.share.${share}`),
              count: peopleIn(shown.counts, listedShares[share]),
            }))
          : []),
        { id: "message", label: words("campaign.message") },
        { id: "history", label: words("campaign.tab.history") },
      ]}
    />
  )
}

const Part = ({ url, recipients, shown }: Props & { readonly shown: CampaignDetail }) => {
  const tab = url.search["tab"]
  const share = recipientShares.find((one) => one === tab)
  if (share !== undefined) return <RecipientsOf share={share} recipients={recipients} />
  if (tab === "recipients") return <Recipients url={url} recipients={recipients} launched={shown.launchedOn !== null} />
  if (tab === "message") return <CampaignMessage shown={shown} />
  if (tab === "history") return <CampaignHistory history={shown.history} />
  return <CampaignOverview shown={shown} url={url} />
}

/** `/campaign?id=`: one campaign alone: its state, what may be done to it, who it reached and who not. */
export const CampaignView = (props: Props) => {
  const { page, url, rights, campaign, command } = props
  const words = useWords()
  return (
    <Thing
      id="campaign"
      of={campaign}
      list={{ label: words("campaigns.title"), href: url.href({ id: null, tab: null, recipientState: null }) }}
      nameOf={({ name }) => name}
      headOf={(shown) => ({
        badge: <CampaignStateTag state={shown.state} />,
        facts: <CampaignFacts shown={shown} />,
        actions: actionsFor(shown, rights, page, command, words),
        tabs: <CampaignTabs url={url} shown={shown} />,
        refused: <Refused snapshot={page.snapshot} shown={shown} />,
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
